"""Work in this very process, one task after the other."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from lydite.core.executors.base import Place

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

R = TypeVar("R")


@dataclass(frozen=True)
class Here(Place, Executor):
    """The process that asks, one task after the other; what is raised in a task is raised at once.

    >>> Here().submit(max, 1, 2).result()
    2
    """

    name = "here"
    workers = 1

    def executor(self) -> AbstractContextManager[Executor]:
        """Return this process."""
        return nullcontext(self)

    def submit(self, task: Callable[..., R], /, *given: Any, **named: Any) -> Future[R]:
        """Do the task."""
        future: Future[R] = Future()
        future.set_result(task(*given, **named))
        return future
