"""The subtasks from Python: one run, several runs, and the organisers' line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.errors import InputError
from lydite.inference import Comparison, Options
from lydite.measures.labels.semeval import official
from lydite.measures.labels.semeval.matching import match
from lydite.measures.labels.semeval.objects import table
from lydite.measures.labels.semeval.scoring import Run, leaderboard, score
from lydite.measures.labels.semeval.subtasks import subtask

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lydite.result import Results


def semeval(
    task: str,
    gold: Any,
    predictions: Any,
    *,
    labels: Sequence[Any] | None = None,
    topics: Iterable[Any] | None = None,
    system: str = "system",
    options: Options | None = None,
) -> Results:
    """Score one run of subtask A, B, C, D or E of SemEval-2016 Task 4, or of a task shaped like it.

    Gold and predictions are paths, mappings, lists or data frames. ``labels`` puts other classes in the
    place of the task's (ascending on an ordinal scale); ``topics`` is a column beside lists.

    >>> results = semeval("C", {"1": ("x", -2), "2": ("x", 0)}, {"1": ("x", 0), "2": ("x", 0)})
    >>> float(results["macro_MAE"])
    1.0
    """
    chosen = subtask(task).with_labels(labels)
    side = None if topics is None else list(topics)
    items = match(chosen, table(chosen, gold, "gold", side), table(chosen, predictions, "predictions", side))
    return score(chosen, Run(system, items), options or Options())


def semeval_leaderboard(
    task: str,
    gold: Any,
    runs: Mapping[str, Any],
    *,
    labels: Sequence[Any] | None = None,
    topics: Iterable[Any] | None = None,
    options: Options | None = None,
) -> Comparison:
    """Score several runs by name, test every pair of them, and group those that are tied."""
    chosen = subtask(task).with_labels(labels)
    if not runs:
        raise InputError("there are no runs to compare")
    side = None if topics is None else list(topics)
    wanted = table(chosen, gold, "gold", side)
    found = [Run(name, match(chosen, wanted, table(chosen, run, name, side))) for name, run in runs.items()]
    return leaderboard(chosen, found, options or Options())


def semeval_official(task: str, gold: Any, predictions: Any, name: str | None = None) -> str:
    """Return the line that the organisers' scorer prints for a run; ``name`` is the file name in it."""
    chosen = subtask(task)
    items = match(chosen, table(chosen, gold, "gold"), table(chosen, predictions, "predictions"))
    shown = name if name is not None else str(predictions) if isinstance(predictions, str) else "predictions"
    return official.official(chosen, items, shown)
