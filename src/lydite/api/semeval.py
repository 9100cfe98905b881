"""Subtasks of SemEval-2016 Task 4, and tasks shaped like them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.choices import Interval, Judge, Missing
    from lydite.inference import Comparison
    from lydite.inference.result import Results
    from lydite.runs.source_options import Source

    Label = str | int | float


def semeval(
    task: str,
    gold: Source,
    predictions: Source,
    *,
    labels: Sequence[Label] | None = None,
    missing: Missing | None = None,
    topics: Sequence[Label] | None = None,
    system: str = "system",
    bootstrap: int = 1_000,
    seed: int = 0,
    interval: Interval = "auto",
    level: float = 0.95,
    cluster: str | None = None,
    by: str | None = None,
    chance: int | None = None,
    judge: Judge = "auto",
) -> Results:
    """Score one run of subtask A, B, C, D or E of SemEval-2016 Task 4, or of a task shaped like it.

    Gold and predictions are paths, mappings, lists or data frames. ``labels`` puts other classes in the
    place of the task's (ascending on an ordinal scale); ``topics`` is a column beside lists; ``missing`` is
    as in :func:`lydite.evaluate`, and so is what intervals and chance are made by.

    >>> results = semeval("C", {"1": ("x", -2), "2": ("x", 0)}, {"1": ("x", 0), "2": ("x", 0)})
    >>> float(results["macro_MAE"])
    1.0
    """
    from lydite.inference import Options
    from lydite.measures.tasks.semeval.scoring import score as score_run
    from lydite.measures.tasks.semeval.task import runs

    chosen, (run,) = runs(task, gold, {system: predictions}, labels=labels, topics=topics, missing=missing)
    return score_run(chosen, run, Options(bootstrap, seed, interval, level, cluster, by, chance, judge))


def semeval_leaderboard(
    task: str,
    gold: Source,
    systems: Mapping[str, Source],
    *,
    labels: Sequence[Label] | None = None,
    missing: Missing | None = None,
    topics: Sequence[Label] | None = None,
    bootstrap: int = 1_000,
    seed: int = 0,
    interval: Interval = "auto",
    level: float = 0.95,
    cluster: str | None = None,
    by: str | None = None,
    chance: int | None = None,
    judge: Judge = "auto",
) -> Comparison:
    """Score several runs of a subtask, test all pairs of them, and group those that are tied.

    >>> gold = ["positive", "negative"] * 20
    >>> board = semeval_leaderboard("B", gold, {"perfect": gold, "constant": ["positive"] * 40})
    >>> board.letters["macro_recall"]
    {'perfect': 'a', 'constant': 'b'}
    """
    from lydite.inference import Options
    from lydite.measures.tasks.semeval.scoring import leaderboard
    from lydite.measures.tasks.semeval.task import runs

    chosen, answers = runs(task, gold, systems, labels=labels, topics=topics, missing=missing)
    return leaderboard(chosen, answers, Options(bootstrap, seed, interval, level, cluster, by, chance, judge))
