"""Simulated annealing, with the schedule of the thesis on substitutability."""

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
class Annealing(Method):
    """One parameter is moved at a time, and a worse point is kept the more rarely the colder it is.

    From a random point on, a parameter chosen at random moves by x ~ N(0, 0.25), a variance, clamped to its
    limits (Equation 5.1); the new point is taken with probability exp((metric(s′) − metric(s)) / T), T = 2.0
    · 0.995ⁱ (Equation 5.2). After 1,500 iterations T is 0.001. Restarts are chains of their own, from other
    random points; they go side by side, so that each iteration scores a batch. The thesis had 50.

    >>> round(2.0 * Annealing().cooling ** 1500, 3)
    0.001
    """

    name = "annealing"
    reference = "Quantifying Substitutability, section 5.3.5; Kirkpatrick, Gelatt and Vecchi 1983"

    restarts: int = param(4, help="how many chains there are", low=1, high=100_000)
    iterations: int = param(1500, help="how often each chain moves", low=1, high=1_000_000)
    temperature: float = param(2.0, help="the temperature at the start", low=0, high=1e6)
    cooling: float = param(0.995, help="what the temperature is multiplied with each time", low=0, high=1)
    variance: float = param(0.25, help="the variance of a move", low=1e-9, high=100)

    @property
    def evaluations(self) -> int:
        """How many points it asks about."""
        return self.restarts * (self.iterations + 1)

    def search(self, space: SearchSpace, generator: np.random.Generator) -> Batches:
        """Yield the next point of every chain."""
        chains = generator.spawn(self.restarts)
        points = np.concatenate([space.random(chain, 1) for chain in chains])
        values = yield points
        temperature = self.temperature
        for _ in range(self.iterations):
            moves = [
                space.step(p, int(c.integers(len(space.names))), float(c.normal(0.0, self.variance**0.5)))
                for p, c in zip(points, chains, strict=True)
            ]
            told = yield np.array(moves)
            better = told >= values
            with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
                chance = np.exp(np.where(better, 0.0, told - values) / max(temperature, 1e-300))
            taken = better | (np.array([c.random() for c in chains]) < chance)
            points, values = np.where(taken[:, None], moves, points), np.where(taken, told, values)
            temperature *= self.cooling
