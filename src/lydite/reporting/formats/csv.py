"""CSV: one row per result, every figure with all its digits; absent figures are empty.

An answer without results is its list.
"""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.inference.result import KEYS
from lydite.reporting.formats.json import finite

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.inference.result import Result
    from lydite.reporting.report import Report

_COMPARED = ("rank", "rank_best", "rank_worst", "letters")


def render(report: Report, digits: int, width: int | None) -> str:  # noqa: ARG001
    """Return the rows under a head; parameters are a JSON object, ranks and letters of ties come last."""
    if report.results is None and report.listed is not None:
        table = report.listed
        return "\n".join(_line([cell.text for cell in row]) for row in (table.head, *table.rows))
    if report.results is None:
        raise InputError("csv holds results, and this answer has none; --format json has all of it")
    comparison = report.comparison
    rows: list[list[object]] = [[*KEYS, *(_COMPARED if comparison is not None else ())]]
    for result in report.results:
        row = finite(result.row())
        row["parameters"] = json.dumps(row["parameters"], ensure_ascii=False)
        if comparison is not None:
            row |= _compared(comparison, result)
        rows.append(["" if v is None else repr(v) if isinstance(v, float) else v for v in row.values()])
    return "\n".join(_line(row) for row in rows)


def _compared(comparison: Comparison, result: Result) -> dict[str, object]:
    """Return the rank of a result and its letters, where its measure was compared."""
    measure = result.measure if result.group is None else f"{result.measure}, {result.group}"
    rank = comparison.ranks.get(measure, {}).get(result.system)
    places = (None, None, None) if rank is None else (rank.place, rank.best, rank.worst)
    letters = comparison.letters.get(measure, {}).get(result.system)
    return dict(zip(_COMPARED, (*places, letters), strict=True))


def left_out(report: Report) -> tuple[str, ...]:
    """Return the drawings whose content is in no table, and a note where other data are left out."""
    if report.listed is not None:
        return ()
    more = ("lydite: csv holds the results only; --format json has the rest",) if report.data else ()
    return (*report.drawings, *more)


def _line(row: list[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(row)  # quotes what holds either character
    return out.getvalue().removesuffix("\r\n")
