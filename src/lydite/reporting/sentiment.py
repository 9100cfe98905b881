"""What ``lydite semeval`` shows: both averages, a leaderboard, topics, confusion, prevalences."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.measures.labels.items import Labelled, Prevalences
from lydite.reporting.layout import layout
from lydite.reporting.numbers import Style
from lydite.reporting.table import Cell, Table
from lydite.result import Result, Results

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.measures.labels.semeval.scoring import Run
    from lydite.measures.labels.semeval.subtasks import Subtask

Part = Table | str


def heading(task: Subtask, run: Run) -> str:
    """Say what was asked, and of how much."""
    topics = len(run.items.topics)
    kind = "data sets" if task.letter == "A" else "topics"
    many = f", {topics} {kind}" if topics > 1 and isinstance(run.items, Labelled) else ""
    unit = "tweets" if isinstance(run.items, Labelled) else "topics"
    return f"Subtask {task.letter}, {task.title}: {len(run.items)} {unit}{many}"


def overall(task: Subtask, run: Run, intervals: Mapping[str, Results], digits: int) -> list[Part]:
    """Return the figures of one run: over topics and pooled, side by side.

    ``intervals`` has the same results by what was resampled for them.
    """
    results = next(iter(intervals.values()))
    kinds = _kinds(results)
    shown = list(intervals) if any(r.low is not None for r in results) else []
    head = ["measure"]
    for average in ("over topics", "pooled") if kinds["pooled"] else ("value",):
        head += [average, *shown]
    rows = []
    for place, main in enumerate(kinds["topics"]):
        row = [Cell(main.measure, name=True)]
        for average, found in kinds.items():
            if not found:
                continue
            result = found[place]
            style = Style.of([result.value, result.low, result.high], digits)
            row.append(Cell(style(result.value), "*" if _printed(task, result) else ""))
            for name in shown:
                same = _kinds(intervals[name])[average][place]
                row.append(Cell(style.interval(same.low, same.high)))
        rows.append(tuple(row))
    return [Table(tuple(Cell(h) for h in head), tuple(rows)), *_explained(task, run, results)]


def leaderboard(task: Subtask, run: Run, found: Comparison, digits: int) -> list[Part]:
    """Return runs from best to worst under the ranking measure; runs that share a letter are tied."""
    results = Results(tuple(r for r in found.results if r.group is None))
    first = str(task.measures[0])
    better = -1 if task.measures[0].better == "higher" else 1
    values = {r.system: better * r.value for r in results if r.measure == first}
    order = sorted(values, key=lambda s: (values[s] != values[s], values[s]))
    beaten = dict.fromkeys(order, 0)
    for test in found.tests:
        if test.measure == first and test.p_holm < 1 - found.level:
            beaten[max((test.first, test.second), key=lambda s: values[s])] += 1
    cells = {(r.system, r.measure): r for r in results}
    styles = {m: Style.of([r.value for r in results if r.measure == m], digits) for m in results.measures}
    rows = [
        (
            Cell(str(beaten[s] + 1)),
            Cell(s, name=True),
            *(_cell(cells[s, m], styles[m], found.letters[m][s]) for m in results.measures),
        )
        for s in order
    ]
    head = (Cell("rank"), Cell("system"), *(Cell(m, name=True) for m in results.measures))
    tie = (
        f"Ranked by {first}; runs that share a letter, or a rank, cannot be told apart (paired {found.test} "
        f"test, Holm's correction, α = {1 - found.level:.4g})."
    )
    return [Table(head, tuple(rows), 2), tie, *_explained(task, run, results, stars=False)]


def by_topic(task: Subtask, results: Results, digits: int) -> list[Part]:
    """Return the table of topics, if there are several."""
    groups = tuple(r for r in results if r.group is not None)
    if not groups:
        return []
    table = layout(Results(groups), None, digits)
    kind = Cell("data set" if task.letter == "A" else "topic")
    return [replace(table, head=tuple(kind if c == Cell("group") else c for c in table.head))]


def confusion(task: Subtask, run: Run, digits: int) -> list[Part]:
    """Return the confusion matrix (Table 2 of the document) or, for quantification, prevalences by topic."""
    if task.quantifies:
        return [f"{run.system}: true → estimated prevalence", _prevalences(run, digits)]
    matrix = _labelled(run).confusion.sum(0).astype(int)
    head = (Cell("predicted \\ actual"), *(Cell(v, name=True) for v in task.labels), Cell("all"))
    rows = [
        (Cell(v, name=True), *(Cell(str(n)) for n in matrix[:, i]), Cell(str(matrix[:, i].sum())))
        for i, v in enumerate(task.labels)
    ]
    rows.append((Cell("all"), *(Cell(str(n)) for n in matrix.sum(1)), Cell(str(matrix.sum()))))
    return [f"{run.system}: confusion", Table(head, tuple(rows))]


def confusion_data(task: Subtask, runs: Sequence[Run]) -> dict[str, Any]:
    """Return the same for programs: rows predicted, columns actual."""
    if not task.quantifies:
        matrices = [_labelled(run).confusion.sum(0).T.astype(int).tolist() for run in runs]
        found = [{"system": r.system, "matrix": m} for r, m in zip(runs, matrices, strict=True)]
        return {"labels": list(task.labels), "confusion": found}
    return {"labels": list(task.labels), "prevalences": [row for run in runs for row in prevalence_rows(run)]}


def prevalence_rows(run: Run) -> list[dict[str, Any]]:
    """Return one row for each topic of a run."""
    found = run.items if isinstance(run.items, Prevalences) else _labelled(run).prevalences()
    return [
        {
            "system": run.system,
            "topic": str(topic),
            "n": None if found.counts is None else int(found.counts[i]),
            "true": found.gold[i].tolist(),
            "estimated": found.predicted[i].tolist(),
        }
        for i, topic in enumerate(found.topics)
    ]


def _prevalences(run: Run, digits: int) -> Table:
    rows = prevalence_rows(run)
    counted = [Cell("n")] if rows[0]["n"] is not None else []
    head = (Cell("topic"), *counted, *(Cell(f"p({v})", name=True) for v in run.items.labels))
    style = Style(digits)
    lines = []
    for row in rows:
        pairs = zip(row["true"], row["estimated"], strict=True)
        cells = [Cell(f"{style(p)} → {style(q)}") for p, q in pairs]
        lines.append((Cell(row["topic"], name=True), *([Cell(str(row["n"]))] if counted else []), *cells))
    return Table(head, tuple(lines), 1 + len(counted))


def _labelled(run: Run) -> Labelled:
    if not isinstance(run.items, Labelled):  # pragma: no cover - classification is always of rows
        raise TypeError(run)
    return run.items


def _kinds(results: Results) -> Mapping[str, list[Result]]:
    """Return the overall results by average, in the order of the measures."""
    found: dict[str, list[Result]] = {"topics": [], "pooled": []}
    for result in results:
        if result.group is None:
            found[result.parameters["average"]].append(result)
    return found


def _cell(result: Result, style: Style, letters: str) -> Cell:
    return Cell(f"{style(result.value)} {style.interval(result.low, result.high)}".strip(), letters)


def _printed(task: Subtask, result: Result) -> bool:
    """Whether the organisers' scorer prints this figure (that of A prints each data set)."""
    names = {m.name: m.average for m in task.official}
    name = result.measure.partition("(")[0]
    return task.letter != "A" and names.get(name) == result.parameters["average"]


def _explained(task: Subtask, run: Run, results: Results, *, stars: bool = True) -> list[Part]:
    kinds = _kinds(results)
    if not kinds["pooled"]:
        return []
    kind = "data sets" if task.letter == "A" else "topics"
    uncounted = isinstance(run.items, Prevalences) and run.items.counts is None
    pooled = (
        "all topics as one, each weighing the same (gold has no counts)"
        if uncounted
        else "all tweets as one topic"
    )
    said = [f"Over topics: the mean of the {kind}, as the document defines it; pooled: {pooled}."]
    if stars and any(_printed(task, r) for r in results):
        said.append("* is what the organisers' scorer prints.")
    return [" ".join(said)]
