"""Reports for people and programs: ``views`` make them of runs, ``formats`` write them, ``charts`` draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.result import Results

__all__ = ["render"]


def render(
    results: Results,
    format: str = "text",
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
    from lydite.reporting.views.results import report

    return report(results, comparison).render(format, digits=digits, width=width)
