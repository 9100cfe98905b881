"""Work on several processes: one task at a time each, and a process that was killed costs one task.

A task whose process dies is tried once more, in a new one; if that dies, too, the task is reported as
:class:`LostTask`. What is raised within a task is raised here.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections import deque
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.context import SpawnProcess

    Work = Callable[[Any], Any]

ATTEMPTS = 2
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


@dataclass(frozen=True)
class LostTask:
    """What became of a task that its process did not survive, however often it was tried."""

    exit_code: int | None

    def __str__(self) -> str:
        code = self.exit_code
        how = f"killed by {signal.Signals(-code).name}" if code is not None and code < 0 else f"exit {code}"
        return f"its process died {ATTEMPTS} times ({how})"


def run_tasks(
    prepare: Callable[..., Work], given: tuple[Any, ...], tasks: Sequence[Any], processes: int
) -> Iterator[tuple[int, Any]]:
    """Yield the number and the result of each task, in the order in which they end.

    Each process calls ``prepare(*given)`` once, and what that returns with every task; ``prepare`` is a
    function of a module. With no process at all the work is done here. Every process has one thread for
    matrix products, so that no number depends on how many there are.
    """
    if processes < 1:
        work = prepare(*given)
        for number, task in enumerate(tasks):
            yield number, work(task)
        return
    waiting = deque(enumerate(tasks))
    attempts = [0] * len(tasks)
    busy: dict[Connection, tuple[_Worker, int]] = {}
    idle: list[_Worker] = []
    try:
        while waiting or busy:
            while waiting and len(busy) < processes:
                number, task = waiting.popleft()
                worker = idle.pop() if idle else _Worker.start(prepare, given)
                attempts[number] += 1
                with contextlib.suppress(OSError):  # it has died: its pipe says so below
                    worker.pipe.send(task)
                busy[worker.pipe] = worker, number
            for pipe in wait(list(busy)):
                worker, number = busy.pop(cast("Connection", pipe))
                try:
                    done, result = worker.pipe.recv()
                except (EOFError, OSError):
                    worker.process.join()
                    if attempts[number] < ATTEMPTS:
                        waiting.appendleft((number, tasks[number]))
                    else:
                        yield number, LostTask(worker.process.exitcode)
                    continue
                if not done:
                    raise result
                idle.append(worker)
                yield number, result
    finally:
        for worker in [*idle, *(w for w, _ in busy.values())]:
            worker.process.kill()
            worker.process.join()


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection

    @classmethod
    def start(cls, prepare: Callable[..., Work], given: tuple[Any, ...]) -> _Worker:
        context = multiprocessing.get_context("spawn")  # a fork would copy locks of threads
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there, prepare, given), daemon=True)
        kept = {name: os.environ.get(name) for name in _ONE_THREAD}
        os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))  # read when the libraries are loaded
        try:
            with _no_interrupt():
                process.start()
        finally:
            for name, value in kept.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})
        there.close()
        return cls(process, here)


@contextlib.contextmanager
def _no_interrupt() -> Iterator[None]:
    """Let Ctrl-C wait, also for processes that are started meanwhile: they keep it waiting for ever."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, prepare: Callable[..., Work], given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its processes
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        work = prepare(*given)
        while True:
            task = pipe.recv()
            pipe.send((True, work(task)))
    except EOFError:
        return
    except Exception as error:  # noqa: BLE001 - raised again by the parent
        with contextlib.suppress(OSError):
            pipe.send((False, error))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
