"""Successive halving: many models trained for a little, the better ones for longer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.spec import param
from lydite.tuning.method import Method

if TYPE_CHECKING:
    from lydite.tuning.method import Batches
    from lydite.tuning.space import SearchSpace


@dataclass(frozen=True)
class SuccessiveHalving(Method):
    """Points are drawn at random and scored on part of the work; a third of them on three times as much.

    The first of ``rounds`` does 1 / factor^(rounds − 1) of the work for each point, the last one all of it. A
    round that is left with n points keeps ⌊n / factor⌋ of them, at least one. With 100 points, a factor of 3
    and 4 rounds all of it together is the work of 14 points.
    """

    name = "halving"
    reference = "Jamieson and Talwalkar 2016; Karnin, Koren and Somekh 2013"
    partial = True

    samples: int = param(100, help="how many points are tried", low=2, high=1_000_000)
    factor: float = param(
        3.0, help="how many times fewer points get how many times more work", low=1.1, high=100
    )
    rounds: int = param(4, help="how often points are scored", low=2, high=20)

    @property
    def evaluations(self) -> int:
        """How many points it asks about, those asked about again counted each time."""
        return sum(self._counts())

    def search(self, space: SearchSpace, generator: np.random.Generator) -> Batches:
        """Yield the points of each round; the last number of a point is the share of its work."""
        points = space.random(generator, self.samples)
        counts = self._counts()
        for n in range(len(counts)):
            share = self.factor ** (n + 1 - len(counts))
            values = yield np.concatenate([points, np.full((len(points), 1), share)], axis=1)
            if n + 1 < len(counts):
                kept = np.sort(np.argsort(-values, kind="stable")[: counts[n + 1]])
                points = points[kept]

    def _counts(self) -> list[int]:
        counts = [self.samples]
        for _ in range(self.rounds - 1):
            counts.append(max(1, int(counts[-1] / self.factor)))
        return counts
