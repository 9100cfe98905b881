"""Labels and prevalences as ``lydite semeval`` shows them: averages, a leaderboard, topics, confusion."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lydite.inference.result import Result, Results
from lydite.measures.labels.items import LabelItems, Prevalences
from lydite.reporting import charts, confusion
from lydite.reporting.ranking import arrows, best_first, directions, legend, lettered, ranking
from lydite.reporting.readable import NumberStyle
from lydite.reporting.report import Paragraph, Report
from lydite.reporting.table import Cell, Table
from lydite.reporting.views import classes as of_classes
from lydite.reporting.views.results import interval_note, layout, verdict_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.measures.tasks.semeval.scoring import LabelRun
    from lydite.measures.tasks.semeval.subtasks import Subtask

Part = Table | Paragraph
_MOST = 500
"""Beyond so many rows by topic a terminal does not show them."""


@dataclass(frozen=True)
class LabelRuns:
    """Runs of a subtask and what came of them."""

    task: Subtask
    runs: Sequence[LabelRun]
    results: Results
    comparison: Comparison | None
    intervals: Callable[[], Mapping[str, Results]]
    """The results of a single run, by what was resampled for their intervals."""
    classes: Callable[[], Results] | None = None
    """Every figure of every class, where they are wanted and there are classes."""


def report(scored: LabelRuns, *, with_confusion: bool = False) -> Report:
    """Return the report; ``with_confusion`` adds matrices (for D and E prevalences)."""
    results = best_first(scored.results, scored.comparison)
    order = {system: place for place, system in enumerate(results.systems)}
    runs = sorted(scored.runs, key=lambda run: order[run.system])
    classes = None if scored.classes is None else functools.cache(scored.classes)
    scored = replace(scored, results=results, runs=runs, classes=classes)
    return Report(
        heading(scored.task, scored.runs[0]),
        body=functools.partial(_body, scored, with_confusion),
        results=scored.results,
        comparison=scored.comparison,
        charts=(functools.partial(_chart, scored),),
        data=functools.partial(_data, scored, with_confusion) if with_confusion or classes else None,
        verdict=functools.partial(verdict_of, scored.comparison),
    )


def _data(scored: LabelRuns, with_confusion: bool) -> dict[str, Any]:  # noqa: FBT001
    content = confusion.data(scored.task, scored.runs) if with_confusion else {}
    return content if scored.classes is None else {**content, "classes": of_classes.data(scored.classes())}


def _body(scored: LabelRuns, with_confusion: bool, digits: int) -> list[Part]:  # noqa: FBT001
    task, first = scored.task, scored.runs[0]
    if scored.comparison is None:
        parts = overall(task, first, scored.intervals(), digits)
    else:
        parts = leaderboard(task, first, scored.comparison, digits)
    parts += [Paragraph(line) for line in (interval_note(scored.results), *scored.results.notes) if line]
    if scored.classes is not None:
        parts.append(of_classes.table(task, scored.runs, scored.classes(), digits))
    parts += by_topic(task, scored.results, digits)
    return [*parts, *(_confusion(task, run, digits) for run in scored.runs if with_confusion)]


def _chart(scored: LabelRuns) -> dict[str, Any]:
    """Draw the overall results."""
    return charts.specification(_whole(scored.results))


def heading(task: Subtask, run: LabelRun) -> str:
    """Return the title: the subtask, and how many items were scored."""
    topics = len(run.items.topics)
    kind = "data sets" if task.letter == "A" else "topics"
    many = f", {topics} {kind}" if topics > 1 and isinstance(run.items, LabelItems) else ""
    unit = task.unit if isinstance(run.items, LabelItems) else "topics"
    return f"{task.heading}: {len(run.items):,} {unit}{many}"


def overall(task: Subtask, run: LabelRun, intervals: Mapping[str, Results], digits: int) -> list[Part]:
    """Return the figures of one run: over topics and pooled, side by side.

    ``intervals`` has the same results by what was resampled for them.
    """
    results = next(iter(intervals.values()))
    kinds = _kinds(results)
    shown = list(intervals) if any(r.low is not None for r in results) else []
    head = ["measure"]
    for average in kinds:
        head += [{"topics": "over topics"}.get(average, average) if len(kinds) > 1 else "value", *shown]
    rows = []
    ways = arrows(results, None)
    for place, averages in enumerate(zip(*kinds.values(), strict=True)):
        name = min((r.measure for r in averages), key=len)  # the average is in the head
        row = [Cell(name + ways.get(name, ""), name=True)]
        for average, result in zip(kinds, averages, strict=True):
            style = NumberStyle.of([result.value, result.low, result.high], digits)
            starred = len(kinds) > 1 and _printed(task, result)
            row.append(Cell(style(result.value), "*" if starred else ""))
            for name in shown:
                same = _kinds(intervals[name])[average][place]
                row.append(Cell(style.interval(same.low, same.high)))
        rows.append(tuple(row))
    notes = tuple(Cell(f"{line}.") for line in directions(ways))
    return [Table(tuple(Cell(h) for h in head), tuple(rows), notes=notes), *_explained(task, run, results)]


def leaderboard(task: Subtask, run: LabelRun, comparison: Comparison, digits: int) -> list[Part]:
    """Return runs from best to worst under the ranking measure; runs that share a letter are tied."""
    results = _whole(comparison.results)
    cells = {(r.system, r.measure): r for r in results}
    styles = {
        m: NumberStyle.of([r.value for r in results if r.measure == m], digits) for m in results.measures
    }
    rows = [
        (
            Cell(str(rank)),
            Cell(s, name=True),
            *(lettered(_text(cells[s, m], styles[m]), comparison, m, s) for m in results.measures),
        )
        for s, rank in ranking(comparison)[1].items()
    ]
    ways = arrows(results, comparison)
    head = (Cell("rank"), Cell("system"), *(Cell(m + ways.get(m, ""), name=True) for m in results.measures))
    explained = " ".join(legend(comparison, ways, "Runs"))
    return [Table(head, tuple(rows), 2), Paragraph(explained), *_explained(task, run, results, stars=False)]


def by_topic(task: Subtask, results: Results, digits: int) -> list[Part]:
    """Return the table of topics, if there are several."""
    groups = tuple(r for r in results if r.group is not None)
    if not groups:
        return []
    table = layout(Results(groups), None, digits)
    kind = Cell("data set" if task.letter == "A" else "topic")
    head = tuple(kind if c == Cell("group") else c for c in table.head)
    return [
        replace(table, head=head, notes=(), at_most=_MOST, about=f"Each {kind.text}.")
    ]  # how intervals are made is said above


def _confusion(task: Subtask, run: LabelRun, digits: int) -> Table:
    """Return the confusion matrix (Table 2 of the document) or, for quantification, prevalences by topic."""
    if task.quantifies:
        return _prevalences(run, digits)
    matrix = confusion.counts(run)
    head = (Cell("predicted \\ actual"), *(Cell(v, name=True) for v in task.labels), Cell("all"))
    rows = [
        (Cell(v, name=True), *(Cell(str(n)) for n in matrix[:, i]), Cell(str(matrix[:, i].sum())))
        for i, v in enumerate(confusion.answers(run))
    ]
    rows.append((Cell("all"), *(Cell(str(n)) for n in matrix.sum(1)), Cell(str(matrix.sum()))))
    return Table(head, tuple(rows), title=f"{run.system}: confusion")


def _prevalences(run: LabelRun, digits: int) -> Table:
    rows = confusion.prevalences(run)
    counted = [Cell("n")] if rows[0]["n"] is not None else []
    head = (Cell("topic"), *counted, *(Cell(f"p({v})", name=True) for v in run.items.labels))
    style = NumberStyle(digits)
    lines = []
    for row in rows:
        pairs = zip(row["true"], row["estimated"], strict=True)
        cells = [Cell(f"{style(p)} → {style(q)}") for p, q in pairs]
        lines.append((Cell(row["topic"], name=True), *([Cell(str(row["n"]))] if counted else []), *cells))
    title = f"{run.system}: true → estimated prevalence"
    return Table(head, tuple(lines), 1 + len(counted), title=title)


def _whole(results: Results) -> Results:
    return Results(tuple(r for r in results if r.group is None))


def _kinds(results: Results) -> Mapping[str, list[Result]]:
    """Return the overall results by average, in the order of the measures."""
    by_average: dict[str, list[Result]] = {}
    for result in results:
        if result.group is None:
            by_average.setdefault(result.parameters["average"], []).append(result)
    return by_average


def _text(result: Result, style: NumberStyle) -> str:
    return f"{style(result.value)} {style.interval(result.low, result.high)}".strip()


def _printed(task: Subtask, result: Result) -> bool:
    """Whether the organisers' scorer prints this figure (that of A prints each data set)."""
    names = {m.name: m.average for m in task.official}
    name = result.measure.partition("(")[0]
    return task.letter != "A" and names.get(name) == result.parameters["average"]


def _explained(task: Subtask, run: LabelRun, results: Results, *, stars: bool = True) -> list[Part]:
    if len(_kinds(results)) < 2:
        return []
    kind = "data sets" if task.letter == "A" else "topics"
    uncounted = isinstance(run.items, Prevalences) and run.items.counts is None
    pooled = (
        "all topics as one, each weighing the same (gold has no counts)"
        if uncounted
        else f"all {task.unit} as one topic"
    )
    lines = [f"Over topics: the mean of the {kind}, as the document defines it; pooled: {pooled}."]
    if stars and any(_printed(task, r) for r in results):
        lines.append("* is what the organisers' scorer prints.")
    return [Paragraph(" ".join(lines))]
