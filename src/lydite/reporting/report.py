"""What a command answers, before a format writes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.result import Results


class Paragraph(Cell):
    """A line of prose."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What a reader must know of what stands above, one line each."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Plain letters whose places matter: a path, a histogram, a list."""

    text: str


Part = Table | Paragraph | Notes | Drawing
Body = Callable[[int], Sequence[Table | Paragraph | Notes]]
"""Tables and prose in the order of reading, their numbers with so many digits."""
Chart = Callable[[], Mapping[str, Any]]
"""Returns a Vega-Lite specification."""


def _empty(digits: int) -> tuple[()]:  # noqa: ARG001
    return ()


@dataclass(frozen=True)
class Report:
    """Title, drawings, tables and notes for people; results and other data for programs; charts.

    What takes work (tables, data, charts) is made when a format asks for it.

    >>> Report("3 items", ("a → b",)).parts()
    (Paragraph(text='3 items', marks='', name=True), Drawing(text='a → b'))
    """

    title: str = ""
    drawings: tuple[str, ...] = ()
    body: Body = _empty
    results: Results | None = None
    comparison: Comparison | None = None
    """The tests between the systems of the results, where there are several."""
    data: Callable[[], Mapping[str, Any]] | None = None
    """What programs get beside the results, or instead of them."""
    charts: tuple[Chart, ...] = ()
    """The first one is what ``--chart`` draws."""
    asides: tuple[str, ...] = ()
    """What is said on standard error, whatever the format."""

    def parts(self, digits: int = 4) -> tuple[Part, ...]:
        """Return all that people read, in order."""
        title = (Paragraph(self.title, name=True),) if self.title else ()
        return (*title, *map(Drawing, self.drawings), *self.body(digits))

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know of the data behind the results."""
        return self.results.notes if self.results is not None else ()
