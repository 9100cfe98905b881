"""What every place of work is: tasks in, results in whatever order they end; a dead worker costs a retry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from lydite.core.errors import InputError
from lydite.core.spec import Declaration, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    Work = Callable[[Any], Any]
    Prepare = Callable[..., Work]

ATTEMPTS = 3
"""How often a task is tried whose worker dies."""
_KILLED = "SIGKILL"  # what a system sends that has no memory left


class Crew(Protocol):
    """Workers that are ready."""

    size: int
    """How many tasks they do at a time."""

    def map(self, tasks: Iterable[Any]) -> Iterator[tuple[int, Any]]:
        """Yield the number and the result of each task, in the order in which they end.

        Tasks are taken from their source as workers become free. What is raised within a task is raised here;
        a task that no worker survived is a :class:`LostTask`.
        """


class Place(Declaration):
    """A place where work is done; no number depends on it."""

    kind = "place"
    folder: str | None = None
    """Where files lie that all workers read; None for any temporary folder."""

    def open(self, prepare: Prepare, *given: Any) -> AbstractContextManager[Crew]:
        """Start workers; each calls ``prepare(*given)`` once, and what that returns with every task.

        ``prepare`` is a function of a module. All workers end with the context, however it is left.
        """
        raise NotImplementedError


@dataclass(frozen=True)
class LostTask:
    """What became of a task that its worker did not survive, however often it was tried."""

    how: str = ""

    def __str__(self) -> str:
        return f"its worker died {ATTEMPTS} times" + (f" ({self.how})" if self.how else "")


def place_of(on: str | Place | int) -> Place:
    """Return the place that a spec names; a number is that of processes.

    >>> str(place_of("processes(2)")), str(place_of(0))
    ('processes', 'here')
    """
    if isinstance(on, int):
        on = f"processes({on})" if on > 0 else "here"
    place: Place = parse(on, "place") if isinstance(on, str) else on
    if not isinstance(place, Place):
        raise InputError(f"a place of work is a spec such as processes(2), not {on!r}")
    return place


def survived(result: Any) -> Any:
    """Return the result of a task; one that no worker survived is an error."""
    if isinstance(result, LostTask):
        memory = "; it may need more memory than a worker has" if _KILLED in result.how else ""
        raise InputError(f"part of the work is lost: {result}{memory}")
    return result
