"""Reports for people and programs: ``views`` make them of runs, ``formats`` write them, ``charts`` draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.inference.result import Results
    from lydite.reporting.ranking import best_first
    from lydite.reporting.readable import escape_control
    from lydite.reporting.report import Report, for_people, format_names
    from lydite.reporting.table import Cell, Table, TableLayout
    from lydite.reporting.views.items import write_items
else:
    __getattr__ = lazily(
        __name__,
        {
            "axes": "curve_axis varying_settings",
            "formats._latex_text": "escape",
            "measure_names": "table_names",
            "notebook": "as_report",
            "ranking": "best_first lettered",
            "readable": "NumberStyle escape_control figure",
            "report": "Notes Paragraph Report for_people format_names",
            "table": "Cell Table TableLayout",
            "verdict": "lead_under verdict_text",
            "views.items": "account write_items",
            "views.paper": "read_names",
        },
    )

__all__ = [
    "Cell",
    "Report",
    "Table",
    "TableLayout",
    "best_first",
    "escape_control",
    "for_people",
    "format_names",
    "render",
    "write_items",
]


def render(
    results: Results,
    format: str = "text",
    *,
    comparison: Comparison | None = None,
    layout: TableLayout | None = None,
    digits: int = 4,
    width: int | None = None,
) -> str:
    """Return results in a format, without an end of line after the last.

    ``comparison`` adds the letters of tied systems and the paired tests; ``layout`` says what goes down;
    ``digits`` are those after the point in what people read (programs get them all); ``width`` is that of the
    terminal, None for any.

    >>> from lydite.inference.result import Result, Results
    >>> print(render(Results((Result("run", "F1@10", {}, 0.43216, 0.41, 0.45, n=20),)), "text"))
    measure  run
    ────────────────────────────────
    F1@10    0.4322 [0.4100, 0.4500]
    <BLANKLINE>
    n = 20
    """
    from lydite.reporting.views.results import report

    return report(results, comparison, layout).render(format, digits=digits, width=width)
