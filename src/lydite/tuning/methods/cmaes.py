"""Covariance matrix adaptation, by the package cma."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import MissingExtra
from lydite.spec import param
from lydite.tuning.method import Method

if TYPE_CHECKING:
    from lydite.tuning.method import Batches
    from lydite.tuning.space import SearchSpace


@dataclass(frozen=True)
class CMAES(Method):
    """Points are drawn from a normal distribution that learns the shape of the objective.

    Where the search has come to rest before all evaluations are used, it starts again from another random
    point with twice as many points at a time (IPOP).
    """

    name = "cmaes"
    reference = "Hansen and Ostermeier 2001; Auger and Hansen 2005 (restarts); the package cma"

    tried: int = param(800, help="how many points are tried", low=2, high=1_000_000)
    population: int = param(12, help="how many of them at a time, at first", low=3, high=10_000)
    sigma: float = param(
        0.3, help="the standard deviation at the start, as a share of the range", low=1e-6, high=10
    )

    @property
    def evaluations(self) -> int:
        """How many points it asks about."""
        return self.tried

    def search(self, space: SearchSpace, generator: np.random.Generator) -> Batches:
        """Yield generation after generation."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it misses a package for drawing
                import cma
        except ImportError as error:
            raise MissingExtra("cma", "tune") from error

        d, width = len(space.names), space.high - space.low
        left, size = self.tried, self.population
        options = {
            "bounds": [0, 1],
            "verbose": -9,
            "seed": np.nan,  # draws come from our generator; the package would seed numpy's own
            "randn": lambda *shape: generator.standard_normal(shape),
        }
        while left > 0:
            evolution = cma.CMAEvolutionStrategy(
                generator.random(max(d, 2)), self.sigma, options | {"popsize": size}
            )
            while left > 0 and not evolution.stop():
                asked = np.array(evolution.ask())[:, :d]
                values = yield space.repair(space.low + asked[: min(size, left)] * width)
                if left < size:
                    return
                wide = asked if d > 1 else np.concatenate([asked, np.zeros_like(asked)], axis=1)
                evolution.tell(list(wide), (-values).tolist())
                left -= size
            size *= 2
