"""Processes of this machine, each asked by a thread of its own; a task whose process dies is done again.

The processes are not a ``ProcessPoolExecutor``: that breaks as a whole, does not say whose task it was, and
waits for ever for the rest of a result whose sender was killed.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING, Any, TypeVar

from lydite.core.errors import InputError
from lydite.core.executors.tasks import ATTEMPTS, LostTaskError, SharedTask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

R = TypeVar("R")
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class ProcessExecutor(Executor):
    """Several processes; each is started when there is a task for it."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._threads = ThreadPoolExecutor(workers)
        self._own = threading.local()
        self._started: set[_Process] = set()
        self._starting = threading.Lock()
        self._ended = False

    def submit(self, task: Callable[..., R], /, *given: Any, **named: Any) -> Future[R]:
        """Do the task in one of the processes."""
        return self._threads.submit(self._tried, task, given, named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:  # noqa: FBT001
        """End all processes, whatever they are doing."""
        with self._starting:
            self._ended = True
        for process in self._started:
            process.process.kill()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        for process in self._started:
            process.process.join()

    def _tried(self, task: Callable[..., R], given: tuple[Any, ...], named: dict[str, Any]) -> R:
        token, how = getattr(task, "token", None), ""
        for _ in range(ATTEMPTS):
            process = self._own.process = getattr(self._own, "process", None) or self._start()
            known = isinstance(task, SharedTask) and process.loaded == token
            call = task.lighter() if known else task, given, named  # type: ignore[attr-defined]
            try:
                answer = process.ask(pickle.dumps(call, pickle.HIGHEST_PROTOCOL))
            except (EOFError, OSError):
                with self._starting:  # which looks for processes that have ended, too
                    how = process.death()
                self._own.process = None
                continue
            done, result = pickle.loads(answer)  # noqa: S301 # our own process made it
            if not done:
                raise result
            process.loaded = token or process.loaded
            return result  # type: ignore[no-any-return]
        raise LostTaskError(how)

    def _start(self) -> _Process:
        with self._starting:  # one after the other: they are started with variables of their own
            if self._ended:
                raise LostTaskError
            process = _Process()
            self._started.add(process)
        return process


class _Process:
    """A process, and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy locks of threads
        self._pipe, there = context.Pipe()
        self._began = False
        self.loaded: str | None = None
        """What it loaded last of what tasks share."""
        self.process = context.Process(target=_serve, args=(there,), daemon=True)
        before = {name: os.environ.get(name) for name in _ONE_THREAD}
        os.environ.update(dict.fromkeys(_ONE_THREAD, "1"))  # read when the libraries are loaded
        try:
            with no_interrupt():
                self.process.start()
        finally:
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})
        there.close()

    def ask(self, task: bytes) -> bytes:
        """Return what the process answers to a task; EOFError or OSError if it dies."""
        if not self._began:
            self._pipe.recv_bytes()
            self._began = True
        self._pipe.send_bytes(task)
        return self._pipe.recv_bytes()

    def death(self) -> str:
        """Return how the process ended; InputError if it did so by itself before it could take a task."""
        self.process.join()
        code = self.process.exitcode or 0
        if code < 0:
            return f"killed by {signal.Signals(-code).name}"
        if not self._began:
            raise InputError(
                f"a process for the work ended before its first task (exit {code}; what it said is above): a "
                'script that asks for processes does so under if __name__ == "__main__":, for each process '
                "imports it once more"
            )
        return f"exit {code}"


@contextlib.contextmanager
def no_interrupt() -> Iterator[None]:
    """Let Ctrl-C wait, also for processes that are started meanwhile: they keep it waiting for ever."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # the first process would start it, which lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its processes
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):  # the parent is gone
        pipe.send_bytes(b"")
        while True:
            task = pipe.recv_bytes()
            pipe.send_bytes(_answer(task))


def _answer(task: bytes) -> bytes:
    """Return whether a task could be done, and its result or the error."""
    try:
        do, given, named = pickle.loads(task)  # noqa: S301 # of the parent
        return pickle.dumps((True, do(*given, **named)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001 - raised again by the parent
        return pickle.dumps((False, _sendable(error)))


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
