"""What was made, in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.reporting.report import Report

if TYPE_CHECKING:
    from collections.abc import Sequence


def counted(head: str, rows: Sequence[tuple[str, int]], asides: tuple[str, ...] = ()) -> Report:
    """Return a report of numbers under a head."""
    wide = max(46, *(len(name) for name, _ in rows)) + 1
    lines = [head, *(f"  {name:<{wide}}{count:>12,}" for name, count in rows)]
    return Report(
        drawings=("\n".join(lines),),
        data=lambda: {"counts": {name.strip(): count for name, count in rows}},
        asides=asides,
    )
