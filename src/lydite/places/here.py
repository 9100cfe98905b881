"""Work in this very process, one task after the other."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.places.base import Crew, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lydite.places.base import Prepare, Work


@dataclass(frozen=True)
class Here(Place):
    """The process that asks, one task after the other.

    >>> with Here().open(lambda factor: lambda task: factor * task, 10) as crew:
    ...     list(crew.map([1, 2]))
    [(0, 10), (1, 20)]
    """

    name = "here"

    @contextmanager
    def open(self, prepare: Prepare, *given: Any) -> Iterator[Crew]:
        """Prepare the work."""
        yield _Here(prepare(*given))


class _Here:
    size = 1

    def __init__(self, work: Work) -> None:
        self.work = work

    def map(self, tasks: Iterable[Any]) -> Iterator[tuple[int, Any]]:
        for number, task in enumerate(tasks):
            yield number, self.work(task)
