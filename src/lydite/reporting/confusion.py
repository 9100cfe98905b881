"""What was answered where what was true: counts of classes, and prevalences of topics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.measures.labels.items import Labelled, Prevalences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lydite.measures.labels.semeval.scoring import Run
    from lydite.measures.labels.semeval.subtasks import Subtask


def counts(run: Run) -> NDArray[np.int64]:
    """Return how often each class (rows) was answered with each (columns)."""
    if not isinstance(run.items, Labelled):  # pragma: no cover - classification is always of rows
        raise TypeError(run)
    found: NDArray[np.int64] = run.items.confusion.sum(0).astype(np.int64)
    return found


def answers(run: Run) -> tuple[str, ...]:
    """Return what was answered: a label or, where that counts as wrong, nothing."""
    return run.items.answers if isinstance(run.items, Labelled) else ()


def prevalences(run: Run) -> list[dict[str, Any]]:
    """Return one row for each topic of a run: the true and the estimated prevalence of each class."""
    found = run.items if isinstance(run.items, Prevalences) else run.items.prevalences()
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


def data(task: Subtask, runs: Sequence[Run]) -> dict[str, Any]:
    """Return either for programs; in a matrix rows are predicted, columns actual."""
    if task.quantifies:
        rows = [row for run in runs for row in prevalences(run)]
        return {"labels": list(task.labels), "prevalences": rows}
    found = [{"system": run.system, "matrix": counts(run).T.tolist()} for run in runs]
    return {"labels": list(task.labels), "answers": list(answers(runs[0])), "confusion": found}
