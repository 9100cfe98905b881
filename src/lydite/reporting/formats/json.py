"""JSON: every figure with all its digits, for programs.

``{"schema": 1, "results": [...]}``; absent and undefined figures are null. Notes, paired tests and other
data stand beside the results where there are any.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lydite.reporting.report import Report

SCHEMA = 1


def render(report: Report, digits: int, width: int | None) -> str:  # noqa: ARG001
    """Return the JSON text, indented by two."""
    return json.dumps(record(report), indent=2, ensure_ascii=False, allow_nan=False)


def record(report: Report) -> dict[str, Any]:
    """Return what programs get, in mappings, lists, numbers and texts."""
    content: dict[str, Any] = {"schema": SCHEMA}
    if report.results is not None:
        content["results"] = [r.row() for r in report.results]
    if report.notes:
        content["notes"] = list(report.notes)
    if report.comparison is not None:
        content["comparison"] = {
            "test": report.comparison.test,
            "level": report.comparison.level,
            "swaps": report.comparison.swaps,
            "tests": [asdict(t) for t in report.comparison.tests],
            "letters": report.comparison.letters,
            "ranks": {m: {s: asdict(r) for s, r in of.items()} for m, of in report.comparison.ranks.items()},
            "judged": report.comparison.judged_figures,
        }
    plain: dict[str, Any] = finite(content | dict(report.data() if report.data is not None else {}))
    return plain


def left_out(report: Report) -> tuple[str, ...]:
    """Return the drawings whose content is not in the data."""
    return report.drawings if report.data is None else ()


def finite(value: Any) -> Any:
    """Return the value with null for what JSON has no number for, and half characters spelled out."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if hasattr(value, "items"):
        return {finite(str(k)): finite(v) for k, v in value.items()}
    return [finite(v) for v in value] if isinstance(value, list | tuple) else value
