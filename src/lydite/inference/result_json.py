"""Results that were printed as JSON, read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal, NotRequired, TypedDict

from lydite.core.errors import InputError
from lydite.core.io.files import contents
from lydite.inference.result import KEYS, Result, Results
from lydite.inference.signature import Signature


class PrintedResult(TypedDict):
    """A result as it stands in JSON."""

    system: str
    measure: str
    parameters: dict[str, Any]
    group: str | None
    value: int | float | None
    low: int | float | None
    high: int | float | None
    chance: int | float | None
    chance_error: NotRequired[int | float | None]
    corrected: int | float | None
    corrected_low: NotRequired[int | float | None]
    corrected_high: NotRequired[int | float | None]
    n: int
    unscored: int
    coverage: int | float | None
    better: NotRequired[Literal["higher", "lower"] | None]
    signature: str


def read_results(source: str | bytes | Path) -> Results:
    """Return the results of a JSON text, or of a file that holds one; undefined values are NaN again."""
    import msgspec

    named = not isinstance(source, bytes) and not str(source).lstrip().startswith("{")
    where = str(source) if named else "JSON"
    text: Any = contents(Path(where)) if named else source
    try:
        content = json.loads(text)
        if not isinstance(content, dict) or content.get("schema") != 1:
            raise InputError("are no results of schema 1, as --format json prints them", where)
        rows = msgspec.convert(content.get("results"), list[PrintedResult])
        notes = msgspec.convert(content.get("notes", []), list[str])
    except (msgspec.ValidationError, RecursionError) as error:
        raise InputError(f"are no results as --format json prints them: {error}", where) from error
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"is no JSON: {error}", where) from error
    return Results(tuple(map(_result, rows)), tuple(notes))


def _result(row: PrintedResult) -> Result:
    value = float("nan") if row["value"] is None else row["value"]
    kept: Any = {k: row.get(k) for k in KEYS}
    return Result(**{**kept, "value": value, "signature": Signature.read(row["signature"])})
