"""Work on several processes of this machine: one task at a time each; one that is killed costs one task."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, cast

from lydite.core.errors import InputError
from lydite.core.spec import param
from lydite.places.base import ATTEMPTS, Crew, LostTask, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from multiprocessing.context import SpawnProcess

    from lydite.places.base import Prepare

_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


@dataclass(frozen=True)
class Processes(Place):
    """Several processes of this machine.

    Every process has one thread for matrix products, so that no number depends on how many there are.
    """

    name = "processes"

    n: int = param(2, help="how many", low=1, high=1024)

    @contextlib.contextmanager
    def open(self, prepare: Prepare, *given: Any) -> Iterator[Crew]:
        """Keep processes for tasks; each is started when there is a task for it."""
        crew = _ProcessCrew(self.n, prepare, given)
        try:
            yield crew
        finally:
            crew.end()


@dataclass
class _ProcessCrew:
    size: int
    prepare: Prepare
    given: tuple[Any, ...]
    idle: list[_Worker] = field(default_factory=list)
    busy: dict[Connection, _Worker] = field(default_factory=dict)

    def map(self, tasks: Iterable[Any]) -> Iterator[tuple[int, Any]]:
        """Give each process one task after the other; a task whose process died goes first."""
        coming = enumerate(tasks)
        again: deque[tuple[int, Any]] = deque()
        attempts: dict[int, int] = {}
        under_way: dict[Connection, tuple[int, Any]] = {}
        try:
            while True:
                while len(under_way) < self.size:
                    number, task = again.popleft() if again else next(coming, (-1, None))
                    if number < 0:
                        break
                    worker = self.idle.pop() if self.idle else _Worker.start(self.prepare, self.given)
                    self.busy[worker.pipe] = worker
                    under_way[worker.pipe] = number, task
                    attempts[number] = attempts.get(number, 0) + 1
                    with contextlib.suppress(OSError):  # it has died: its pipe says so below
                        worker.pipe.send(task)
                if not under_way:
                    return
                for pipe in wait(list(under_way)):
                    worker = self.busy.pop(cast("Connection", pipe))
                    number, task = under_way.pop(worker.pipe)
                    try:
                        done, result = worker.pipe.recv()
                    except (EOFError, OSError):
                        worker.process.join()
                        worker.ensure_began()
                        if attempts[number] < ATTEMPTS:
                            again.append((number, task))
                        else:
                            yield number, LostTask(_cause(worker.process.exitcode))
                        continue
                    if done is None:
                        worker.began = True
                        self.busy[worker.pipe], under_way[worker.pipe] = worker, (number, task)
                        continue
                    if not done:
                        raise result
                    self.idle.append(worker)
                    del attempts[number]
                    yield number, result
        finally:
            for pipe in under_way:  # nobody waits for these any more
                self.busy.pop(pipe).end()

    def end(self) -> None:
        """End all processes, whatever they are doing."""
        for worker in [*self.idle, *self.busy.values()]:
            worker.end()


def _cause(code: int | None) -> str:
    return f"killed by {signal.Signals(-code).name}" if code is not None and code < 0 else f"exit {code}"


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection
    began: bool = False
    """Whether the process has come as far as to take tasks."""

    @classmethod
    def start(cls, prepare: Prepare, given: tuple[Any, ...]) -> _Worker:
        context = multiprocessing.get_context("spawn")  # a fork would copy locks of threads
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there, prepare, given), daemon=True)
        kept = {name: os.environ.get(name) for name in _ONE_THREAD}
        os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))  # read when the libraries are loaded
        try:
            with no_interrupt():
                process.start()
        finally:
            for name, value in kept.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})
        there.close()
        return cls(process, here)

    def ensure_began(self) -> None:
        """Refuse to start once more a process that ended by itself before it could take a task."""
        code = self.process.exitcode
        if not self.began and code is not None and code >= 0:
            raise InputError(
                f"a process for the work ended before its first task (exit {code}; what it said is above): a "
                'script that asks for processes does so under if __name__ == "__main__":, for each process '
                "imports it once more"
            )

    def end(self) -> None:
        self.process.kill()
        self.process.join()


@contextlib.contextmanager
def no_interrupt() -> Iterator[None]:
    """Let Ctrl-C wait, also for processes that are started meanwhile: they keep it waiting for ever."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # the first process would start it, which lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, prepare: Prepare, given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its processes
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        pipe.send((None, None))
        work = prepare(*given)
        while True:
            task = pipe.recv()
            pipe.send((True, work(task)))
    except EOFError:
        return
    except Exception as error:  # noqa: BLE001 - raised again by the parent
        with contextlib.suppress(OSError):
            pipe.send((False, _sendable(error)))


def _sendable(error: Exception) -> Exception:
    """Return an error that another process can read: itself, or what it is and says."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - made here
    except Exception:  # noqa: BLE001 - whatever its class may do
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
