"""A file that was looked at: whether it is fine, and all its faults."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from lydite.reporting.report import Notes, Report
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from lydite.runs.validating import Validation


def report(looked: Validation) -> Report:
    """Return the report of a validation."""
    faults = looked.faults
    many = f"{len(faults):,} fault{'s' * (len(faults) != 1)}"
    state = f"{many} as {looked.kind}" if faults else f"fine as {looked.kind}"
    table = Table(
        (Cell("line"), Cell("fault")),
        tuple((Cell("" if f.line is None else str(f.line)), Cell(f.problem, name=True)) for f in faults),
    )
    said = (*((looked.understood,) if looked.understood else ()), *looked.notes)

    def data() -> dict[str, Any]:
        return {
            "file": looked.file,
            "as": looked.kind,
            "valid": not faults,
            "items": looked.items,
            "faults": [asdict(f) for f in faults],
            "understood": looked.understood,
            "notes": list(looked.notes),
        }

    body = [*((table,) if faults else ()), *((Notes(said),) if said else ())]
    return Report(f"{looked.file}: {state}", body=lambda _: body, data=data, listed=table)
