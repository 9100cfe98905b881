"""Randomised search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.spec import param
from lydite.tuning.method import Method

if TYPE_CHECKING:
    import numpy as np

    from lydite.tuning.method import Batches
    from lydite.tuning.space import SearchSpace


@dataclass(frozen=True)
class RandomSearch(Method):
    """Points are drawn at random, alike over all limits, and all are scored in one batch."""

    name = "random"
    reference = "OddOneOut and Topk, section 3.4; Bergstra and Bengio 2012"

    samples: int = param(100, help="how many points are tried", low=1, high=1_000_000)

    @property
    def evaluations(self) -> int:
        """How many points it asks about."""
        return self.samples

    def search(self, space: SearchSpace, generator: np.random.Generator) -> Batches:
        """Yield all points."""
        yield space.random(generator, self.samples)
