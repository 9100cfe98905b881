"""A gate: what changed from baseline to candidate, what could have dropped unseen, which items flipped."""

from __future__ import annotations

import functools
import math
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from lydite.reporting.readable import NumberStyle, escape_control, p_text, p_words
from lydite.reporting.report import Paragraph
from lydite.reporting.table import Cell, Table
from lydite.reporting.views import results

if TYPE_CHECKING:
    from lydite.reporting.report import Report
    from lydite.runs.gate import Gate, GateLine

SHOWN = 10
"""Items that flipped which people see; programs get them all."""


def report(gate: Gate, shown: int = SHOWN) -> Report:
    """Return the report of a gate."""
    plain = results.report(gate.comparison.results, gate.comparison)
    return replace(
        plain,
        title=verdict(gate),
        body=functools.partial(_body, gate, shown),
        paper=None,  # its table is the same everywhere
        data=functools.partial(data, gate),
        results=gate.comparison.results,
    )


def verdict(gate: Gate) -> str:
    """Say in one line whether the build fails, and for what."""
    allowed = f" beyond {gate.margin:g}" if gate.margin else ""
    if not gate.failed:
        what = "no drop is proven" if gate.fail_if == "proven-drop" else "no drop is possible"
        return f"passed: {what}{allowed}, from {gate.baseline} to {gate.candidate}"
    named = ", ".join(f"{line.measure} ({line.verdict})" for line in gate.failed)
    return f"FAILED: {named}{allowed}, from {gate.baseline} to {gate.candidate}"


def _body(gate: Gate, shown: int, digits: int) -> list[Table | Paragraph]:
    return [_changes(gate, digits), *_flips(gate, shown, digits)]


def _changes(gate: Gate, digits: int) -> Table:
    head = ("measure", "baseline", "candidate", "change", "p", "smallest drop found", "verdict")
    rows = []
    for line in gate.lines:
        style = _style(line, digits)
        moved = (
            f"{_signed(line.change.difference, style)} {style.interval(line.change.low, line.change.high)}"
        )
        figures = (style(line.before), style(line.after), moved, p_text(line.change.p, digits))
        cells = (*figures, _found(line, style), line.verdict)
        rows.append((Cell(_named(line), name=True), *map(Cell, cells)))
    return Table(tuple(map(Cell, head)), tuple(rows), notes=tuple(Cell(n, name=True) for n in notes(gate)))


def notes(gate: Gate) -> list[str]:
    """Return what the columns mean, and what a reader must know of the data."""
    several = (
        f", {100 * gate.level_each:.4g}% each for {len(gate.lines)} measures" if len(gate.lines) > 1 else ""
    )
    lower = any(line.better == "lower" and line.figure == "value" for line in gate.lines)
    turned = "; + is better also where a measure is the lower the better" if lower else "; + is better"
    limit = f"−{gate.margin:g}" if gate.margin else "0"
    share = f"{100 * gate.power:g}%"
    drops = [line.smallest for line in gate.lines]
    units = sorted({line.change.units for line in gate.lines})
    n = f"{units[0]:,}" if len(units) == 1 else f"{units[0]:,} to {units[-1]:,}"
    few = "; none: not even all lost, with so few items" if any(map(math.isinf, drops)) else ""
    return [
        f"n = {n}; brackets hold {100 * gate.level:g}% intervals of the change{several}{turned}.",
        f"A drop is proven where the whole interval lies below {limit}, possible where its lower end does.",
        f"Smallest drop found: whole items lost to that amount are proven in {share} of builds{few}.",
        *gate.comparison.results.notes,
    ]


def _flips(gate: Gate, shown: int, digits: int) -> list[Table | Paragraph]:
    """Return the items that lost most under the measure that fails, or under the first."""
    line = (*gate.failed, *gate.lines)[0]
    gained = len(line.items) - line.worse
    same = len(next(r for r in gate.comparison.results if r.measure == line.measure).items) - len(line.items)
    lost = f"{line.worse:,} item{'s' * (line.worse != 1)}"
    counts = f"{line.measure}: {lost} worse, {gained:,} better, {same:,} the same"
    if not line.worse or not shown:
        return [Paragraph(counts, name=True)]
    worst = [i for i in line.items if i.change < 0][:shown]
    style = NumberStyle.of([v for i in worst for v in (i.before, i.after)], digits)
    rows = [
        (Cell(i.item, name=True), Cell(style(i.before)), Cell(style(i.after)), Cell(_signed(i.change, style)))
        for i in worst
    ]
    more = line.worse - len(worst)
    tail = (Cell(f"and {more:,} more that lost (--show, --format json)"),) if more > 0 else ()
    head = tuple(map(Cell, ("item", "baseline", "candidate", "change")))
    return [Table(head, tuple(rows), notes=tail, title=counts)]


def _found(line: GateLine, style: NumberStyle) -> str:
    return style(line.smallest) if math.isfinite(line.smallest) else "none"


def _style(line: GateLine, digits: int) -> NumberStyle:
    style = NumberStyle.of([line.before, line.after, line.change.low, line.change.high], digits)
    return style.known_to(line.error) if line.figure == "corrected" else style


def _named(line: GateLine) -> str:
    return line.measure + (", corrected" if line.figure == "corrected" else "")


def _signed(value: float, style: NumberStyle) -> str:
    text = style(value)
    return f"+{text}" if value > 0 and (math.isinf(value) or float(text)) else text


def message(gate: Gate, line: GateLine, digits: int = 4) -> str:
    """Return what happened to one measure, in words."""
    style = _style(line, digits)
    ends = style.interval(line.change.low, line.change.high)
    p = p_words(line.change.p, digits)
    worst = ", ".join(escape_control(i.item) for i in line.items[:5] if i.change < 0)
    flipped = f"; {line.worse:,} item{'s' * (line.worse != 1)} lost, most of all {worst}" if worst else ""
    return (
        f"{_named(line)} went from {style(line.before)} to {style(line.after)}: a change of "
        f"{_signed(line.change.difference, style)} {ends} against a margin of {gate.margin:g}, "
        f"{p} ({line.verdict}){flipped}"
    )


def data(gate: Gate) -> dict[str, Any]:
    """Return what programs get."""
    lines = []
    for line in gate.lines:
        row = asdict(line)
        moved = row.pop("change")
        lines.append({**row, **{("change" if k == "difference" else k): v for k, v in moved.items()}})
    return {
        "gate": {
            "passed": not gate.failed,
            "baseline": gate.baseline,
            "candidate": gate.candidate,
            "fail_if": gate.fail_if,
            "margin": gate.margin,
            "level": gate.level,
            "level_each": gate.level_each,
            "power": gate.power,
            "measures": lines,
        }
    }
