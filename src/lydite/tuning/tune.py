"""Tuning: the best parameters on all judgements, and what such a choice is worth on those held out."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arguments import check_counts, wrong
from lydite.core.errors import InputError
from lydite.core.progress import progress_bar
from lydite.core.spec import parse
from lydite.probes.agreement import read_judgements
from lydite.tuning.evaluating import Evaluator
from lydite.tuning.folds import fold_of, select, trainable
from lydite.tuning.objective import Objective, ensure_varying, objectives
from lydite.tuning.space import Space
from lydite.tuning.spreading import evaluators

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.core.executors.base import On
    from lydite.matchers.base import Matcher
    from lydite.probes.agreement.base import Judgements
    from lydite.tuning.figures import TuningFigures
    from lydite.tuning.method import Method

    JudgementSource = str | PathLike[str] | Judgements

TRIED = 8  # random points at which an objective must not be the same


@dataclass(frozen=True)
class SearchTrace:
    """One search: the best point, and all values on the way."""

    point: FloatArray
    value: float
    batches: tuple[FloatArray, ...]
    """The values of each batch, the start apart."""

    @property
    def place(self) -> tuple[int, int]:
        """The batch and the place in it where the best value was seen first; (−1, 0) for the start."""
        for n, batch in enumerate(self.batches):
            if batch.max() >= self.value:
                return n, int(batch.argmax())
        return -1, 0


@dataclass(frozen=True)
class TuningResult:
    """What was found, and what it is worth."""

    space: Space
    method: Method
    objectives: tuple[Objective, ...]
    """On all judgements, those that nothing can be learned from among them."""
    whole: SearchTrace
    """The search on all judgements: its value is optimistic."""
    folds: tuple[SearchTrace, ...]
    """For each fold, the search on all others."""
    fold_of: tuple[IntArray, ...]
    """For each objective, the fold of each item."""
    seed: int
    left_out: tuple[int, ...]
    """For each objective, how many items have phrases that the matcher does not know."""

    @property
    def matcher(self) -> Matcher:
        """The matcher with the tuned parameters: its ``str`` is a spec for any command."""
        return self.space.at(self.whole.point)

    @functools.cached_property
    def figures(self) -> TuningFigures:
        """What the tuned parameters are worth beside presets, on held-out folds and on all judgements."""
        from lydite.tuning.figures import TuningFigures

        return TuningFigures.of(self)

    @property
    def evaluator(self) -> Evaluator:
        """What scores points on all judgements."""
        return Evaluator(self.space, self.objectives)

    def held_out(self, evaluator: Evaluator) -> list[tuple[FloatArray, ...]]:
        """Return the rows of every metric, each item scored with the parameters chosen without its fold."""
        each = [evaluator.statistics(fold.point) for fold in self.folds]
        rows = []
        for n, folds in enumerate(self.fold_of):
            tables = [
                np.stack([rows_of[n][m] for rows_of in each]) for m in range(len(self.objectives[n].metrics))
            ]
            rows.append(tuple(table[folds, np.arange(len(folds))] for table in tables))
        return rows

    def values(self, rows: Sequence[tuple[FloatArray, ...]]) -> list[float]:
        """Return the value of each objective on some rows."""
        return [o.value(r) for o, r in zip(self.objectives, rows, strict=True)]


def tune(
    sets: JudgementSource | Sequence[JudgementSource],
    matcher: str | Matcher = "wordnet",
    method: str | Method = "annealing",
    *,
    objective: str | Sequence[str] = (),
    parameters: str | Sequence[str] = (),
    folds: int = 5,
    seed: int = 0,
    on: On = "here",
) -> TuningResult:
    """Look for the parameters of a matcher that agree best with people.

    ``sets`` are judgements, or what :func:`lydite.agree` reads: paths, or ``"thesis"``; one or several.
    The objective is the mean over ``sets`` (and over several objectives of a set). It is searched on all
    judgements, which gives the parameters and an optimistic value, and once without each of ``folds`` (0 for
    none), which says what such a choice is worth. ``on`` says where points are scored: no digit depends on
    it.

    ``matcher`` of what is returned has the parameters that were found; ``figures`` says what they are worth.

    >>> found = tune("thesis", method="pso(particles=4, iterations=2)", folds=0)
    >>> found.whole.value >= found.evaluator.value(found.space.start)
    True
    """
    check_counts(folds=folds, seed=seed)
    several = [sets] if isinstance(sets, str) or not isinstance(sets, Sequence) else sets
    for one in several:
        if not isinstance(one, str | PathLike) and not hasattr(one, "defaults"):
            raise wrong("sets", "paths, thesis, or what read_judgements returns", one)
    base: Matcher = parse(matcher, "matcher") if isinstance(matcher, str) else matcher
    how: Method = parse(method, "tuner") if isinstance(method, str) else method
    parameters = [parameters] if isinstance(parameters, str) else parameters
    space = Space.of(base, parameters)
    given = [sets] if isinstance(sets, str | PathLike) or not isinstance(sets, Sequence) else sets
    judged = [read_judgements(one) if isinstance(one, str | PathLike) else one for one in given]
    wanted = objectives(judged, [objective] if isinstance(objective, str) else objective)
    if folds == 1 or folds < 0:
        raise InputError("one fold leaves nothing to tune on: give two or more, or 0 for none")
    parts = [fold_of(o.data, folds, seed) if folds else np.zeros(len(o.data.ids), np.int64) for o in wanted]
    usable = [trainable(o.data, base) for o in wanted]
    trained = [
        _restricted(wanted, [u & (p != k) for u, p in zip(usable, parts, strict=True)])
        for k in (range(folds) if folds else ())
    ]
    whole = _restricted(wanted, usable)
    draw = np.random.default_rng([seed, 1])
    names = ["all", *(f"all but fold {k} of {folds}" for k in range(1, len(trained) + 1))]
    with evaluators(space, parameters, [whole, *trained], on) as each:
        ensure_varying(each[0].values(space.random(draw, TRIED)), whole)
        traces = [
            _search(evaluator, how, np.random.default_rng([seed, 2, n]), name)
            for n, (name, evaluator) in enumerate(zip(names, each, strict=True))
        ]
    missing = tuple(int((~u).sum()) for u in usable)
    return TuningResult(space, how, tuple(wanted), traces[0], tuple(traces[1:]), tuple(parts), seed, missing)


def _restricted(wanted: Sequence[Objective], kept: Sequence[Any]) -> list[Objective]:
    some = []
    for one, keep in zip(wanted, kept, strict=True):
        if not keep.any():
            raise InputError(
                f"{one.data.name}: the matcher knows no item whole, so that nothing is left to tune on"
            )
        some.append(replace(one, data=select(one.data, np.flatnonzero(keep))))
    return some


def _search(
    evaluator: Evaluator,
    method: Method,
    generator: np.random.Generator,
    name: str,
) -> SearchTrace:
    """Run one search to its end."""
    space = evaluator.space
    with progress_bar(f"tuning on {name}", method.evaluations + 1) as bar:
        best, most = space.start, float(evaluator.values(space.start[None])[0])
        batches: list[FloatArray] = []
        asking = method.search(space, generator)
        points, done = next(asking), 1
        while True:
            values = evaluator.values(points)
            batches.append(values)
            if values.max() > most:
                best, most = points[int(values.argmax())].copy(), float(values.max())
            done += len(points)
            bar.label = f"tuning on {name}, best {most:.4f}"
            bar.update(done)
            try:
                points = asking.send(values)
            except StopIteration:
                return SearchTrace(best, most, tuple(batches))
