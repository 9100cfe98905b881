"""Particle swarm optimisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.tuning.method import Method

if TYPE_CHECKING:
    from lydite.tuning.method import Batches
    from lydite.tuning.space import SearchSpace


@dataclass(frozen=True)
class PSO(Method):
    """Particles fly towards the best point that they and the swarm have seen.

    v ← w v + c r₁ (own best − x) + c r₂ (swarm's best − x), x ← x + v, with r₁, r₂ ~ U(0, 1) for each
    parameter, and Clerc and Kennedy's w = 0.7298, c = 1.49618. All particles are scored in one batch.
    """

    name = "pso"
    reference = "Quantifying Substitutability, section 6.2; Kennedy and Eberhart 1995; Clerc and Kennedy 2002"

    particles: int = param(30, help="how many particles there are", low=2, high=100_000)
    iterations: int = param(60, help="how often all of them move", low=1, high=1_000_000)
    inertia: float = param(0.7298, help="how much of its velocity a particle keeps", low=0, high=1)
    pull: float = param(1.49618, help="how strongly the two best points pull", low=0, high=4)

    @property
    def evaluations(self) -> int:
        """How many points it asks about."""
        return self.particles * (self.iterations + 1)

    def search(self, space: SearchSpace, generator: np.random.Generator) -> Batches:
        """Yield the places of all particles."""
        points = space.random(generator, self.particles)
        width = space.high - space.low
        speed = generator.uniform(-width, width, points.shape) / 2
        values = yield points
        best, most = points.copy(), values.copy()
        for _ in range(self.iterations):
            own, swarm = generator.random((2, *points.shape))
            leader = best[int(most.argmax())]
            speed = self.inertia * speed + self.pull * (own * (best - points) + swarm * (leader - points))
            speed = np.clip(speed, -width, width)
            points = space.repair(points + speed)
            values = yield points
            better = values > most
            best[better], most[better] = points[better], values[better]
