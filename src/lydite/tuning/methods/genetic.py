"""A genetic algorithm over real numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.tuning.method import Method

if TYPE_CHECKING:
    from lydite.tuning.method import Batches
    from lydite.tuning.space import SearchSpace

_BLEND = 0.5  # by how much a child may lie outside its parents (BLX-α)


@dataclass(frozen=True)
class Genetic(Method):
    """Points have children, and the better ones have more of them.

    Parents win a tournament of three; each parameter of a child is drawn from the span of its parents,
    widened by half on both sides (BLX-0.5), and one in d mutates by N(0, 0.1²) of its range, less and less
    towards the end. The best two stay as they are. A generation is scored in one batch.
    """

    name = "genetic"
    reference = "Quantifying Substitutability, section 6.2; Holland 1975; Eshelman and Schaffer 1993"

    population: int = param(30, help="how many points a generation has", low=4, high=100_000)
    generations: int = param(60, help="how many generations follow the first", low=1, high=1_000_000)
    mutation: float = param(0.1, help="standard deviation of a mutation, a share of the range", low=0, high=1)

    @property
    def evaluations(self) -> int:
        """How many points it asks about."""
        return self.population + self.generations * (self.population - 2)

    def search(self, space: SearchSpace, generator: np.random.Generator) -> Batches:
        """Yield the children of each generation."""
        points = space.random(generator, self.population)
        values = yield points
        children, d = self.population - 2, len(space.names)
        for n in range(self.generations):
            drawn = generator.integers(self.population, size=(2, children, 3))
            parents = np.take_along_axis(drawn, values[drawn].argmax(axis=2)[..., None], axis=2)[..., 0]
            one, other = points[parents[0]], points[parents[1]]
            low, span = np.minimum(one, other), np.abs(one - other)
            born = low - _BLEND * span + generator.random(low.shape) * (1 + 2 * _BLEND) * span
            mutates = generator.random(low.shape) < 1 / d
            amount = self.mutation * (space.high - space.low) * (1 - n / self.generations)
            born = space.repair(born + mutates * generator.normal(0.0, 1.0, low.shape) * amount)
            told = yield born
            kept = np.argsort(-values, kind="stable")[:2]
            points, values = np.concatenate([points[kept], born]), np.concatenate([values[kept], told])
