"""Tasks for any executor of ``concurrent.futures``: results in their order, what they share loaded once.

An executor may say how many ``workers`` it has; without that it counts as one for each processor.
"""

from __future__ import annotations

import itertools
import os
import threading
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from lydite.core.errors import InputError

T = TypeVar("T")
V = TypeVar("V")
R = TypeVar("R")

ATTEMPTS = 3
"""How often a task is tried whose worker dies."""
AHEAD = 2
"""Tasks for each worker that are sent ahead, so that none waits for the next."""
_KILLED = "SIGKILL"  # what a system sends that has no memory left


class LostTaskError(BrokenExecutor):
    """A task that its worker did not survive, however often it was tried."""

    def __init__(self, how: str = "") -> None:
        super().__init__(f"its worker died {ATTEMPTS} times" + (f" ({how})" if how else ""))


def map_tasks(
    executor: Executor,
    task: Callable[[T], R],
    tasks: Iterable[T],
    *,
    ahead: int = AHEAD,
    lost: Callable[[T, BrokenExecutor], R] | None = None,
) -> Iterator[R]:
    """Yield the results of tasks, in their order.

    Tasks are taken from their source a few at a time, ``ahead`` for each worker: they may be the blocks of a
    large file. What is raised within a task is raised here. A task that no worker survived is an error that
    names it, or has the result that ``lost`` gives it.
    """
    window = ahead * workers_of(executor)
    coming = iter(tasks)
    sent: deque[tuple[T, Future[R]]] = deque()
    number = 0
    try:
        while True:
            for one in itertools.islice(coming, window - len(sent)):
                sent.append((one, executor.submit(task, one)))
                if sent[0][1].done():  # read it first: in this process nothing is done ahead
                    break
            if not sent:
                return
            number += 1
            one, future = sent.popleft()
            try:
                result = future.result()
            except BrokenExecutor as error:
                if lost is None:
                    raise
                result = lost(one, error)
            yield result
    except BrokenExecutor as error:
        memory = "; it may need more memory than a worker has" if _KILLED in str(error) else ""
        raise InputError(
            f"part {number} of the work is lost: {error}{memory}", getattr(one, "path", None)
        ) from None
    finally:
        for _, future in sent:
            future.cancel()


def workers_of(executor: Executor) -> int:
    """Return how many tasks an executor does at a time."""
    return int(getattr(executor, "workers", None) or os.cpu_count() or 1)


@dataclass(frozen=True, eq=False)
class SharedTask(Generic[V, T, R]):
    """``do(load(*given), one)`` for each ``one``; a worker calls ``load`` once.

    Places of work send what is given once to each worker, other executors with every task.

    >>> from lydite.core.executors import Here
    >>> list(map_tasks(Here(), SharedTask(pow, int, ("10",)), [1, 2]))
    [10, 100]
    """

    do: Callable[[V, T], R]
    load: Callable[..., V]
    given: tuple[Any, ...]
    token: str = field(default_factory=lambda: uuid.uuid4().hex)

    def __call__(self, one: T) -> R:
        """Do the task; what this thread loaded last is kept, for caches are not for several threads."""
        if getattr(_loaded, "token", None) != self.token:
            _loaded.token = _loaded.value = None
            _loaded.value = self.load(*self.given)
            _loaded.token = self.token
        return self.do(_loaded.value, one)

    def forget(self) -> None:
        """Let go of what this thread has loaded."""
        if getattr(_loaded, "token", None) == self.token:
            _loaded.token = _loaded.value = None

    def lighter(self) -> SharedTask[V, T, R]:
        """Return the task for a worker that has loaded what is shared."""
        return replace(self, given=())


_loaded = threading.local()
