"""Results for people and programs: one file per format, and charts.

A format is a module of this package with a function ``render(results, comparison, digits, width)``; it is
imported when it is asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from lydite.errors import InputError, nearest

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.result import Results

__all__ = ["FORMATS", "render"]

FORMATS = {
    "text": "lydite.reporting.text",
    "json": "lydite.reporting.json",
    "csv": "lydite.reporting.csv",
    "markdown": "lydite.reporting.markdown",
    "latex": "lydite.reporting.latex",
}
"""The module behind each format."""


def render(
    results: Results,
    format: str,
    *,
    comparison: Comparison | None = None,
    digits: int = 4,
    width: int | None = None,
) -> str:
    """Return results in a format, without an end of line after the last.

    ``comparison`` adds the letters of tied systems and the paired tests; ``digits`` are those after the
    point in what people read (programs get them all); ``width`` is that of the terminal, None for any.

    >>> from lydite.result import Result, Results
    >>> print(render(Results((Result("run", "F1@10", {}, 0.43216, 0.41, 0.45, n=20),)), "text"))
    measure  run
    ────────────────────────────────
    F1@10    0.4322 [0.4100, 0.4500]
    <BLANKLINE>
    n = 20
    """
    if format not in FORMATS:
        known = ", ".join(FORMATS)
        raise InputError(f"unknown format {format!r}{nearest(format, FORMATS)} (there are {known})")
    module = importlib.import_module(FORMATS[format])
    text: str = module.render(results, comparison, digits, width)
    return text
