"""From points to values: the same pairs under many parameters, in one batch."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import numpy as np

from lydite.tuning.objective import Objective

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.matchers.base import Matcher, ScoresOf
    from lydite.tuning.space import Space


@dataclass
class PreparedPairs:
    """Pairs of phrases that a matcher has laid out, by their phrases."""

    matcher: Matcher
    known: dict[tuple[tuple[str, ...], tuple[str, ...]], ScoresOf] = field(default_factory=dict)

    def scores(self, other: Matcher, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the scores of another matcher of the same kind."""
        key = tuple(candidates), tuple(references)
        if key not in self.known:
            self.known[key] = self.matcher.prepare(*key)
        return self.known[key](other)


@dataclass
class PointMatcher:
    """A matcher at a point: what judgements ask of a matcher, from pairs that are laid out."""

    prepared: PreparedPairs
    matcher: Matcher

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of each pair."""
        return self.prepared.scores(self.matcher, candidates, references)

    def acceptance(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray | None:
        """Return the share of people that the matcher expects to accept."""
        return self.matcher.acceptance(candidates, references)


class Evaluator:
    """The mean of objectives at many points; each point is a task of its own, on all processors.

    ``elsewhere`` returns the values of points if others find them.
    """

    def __init__(
        self,
        space: Space,
        objectives: Sequence[Objective],
        threads: int | None = None,
        elsewhere: Callable[[FloatArray], list[float]] | None = None,
    ) -> None:
        self.space = space
        self.objectives = tuple(objectives)
        self._elsewhere = elsewhere
        self._prepared = PreparedPairs(space.matcher)
        self._threads = threads or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else [0])

    def statistics(self, point: FloatArray) -> list[tuple[FloatArray, ...]]:
        """Return the rows of every metric of every objective at a point."""
        at = cast("Matcher", PointMatcher(self._prepared, self.space.at(point)))
        return [one.statistics(at) for one in self.objectives]

    def value(self, point: FloatArray) -> float:
        """Return the mean of all objectives at a point."""
        rows = self.statistics(point)
        return float(np.mean([o.value(r) for o, r in zip(self.objectives, rows, strict=True)]))

    def values(self, points: FloatArray) -> FloatArray:
        """Return the mean of all objectives at each of many points; equal ones are scored once."""
        distinct, back = np.unique(points, axis=0, return_inverse=True)
        if self._elsewhere is not None:
            return np.array(self._elsewhere(distinct))[back.reshape(-1)]
        first = [self.value(p) for p in distinct[:1]]  # lays out, and compiles, once
        if self._threads == 1 or len(distinct) < 3:
            rest = [self.value(p) for p in distinct[1:]]
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                rest = list(pool.map(self.value, distinct[1:]))
        return np.array(first + rest)[back.reshape(-1)]
