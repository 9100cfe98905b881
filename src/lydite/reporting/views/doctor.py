"""The state of an installation, as a table."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from lydite.reporting.report import Notes, Report
from lydite.reporting.table import Cell, Table, blank_repeats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.sources.doctor import PartState


def report(findings: Sequence[PartState]) -> Report:
    """Return what was found, and below it what to do about what is missing or damaged."""
    rows = [tuple(Cell(t, name=True) for t in (f.part, f.name, f.state, f.detail)) for f in findings]
    head = tuple(map(Cell, ("part", "name", "state", "detail")))
    todo = tuple(f"{f.name}: {f.advice}" for f in findings if f.advice)
    table = Table(head, blank_repeats(rows, 1), 2)
    body = [table, *((Notes(todo),) if todo else ())]
    bad = {state: sum(f.state == state for f in findings) for state in ("missing", "damaged")}
    count = ", ".join(f"{n:,} {state}" for state, n in bad.items() if n) or "all fine"
    listed = Table(
        (*head, Cell("advice")), tuple((*row, Cell(f.advice)) for row, f in zip(rows, findings, strict=True))
    )
    return Report(
        f"lydite doctor: {count}",
        body=lambda _: body,
        data=lambda: {"findings": [asdict(f) for f in findings]},
        listed=listed,
    )
