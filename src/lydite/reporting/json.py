"""JSON: every figure with all its digits, for programs.

``{"schema": 1, "results": [...]}``; absent and undefined figures are null. Notes and paired tests stand
beside the results where there are any.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.result import Results

SCHEMA = 1


def render(
    results: Results,
    comparison: Comparison | None,
    digits: int,  # noqa: ARG001
    width: int | None,  # noqa: ARG001
) -> str:
    """Return the JSON text, indented by two."""
    found: dict[str, Any] = {"schema": SCHEMA, "results": [r.row() for r in results]}
    if results.notes:
        found["notes"] = list(results.notes)
    if comparison is not None:
        found["comparison"] = {
            "test": comparison.test,
            "level": comparison.level,
            "swaps": comparison.swaps,
            "tests": [asdict(t) for t in comparison.tests],
            "letters": comparison.letters,
        }
    return json.dumps(finite(found), indent=2, ensure_ascii=False, allow_nan=False)


def finite(value: Any) -> Any:
    """Return the value with null for what JSON has no number for, and half characters spelled out."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if hasattr(value, "items"):
        return {finite(str(k)): finite(v) for k, v in value.items()}
    return [finite(v) for v in value] if isinstance(value, list | tuple) else value
