"""What a command answers, and the formats that write it: one file each in ``formats``, found by its name."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError, did_you_mean
from lydite.core.lazy import Printable
from lydite.reporting import formats
from lydite.reporting.table import Cell, PaperTable, Table

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.inference import Comparison
    from lydite.inference.result import Results


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
Body = Callable[[int], Sequence[Part]]
"""Tables and prose in the order of reading, their numbers with so many digits."""
Chart = Callable[[], Mapping[str, Any]]
"""Returns a Vega-Lite specification."""


def _empty(digits: int) -> tuple[()]:  # noqa: ARG001
    return ()


def _unsaid(digits: int) -> str:  # noqa: ARG001
    return ""


@dataclass(frozen=True)
class Report(Printable):
    """Title, drawings, tables and notes for people; results and other data for programs; charts.

    What takes work (tables, data, charts) is made when a format asks for it.

    >>> [part.text for part in Report("3 items", ("a → b",)).parts()]
    ['3 items', 'a → b']
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
    paper: Body | None = None
    """The body as papers have it, where that is another."""
    verdict: Callable[[int], str] = _unsaid
    """Says in words who leads and whether that is significant, its numbers with so many digits."""
    asides: tuple[str, ...] = ()
    """What is said on standard error, whatever the format."""
    listed: Table | None = None
    """What is drawn, as a table, for formats that have no place for drawings."""
    page: Callable[[Report, int], str] | None = None
    """What HTML is instead of the parts: the page of a run."""
    page_notes: Sequence[str] = ()
    """What is said on standard error of a page, known once it is rendered."""

    def parts(self, digits: int = 4, *, paper: bool = False) -> tuple[Part, ...]:
        """Return all that people read, in order; tables as papers have them where that is asked for."""
        body = (self.paper if paper and self.paper is not None else self.body)(digits)
        captioned = any(isinstance(part, PaperTable) for part in body)  # which says what it is about
        title = (Paragraph(self.title, name=True),) if self.title and not captioned else ()
        return (*title, *map(Drawing, self.drawings), *body)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know of the data behind the results."""
        return self.results.notes if self.results is not None else ()

    def render(self, format: str, *, digits: int = 4, width: int | None = None) -> str:
        r"""Return the report in a format, without an end of line after the last.

        ``digits`` are those after the point in what people read (programs get them all); ``width`` is that of
        the terminal, None for any.

        >>> Report("R&D").render("markdown")
        'R\\&D'
        """
        text: str = _format(format).render(self, digits, width)
        return text

    def draw(self, path: Path) -> None:
        """Draw the first chart to a file."""
        from lydite.reporting.charts.saving import save

        if not self.charts:
            raise InputError("there is nothing to draw", path)
        save(self.charts[0](), path)

    def left_out(self, format: str) -> tuple[str, ...]:
        """Return what a format has no place for."""
        missing: tuple[str, ...] = getattr(_format(format), "left_out", lambda _: ())(self)
        return missing


@functools.cache
def format_names() -> tuple[str, ...]:
    """Return the names of all formats.

    >>> format_names()
    ('csv', 'html', 'json', 'latex', 'markdown', 'text')
    """
    return tuple(sorted(m.name for m in pkgutil.iter_modules(formats.__path__) if not m.name.startswith("_")))


def for_people(name: str) -> bool:
    """Whether a format is one that people read.

    >>> [name for name in format_names() if for_people(name)]
    ['html', 'latex', 'markdown', 'text']
    """
    return bool(getattr(_format(name), "FOR_PEOPLE", False))


def _format(name: str) -> Any:
    """Return the module of a format; an unknown name is told with those there are."""
    if name not in format_names():
        known = ", ".join(format_names())
        raise InputError(f"unknown format {name!r}{did_you_mean(name, format_names())} (there are {known})")
    return importlib.import_module(f"{formats.__name__}.{name}")
