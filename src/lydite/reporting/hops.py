"""What ``lydite hop`` shows: how walks end, hops, the paired part, the shared vocabulary, tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.probes.hop.comparing import both, named
from lydite.probes.hop.outcomes import DIRECTNESS, EFFICIENCY, ENDS, HOPS
from lydite.probes.hop.stability import GROUP
from lydite.probes.hop.summary import ALL, PAIRED, SHARED, SHARED_PAIRED
from lydite.reporting import latex, markdown, text
from lydite.reporting.layout import tests as layout
from lydite.reporting.numbers import NOTHING, Style
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lydite.inference import Comparison
    from lydite.probes.hop.run import Hopped
    from lydite.result import Result, Results

Part = Table | str | tuple[str, ...]
"""A table, a title or a drawing in plain letters, or notes."""
Cells = dict[tuple[str, str], "Result"]

_TITLES = {
    ALL: "Hops of the walks that reached it",
    PAIRED: "Paired: the starts from which every strategy reached it",
    SHARED: "Shared vocabulary: hops of the walks that reached it",
    SHARED_PAIRED: "Shared vocabulary, paired",
}


def report(
    hopped: Hopped, results: Results, comparison: Comparison | None, digits: int, most_tests: int
) -> list[Part]:
    """Return the tables with their titles, and the notes: what :func:`written` takes."""
    target, starts = hopped.web.wikipedia.title(hopped.web.target), len(hopped.parts[0].floor)
    rule = "links to articles seen are skipped" if hopped.skip_visited else "cycles are kept"
    setting = f"the first {hopped.web.pool.width} links, at most {hopped.most} hops, {rule}"
    parts: list[Part] = [f"{starts:,} starts to {target}: {setting}"]
    letters = comparison.letters if comparison is not None else {}
    for part in hopped.parts:
        cells = {(r.system, r.measure): r for r in results if r.group == part.group}
        if part.group in (ALL, SHARED):
            prefix = "Shared vocabulary: how" if part.group else "How"
            parts += [f"{prefix} the walks end", _ends(hopped, cells, letters, part.group)]
        count = f" ({len(part.floor):,} of {starts:,})" if part.group in (PAIRED, SHARED_PAIRED) else ""
        parts.append(f"{_TITLES[part.group]}{count}")
        parts.append(
            _hops(hopped, cells, letters, part.group, digits) if len(part.floor) else "no start is left"
        )
    parts += _stability(hopped, results, digits)
    parts.append(_notes(results, comparison))
    if comparison is not None and comparison.tests:
        if len(comparison.tests) <= most_tests:
            parts += ["Paired tests", _tests(hopped, comparison, digits)]
        else:
            parts.append(f"{len(comparison.tests)} paired tests: --format json has them all")
    return parts


def written(parts: Iterable[Part], format: str, width: int | None = None) -> str:
    """Return a report as text, Markdown or LaTeX; ``width`` is that of the terminal, None for any."""
    if format == "text":
        return "\n\n".join(
            text.table_text(p, width) if isinstance(p, Table) else p if isinstance(p, str) else "\n".join(p)
            for p in parts
        )
    if format == "markdown":
        return "\n\n".join(map(_markdown, parts))
    return "\n".join([latex.PREAMBLE, *map(_latex, parts)])


def _markdown(part: Part) -> str:
    if isinstance(part, Table):
        return markdown.table_text(part)
    if isinstance(part, tuple):
        return "\n".join(f"- {markdown.escape(line)}" for line in part)
    return f"```text\n{part}\n```" if "\n" in part else markdown.escape(part)


def _latex(part: Part) -> str:
    if isinstance(part, Table):
        return latex.table_text(part)
    if isinstance(part, tuple):
        return latex.small(part)
    return f"\n\\medskip\n\\noindent {latex.escape(part)}\n\n\\smallskip"


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
    return Table(tuple(map(Cell, ("strategy", *ENDS))), tuple(rows))


def _hops(
    hopped: Hopped, cells: Cells, letters: Mapping[str, Mapping[str, str]], group: str | None, digits: int
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
    return Table(tuple(map(Cell, head)), tuple(rows))


def _stability(hopped: Hopped, results: Results, digits: int) -> list[Part]:
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
    return [title, Table(tuple(map(Cell, ("strategy", ENDS[0], "mean hops"))), tuple(rows))]


def _notes(results: Results, comparison: Comparison | None) -> tuple[str, ...]:
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
    return (*lines, *results.notes)


def _tests(hopped: Hopped, comparison: Comparison, digits: int) -> Table:
    plain = layout(comparison, max(digits, 4))
    counts = [Cell(f"{both(hopped, t):,}") for t in comparison.tests]
    rows = tuple((*row[:3], n, *row[3:]) for row, n in zip(plain.rows, counts, strict=True))
    return Table((*plain.head[:3], Cell("n"), *plain.head[3:]), rows, plain.labels)
