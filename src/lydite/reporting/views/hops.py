"""Walks as ``lydite hop`` shows them: how they end, hops, the paired part, the shared vocabulary, tests."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from lydite.probes.hop.comparing import both, named
from lydite.probes.hop.outcomes import DIRECTNESS, EFFICIENCY, ENDS, HOPS
from lydite.probes.hop.stability import GROUP
from lydite.probes.hop.summary import ALL, PAIRED, SHARED, SHARED_PAIRED
from lydite.reporting.readable import NOTHING, Style
from lydite.reporting.report import Notes, Paragraph, Report
from lydite.reporting.table import Cell, Table
from lydite.reporting.views import paired

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.probes.hop.run import Hopped
    from lydite.result import Result, Results

Part = Table | Paragraph | Notes
Cells = dict[tuple[str, str], "Result"]

_TITLES = {
    ALL: "Hops of the walks that reached it",
    PAIRED: "Paired: the starts from which every strategy reached it",
    SHARED: "Shared vocabulary: hops of the walks that reached it",
    SHARED_PAIRED: "Shared vocabulary, paired",
}


def report(
    hopped: Hopped, results: Results, comparison: Comparison | None, spread: Sequence[str] = ()
) -> Report:
    """Return the report of walks; ``spread`` are drawings of how their starts are spread."""
    return Report(
        drawings=tuple(spread),
        body=functools.partial(_body, hopped, results, comparison),
        results=results,
        comparison=comparison,
        charts=(functools.partial(_chart, hopped, results),),
    )


def _chart(hopped: Hopped, results: Results) -> dict[str, Any]:
    from lydite.reporting.charts.hops import specification

    return specification(hopped, results)


def _body(hopped: Hopped, results: Results, comparison: Comparison | None, digits: int) -> list[Part]:
    target, starts = hopped.web.wikipedia.title(hopped.web.target), len(hopped.parts[0].floor)
    rule = "links to articles seen are skipped" if hopped.skip_visited else "cycles are kept"
    setting = f"the first {hopped.web.pool.width} links, at most {hopped.most} hops, {rule}"
    parts: list[Part] = [_line(f"{starts:,} starts to {target}: {setting}")]
    letters = comparison.letters if comparison is not None else {}
    for part in hopped.parts:
        cells = {(r.system, r.measure): r for r in results if r.group == part.group}
        if part.group in (ALL, SHARED):
            parts.append(_ends(hopped, cells, letters, part.group))
        count = f" ({len(part.floor):,} of {starts:,})" if part.group in (PAIRED, SHARED_PAIRED) else ""
        title = f"{_TITLES[part.group]}{count}"
        if len(part.floor):
            parts.append(_hops(hopped, cells, letters, part.group, digits, title))
        else:
            parts += [_line(title), _line("no start is left")]
    parts += _stability(hopped, results, digits)
    parts.append(_notes(results, comparison))
    if comparison is not None and comparison.tests:
        if len(comparison.tests) <= paired.MOST_TESTS:
            parts.append(_tests(hopped, comparison, digits))
        else:
            parts.append(_line(f"{len(comparison.tests)} paired tests: --format json has them all"))
    return parts


def _line(text: str) -> Paragraph:
    return Paragraph(text, name=True)


def _ends(hopped: Hopped, cells: Cells, letters: Mapping[str, Mapping[str, str]], group: str | None) -> Table:
    rows = []
    for name in hopped.names:
        row = [Cell(name, name=True)]
        for end in ENDS:
            found = cells[name, end]
            share = f"{round(found.value * found.n):,} ({100 * found.value:.2f}%)"
            if end == ENDS[0] and found.low is not None and found.high is not None:
                share += f" [{100 * found.low:.2f}, {100 * found.high:.2f}]"
            row.append(
                Cell(share, letters.get(named(end, group), {}).get(name, "") if end == ENDS[0] else "")
            )
        rows.append(tuple(row))
    title = f"{'Shared vocabulary: how' if group else 'How'} the walks end"
    return Table(tuple(map(Cell, ("strategy", *ENDS))), tuple(rows), title=title)


def _hops(
    hopped: Hopped,
    cells: Cells,
    letters: Mapping[str, Mapping[str, str]],
    group: str | None,
    digits: int,
    title: str,
) -> Table:
    whole = group in (ALL, SHARED)
    columns = (HOPS, "median", "sd", "min", "max", EFFICIENCY, *((DIRECTNESS,) if whole else ()))
    styles = {c: Style(digits + (c in (EFFICIENCY, DIRECTNESS))) for c in columns}
    rows = []
    for name in hopped.names:
        count = cells[name, HOPS].n
        row = [Cell(name, name=True), *([Cell(f"{count:,}")] if whole else [])]
        for column in columns:
            found, style = cells[name, column], styles[column]
            text = style(found.value)
            if column in ("median", "min", "max") and text != NOTHING:
                text = f"{found.value:g}"
            marks = letters.get(named(column, group), {}).get(name, "")
            row.append(Cell(f"{text} {style.interval(found.low, found.high)}".strip(), marks))
        rows.append(tuple(row))
    head = ("strategy", *(("n",) if whole else ()), *(c.replace(HOPS, "mean") for c in columns))
    return Table(tuple(map(Cell, head)), tuple(rows), title=title)


def _stability(hopped: Hopped, results: Results, digits: int) -> list[Table]:
    cells = {(r.system, r.measure): r for r in results if r.group == GROUP}
    if not cells:
        return []
    rows = []
    for name in hopped.names:
        share, hops = cells[name, ENDS[0]], cells[name, HOPS]
        shown = f"{100 * share.value:.2f}% [{100 * (share.low or 0):.2f}, {100 * (share.high or 0):.2f}]"
        style = Style(digits)
        mean = f"{style(hops.value)} {style.interval(hops.low, hops.high)}".strip()
        rows.append((Cell(name, name=True), Cell(shown), Cell(mean)))
    asked = cells[hopped.names[0], HOPS].parameters
    title = (
        f"Stability: {asked['draws']:,} times with {100 * asked['lost']:g}% of the links missing, "
        f"the median and where the middle {100 * asked['level']:g}% lie"
    )
    return [Table(tuple(map(Cell, ("strategy", ENDS[0], "mean hops"))), tuple(rows), title=title)]


def _notes(results: Results, comparison: Comparison | None) -> Notes:
    lines = [
        "Efficiency: the fewest hops possible / hops made; over all starts, one that failed counts as 0."
    ]
    if any(r.low is not None for r in results if r.group != GROUP):
        but = ", but for those of stability" if any(r.group == GROUP for r in results) else ""
        lines.append(f"Brackets hold intervals over starts (percentile bootstrap){but}.")
    if comparison is not None:
        lines.append(
            f"Strategies that share a letter cannot be told apart (paired {comparison.test} test, Holm's "
            f"correction, α = {1 - comparison.level:.4g})."
        )
    return Notes((*lines, *results.notes))


def _tests(hopped: Hopped, comparison: Comparison, digits: int) -> Table:
    plain = paired.tests(comparison, max(digits, 4))
    counts = [Cell(f"{both(hopped, t):,}") for t in comparison.tests]
    rows = tuple((*row[:3], n, *row[3:]) for row, n in zip(plain.rows, counts, strict=True))
    return Table((*plain.head[:3], Cell("n"), *plain.head[3:]), rows, plain.labels, title="Paired tests")
