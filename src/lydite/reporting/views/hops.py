"""Walks as ``lydite hop`` shows them: who reaches, how directly, hops two at a time, shared vocabulary."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.inference.result import part_name
from lydite.probes.hop.comparing import both
from lydite.probes.hop.outcomes import DIRECTNESS, EFFICIENCY, ENDS, HOPS
from lydite.probes.hop.summary import ALL, PAIRED, SHARED, SHARED_PAIRED
from lydite.reporting.charts.hops import specification
from lydite.reporting.ranking import arrows, best_first, letter_note, lettered, ranked_note
from lydite.reporting.readable import NOTHING, NumberStyle
from lydite.reporting.report import Notes, Paragraph, Report
from lydite.reporting.table import Cell, Table
from lydite.reporting.views import paired

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.inference.ranks import Rank
    from lydite.inference.result import Result, Results
    from lydite.probes.hop.run import HopRun
    from lydite.probes.hop.run import WalkPart as Walked

Part = Table | Paragraph | Notes
Cells = dict[tuple[str, str], "Result"]

_TITLES = {
    ALL: "Hops of the walks that reached it",
    PAIRED: "Paired: the starts from which every strategy reached it",
    SHARED: "Shared vocabulary: hops of the walks that reached it",
    SHARED_PAIRED: "Shared vocabulary, paired",
}


def report(
    hop_run: HopRun, results: Results, comparison: Comparison | None, spread: Sequence[str] = ()
) -> Report:
    """Return the report of walks; ``spread`` are drawings of how their starts are spread."""
    results = best_first(results, comparison)
    return Report(
        drawings=tuple(spread),
        body=functools.partial(_body, hop_run, results, comparison),
        results=results,
        comparison=comparison,
        charts=(functools.partial(_chart, hop_run, results),),
    )


def _chart(hop_run: HopRun, results: Results) -> dict[str, Any]:

    return specification(hop_run, results)


def _body(hop_run: HopRun, results: Results, comparison: Comparison | None, digits: int) -> list[Part]:
    target, starts = hop_run.graph.wikipedia.title(hop_run.graph.target), len(hop_run.parts[0].floor)
    rule = "links to articles seen are skipped" if hop_run.skip_visited else "cycles are kept"
    setting = f"the first {hop_run.graph.cache.width} links, at most {hop_run.most} hops, {rule}"
    parts: list[Part] = [_line(f"{starts:,} starts to {target}: {setting}")]
    ranked = _StrategyRanking.of(hop_run, results, comparison)
    for part in hop_run.parts:
        cells = {(r.system, r.measure): r for r in results if r.group == part.group}
        if part.group in (ALL, SHARED):
            parts.append(_ends(ranked, cells, part.group))
        title = _TITLES[part.group]
        if part.group in (PAIRED, SHARED_PAIRED):
            out = [
                n
                for i, n in enumerate(hop_run.names)
                if part.strategies is not None and i not in part.strategies
            ]
            without = f", baselines left out: {', '.join(out)}" if out else ""
            title = f"{title} ({len(part.floor):,} of {starts:,}{without})"
        if len(part.floor):
            parts.append(_hops(ranked, part, cells, digits, title))
        else:
            parts += [_line(title), _line("no start is left")]
        if part.group in (ALL, SHARED) and len(part.walks) > 1:
            parts.append(_matrix(ranked, part, digits))
    parts.append(_notes(ranked, results))
    if comparison is not None and comparison.tests:
        if len(comparison.tests) <= paired.MOST_TESTS:
            parts.append(_tests(hop_run, comparison, digits))
        else:
            parts.append(_line(f"{len(comparison.tests)} paired tests: --format json has them all"))
    return parts


@dataclass(frozen=True)
class _StrategyRanking:
    """The strategies from best to worst, with what tells their places."""

    hopped: HopRun
    names: tuple[str, ...]
    arrows: Mapping[str, str]
    comparison: Comparison | None

    @classmethod
    def of(cls, hop_run: HopRun, results: Results, comparison: Comparison | None) -> _StrategyRanking:
        return cls(hop_run, results.systems, arrows(results, comparison), comparison)

    def lettered(self, text: str, measure: str, group: str | None, name: str) -> Cell:
        if self.comparison is None:
            return Cell(text)
        return lettered(text, self.comparison, part_name(measure, group), name)

    def _ranks(self, group: str | None) -> Mapping[str, Rank]:
        return {} if self.comparison is None else self.comparison.ranks.get(part_name(ENDS[0], group), {})

    def head(self, group: str | None) -> tuple[str, ...]:
        return ("rank",) if self._ranks(group) else ()

    def place(self, name: str, group: str | None) -> list[Cell]:
        return [Cell(str(self._ranks(group)[name]))] if self._ranks(group) else []

    def arrow(self, measure: str) -> str:
        return "" if self.comparison is None else self.arrows.get(measure, "")


def _line(text: str) -> Paragraph:
    return Paragraph(text, name=True)


def _ends(ranked: _StrategyRanking, cells: Cells, group: str | None) -> Table:
    """Return what matters first: who reaches the target and how directly; then how the others end."""
    rows = []
    style = NumberStyle(3)
    for name in ranked.names:
        reached, direct = cells[name, ENDS[0]], cells[name, DIRECTNESS]
        share = f"{round(reached.value * reached.n):,} ({100 * reached.value:.2f}%)"
        if reached.low is not None and reached.high is not None:
            share += f" [{100 * reached.low:.2f}, {100 * reached.high:.2f}]"
        row = [Cell(name, name=True), *ranked.place(name, group)]
        row.append(ranked.lettered(share, ENDS[0], group, name))
        text = f"{style(direct.value)} {style.interval(direct.low, direct.high)}".strip()
        row.append(ranked.lettered(text, DIRECTNESS, group, name))
        for end in ENDS[1:]:
            other = cells[name, end]
            row.append(Cell(f"{round(other.value * other.n):,} ({100 * other.value:.2f}%)"))
        rows.append(tuple(row))
    title = f"{'Shared vocabulary: how' if group else 'How'} many reach it, and how directly"
    head = (
        "strategy",
        *ranked.head(group),
        ENDS[0] + ranked.arrow(ENDS[0]),
        EFFICIENCY + ranked.arrow(DIRECTNESS),
    )
    return Table(tuple(map(Cell, (*head, *ENDS[1:]))), tuple(rows), title=title)


def _hops(ranked: _StrategyRanking, part: Walked, cells: Cells, digits: int, title: str) -> Table:
    whole = part.group in (ALL, SHARED)
    columns = (HOPS, "median", "sd", "min", "max", EFFICIENCY)
    styles = {c: NumberStyle(digits + (c == EFFICIENCY)) for c in columns}
    rows = []
    walked = None if part.strategies is None else {ranked.hopped.names[i] for i in part.strategies}
    for name in [n for n in ranked.names if walked is None or n in walked]:
        count = cells[name, HOPS].n
        row = [Cell(name, name=True), *([Cell(f"{count:,}")] if whole else [])]
        for column in columns:
            result, style = cells[name, column], styles[column]
            text = style(result.value)
            if column in ("median", "min", "max") and text != NOTHING:
                text = f"{result.value:g}"
            text = f"{text} {style.interval(result.low, result.high)}".strip()
            row.append(ranked.lettered(text, column, part.group, name))
        rows.append(tuple(row))
    heads = {HOPS: "mean" + ranked.arrow(HOPS), EFFICIENCY: "efficiency of these" + ranked.arrow(EFFICIENCY)}
    head = ("strategy", *(("n",) if whole else ()), *(heads.get(c, c) for c in columns))
    return Table(tuple(map(Cell, head)), tuple(rows), title=title)


def _matrix(ranked: _StrategyRanking, part: Walked, digits: int) -> Table:
    """Return for each pair of strategies the hops of one less those of the other, where both arrived."""
    hop_run = ranked.hopped
    order = [hop_run.names.index(name) for name in ranked.names]
    style = NumberStyle(digits)
    rows = []
    for i in order:
        row = [Cell(hop_run.names[i], name=True)]
        for j in order:
            one, two = part.walks[i], part.walks[j]
            both = (one.ends == 0) & (two.ends == 0)
            if i == j or not both.any():
                row.append(Cell("" if i == j else "– (0)"))
                continue
            gap = float((one.hops[both] - two.hops[both]).mean())
            row.append(Cell(f"{style(gap)} ({int(both.sum()):,})"))
        rows.append(tuple(row))
    head = (Cell("row − column"), *(Cell(n, name=True) for n in ranked.names))
    title = f"{'Shared vocabulary: hops' if part.group else 'Hops'} where both reached it, two at a time"
    return Table(head, tuple(rows), title=f"{title} (how many starts)")


def _notes(ranked: _StrategyRanking, results: Results) -> Notes:
    comparison = ranked.comparison
    lines = ["Efficiency: the fewest hops possible / hops made; a start that failed counts as 0."]
    if any(r.low is not None for r in results):
        lines.append(
            "Brackets hold intervals over starts (percentile bootstrap), as if walks were independent; "
            "they share articles."
        )
    lines += [note] if (note := letter_note("Strategies", comparison)) else []
    return Notes((*lines, *ranked_note(comparison, ranked.arrows), *results.notes))


def _tests(hop_run: HopRun, comparison: Comparison, digits: int) -> Table:
    plain = paired.tests(comparison, max(digits, 4))
    counts = [Cell(f"{both(hop_run, t):,}") for t in comparison.tests]
    rows = tuple((*row[:3], n, *row[3:]) for row, n in zip(plain.rows, counts, strict=True))
    return Table((*plain.head[:3], Cell("n"), *plain.head[3:]), rows, plain.labels, title="Paired tests")
