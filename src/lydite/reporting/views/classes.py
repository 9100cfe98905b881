"""Precision, recall, F1 and, on a scale, mean absolute error of each class as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.reporting import confusion
from lydite.reporting.ranking import ARROWS
from lydite.reporting.readable import NumberStyle
from lydite.reporting.table import Cell, Table, blank_repeats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.inference.result import Result, Results
    from lydite.measures.tasks.semeval.scoring import LabelRun
    from lydite.measures.tasks.semeval.subtasks import Subtask


def table(task: Subtask, runs: Sequence[LabelRun], results: Results, digits: int) -> Table:
    """Return a row for each class of each run: how often it is true and answered, and its figures."""
    several = len(runs) > 1
    by_key = {(r.system, r.parameters["label"], _figure(r)): r for r in results}
    ways = {_figure(r): ARROWS[r.better] for r in results if r.better is not None}
    style = NumberStyle(digits)
    rows = []
    for run in runs:
        matrix = confusion.counts(run)
        for place, label in enumerate(task.labels):
            counts = (matrix[place].sum(), matrix[:, place].sum())
            mine = [by_key[run.system, label, figure] for figure in ways]
            cells = [Cell(f"{style(r.value)} {style.interval(r.low, r.high)}".strip()) for r in mine]
            named = [Cell(run.system, name=True)] if several else []
            rows.append((*named, Cell(label, name=True), *(Cell(f"{int(n):,}") for n in counts), *cells))
    head = [Cell("system")] if several else []
    head += [Cell("class"), Cell("actual"), Cell("predicted"), *(Cell(f"{f}{w}") for f, w in ways.items())]
    title = f"Each class, all {task.unit} as one topic" if len(runs[0].items.topics) > 1 else "Each class"
    return Table(
        tuple(head), blank_repeats(rows, 1) if several else tuple(rows), 2 if several else 1, title=title
    )


def _figure(result: Result) -> str:
    figure: str = result.parameters.get("figure", "MAE")
    return figure


def data(results: Results) -> list[dict[str, Any]]:
    """Return the same for programs."""
    return [
        {
            "system": r.system,
            "label": r.parameters["label"],
            "figure": _figure(r),
            "value": r.value,
            "low": r.low,
            "high": r.high,
            "n": r.n,
            "better": r.better,
        }
        for r in results
    ]
