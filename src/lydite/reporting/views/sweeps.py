"""Sweeps: measures that differ in two parameters as one table a system, one down and the other across."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lydite.inference.result import Results
from lydite.reporting.axes import (
    is_number,
    name_of,
    settings,
    spec_without,
    title_of,
    value_label,
    varying_settings,
)
from lydite.reporting.ranking import ranking
from lydite.reporting.table import Cell, Table, blank_repeats
from lydite.reporting.views.results import (
    FigureLine,
    ResultGrid,
    has_figure,
    interval_note,
    layout,
    lines_of,
    notes_of,
)

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.inference.result import Result

_FILLED = 0.75
"""A sweep fills at least this share of its table."""


@dataclass(frozen=True)
class SweepTable:
    """Results of one measure, and the two settings that stand down and across."""

    results: Results
    down: str
    across: str
    apart: tuple[str, ...]
    """Settings that vary besides: there is a table for each of their values."""


def layout_sweeps(results: Results, comparison: Comparison | None, digits: int) -> list[Table]:
    """Return a table for each system and swept measure; all other measures have one table as ever."""
    by_name: dict[str, list[Result]] = {}
    for result in results:
        by_name.setdefault(name_of(result.measure), []).append(result)
    swept = {name: as_sweep for name, rows in by_name.items() if (as_sweep := _sweep(Results(tuple(rows))))}
    if not swept:
        return [layout(results, comparison, digits)]
    rest = Results(tuple(r for r in results if name_of(r.measure) not in swept))
    tables = [_bare(layout(rest, comparison, digits))] if len(rest) else []
    grid = ResultGrid.of(results, comparison, digits)
    for system in results.systems:
        for sweep in swept.values():
            tables += _tables(sweep, grid, system)
    _, constant = lines_of(results)
    brackets = [Cell(text)] if (text := interval_note(results)) else []
    ranked = ranking(comparison)[1] if comparison is not None and comparison.ranks else {}
    places = (
        [Cell("Ranks: " + ", ".join(f"{s} {r}" for s, r in ranked.items()) + ".", name=True)]
        if ranked
        else []
    )
    notes = (*constant, *brackets, *notes_of(results, comparison, grid), *places)
    return [*tables[:-1], replace(tables[-1], notes=notes)]


def _bare(table: Table) -> Table:
    """Leave out notes, which are said once below all tables."""
    return replace(table, notes=())


def _sweep(results: Results) -> SweepTable | None:
    """Return the sweep that results of one measure are, if they differ in two parameters or more."""
    varying = {k: v for k, v in varying_settings(results).items() if k != "group"}
    keys = [k for k in varying if not _follows(results, k, varying)]
    if len(keys) < 2:
        return None
    across = "cut" if "cut" in keys else min(keys, key=lambda k: len(varying[k]))
    down = max((k for k in keys if k != across), key=lambda k: len(varying[k]))
    apart = tuple(k for k in keys if k not in (down, across))
    size = len({_key(r, keys) for r in results})
    full = len({_key(r, apart) for r in results}) * len(varying[down]) * len(varying[across])
    return SweepTable(results, down, across, apart) if size >= _FILLED * full else None


def _follows(results: Results, key: str, varying: dict[str, tuple[Any, ...]]) -> bool:
    """Whether a setting says no more than an earlier one does, as the default language of a matcher."""
    earlier = list(varying)[: list(varying).index(key)]
    return any(len({_key(r, [other, key]) for r in results}) == len(varying[other]) for other in earlier)


def _key(result: Result, keys: Any) -> tuple[Any, ...]:
    known = settings(result)
    return tuple(known.get(k) for k in keys)


def _tables(sweep: SweepTable, grid: ResultGrid, system: str) -> list[Table]:
    mine = [r for r in sweep.results if r.system == system]
    apart = list(dict.fromkeys((r.group, *_key(r, sweep.apart)) for r in mine))
    return [
        _table(sweep, grid, [r for r in mine if (r.group, *_key(r, sweep.apart)) == place]) for place in apart
    ]


def _table(sweep: SweepTable, grid: ResultGrid, results: list[Result]) -> Table:
    first = results[0]
    places = {_key(r, (sweep.down, sweep.across)): r for r in results}
    downs, acrosses = (_ordered([k[i] for k in places]) for i in (0, 1))
    lines, _ = lines_of(Results(tuple(results)))
    figures = [f for f in dict.fromkeys(n.figure for n in lines if n.measure is not None) if f != "coverage"]
    rows = []
    for value, figure in itertools.product(downs, figures):
        row = [places.get((value, other)) for other in acrosses]
        cells = [
            Cell("") if r is None else grid.cell(r.system, r.group, FigureLine(r.measure, figure))
            for r in row
        ]
        if figure != "value" and not any(r is not None and has_figure(r, figure) for r in row):
            continue
        named = [Cell(figure)] if len(figures) > 1 else []
        rows.append((Cell(value_label(sweep.down, value), name=True), *named, *cells))
    head = [Cell(title_of(sweep.down), name=True), *([Cell("figure")] if len(figures) > 1 else [])]
    head += [Cell(_heading(sweep.across, value), name=True) for value in acrosses]
    stems = {spec_without(r.measure, sweep.down, sweep.across, *sweep.apart) for r in results}
    what = stems.pop() if len(stems) == 1 else name_of(first.measure)
    known = settings(first)
    heading = [f"{title_of(k)} = {value_label(k, known.get(k))}" for k in sweep.apart]
    heading += [f"group = {first.group}"] if first.group is not None else []
    what = ", ".join([what + grid.arrows.get(first.measure, ""), *heading])
    title = f"{first.system}: {what}" if first.system else what
    return Table(tuple(head), blank_repeats(rows, 1), len(head) - len(acrosses), title=title)


def _heading(key: str, value: Any) -> str:
    shown = value_label(key, value)
    if key == "cut":
        return "all" if value is None else f"@{shown}"
    return f"{title_of(key)} = {shown}"


def _ordered(values: list[Any]) -> list[Any]:
    """Return numbers in their order, after them what is none as it was asked for; all cuts come last."""
    distinct = list(dict.fromkeys(values))
    words = [v for v in distinct if not is_number(v) and v is not None]
    return [*sorted(v for v in distinct if is_number(v)), *words, *([None] if None in distinct else [])]
