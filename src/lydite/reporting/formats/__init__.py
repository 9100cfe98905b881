"""How a report is written: one file a format, found by its name.

A format is a module of this package with a function ``render(report, digits, width)``. It may say of itself
``FOR_PEOPLE = True`` (it shows the notes), and have a function ``left_out(report)`` that returns what it has
no place for, to be said elsewhere.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

from lydite.errors import InputError, nearest

if TYPE_CHECKING:
    from lydite.reporting.report import Report


@functools.cache
def names() -> tuple[str, ...]:
    """Return the names of all formats.

    >>> names()
    ('csv', 'json', 'latex', 'markdown', 'text')
    """
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_")))


def find(name: str) -> Any:
    """Return the module of a format; an unknown name is told with those there are."""
    if name not in names():
        known = ", ".join(names())
        raise InputError(f"unknown format {name!r}{nearest(name, names())} (there are {known})")
    return importlib.import_module(f"{__name__}.{name}")


def for_people(name: str) -> bool:
    """Whether a format is one that people read.

    >>> [name for name in names() if for_people(name)]
    ['latex', 'markdown', 'text']
    """
    return bool(getattr(find(name), "FOR_PEOPLE", False))


def left_out(report: Report, name: str) -> tuple[str, ...]:
    """Return what a format has no place for."""
    found: tuple[str, ...] = getattr(find(name), "left_out", lambda _: ())(report)
    return found


def render(report: Report, format: str, *, digits: int = 4, width: int | None = None) -> str:
    r"""Return a report in a format, without an end of line after the last.

    ``digits`` are those after the point in what people read (programs get them all); ``width`` is that of the
    terminal, None for any.

    >>> from lydite.reporting.report import Report
    >>> render(Report("R&D"), "markdown")
    'R\\&D'
    """
    text: str = find(format).render(report, digits, width)
    return text
