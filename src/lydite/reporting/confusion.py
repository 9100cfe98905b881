"""What was answered where what was true: counts of classes, and prevalences of topics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.measures.labels.items import LabelItems, Prevalences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import IntArray
    from lydite.measures.tasks.semeval.scoring import LabelRun
    from lydite.measures.tasks.semeval.subtasks import Subtask


def counts(run: LabelRun) -> IntArray:
    """Return how often each class (rows) was answered with each (columns)."""
    if not isinstance(run.items, LabelItems):  # pragma: no cover - classification is always of rows
        raise TypeError(run)
    matrix: IntArray = run.items.confusion.sum(0).astype(np.int64)
    return matrix


def answers(run: LabelRun) -> tuple[str, ...]:
    """Return what was answered: a label or, where that counts as wrong, nothing."""
    return run.items.answers if isinstance(run.items, LabelItems) else ()


def prevalences(run: LabelRun) -> list[dict[str, Any]]:
    """Return one row for each topic of a run: the true and the estimated prevalence of each class."""
    by_topic = run.items if isinstance(run.items, Prevalences) else run.items.prevalences()
    return [
        {
            "system": run.system,
            "topic": str(topic),
            "n": None if by_topic.counts is None else int(by_topic.counts[i]),
            "true": by_topic.gold[i].tolist(),
            "estimated": by_topic.predicted[i].tolist(),
        }
        for i, topic in enumerate(by_topic.topics)
    ]


def data(task: Subtask, runs: Sequence[LabelRun]) -> dict[str, Any]:
    """Return either for programs; in a matrix rows are predicted, columns actual."""
    if task.quantifies:
        rows = [row for run in runs for row in prevalences(run)]
        return {"labels": list(task.labels), "prevalences": rows}
    matrices = [{"system": run.system, "matrix": counts(run).T.tolist()} for run in runs]
    return {"labels": list(task.labels), "answers": list(answers(runs[0])), "confusion": matrices}
