"""What every method of tuning is: points in, values back, until it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.spec import Declaration

if TYPE_CHECKING:
    from collections.abc import Generator

    import numpy as np

    from lydite.core.array_types import FloatArray
    from lydite.tuning.space import SearchSpace

    Batches = Generator[FloatArray, FloatArray, None]


class Method(Declaration):
    """A way to look for the best point.

    Nothing but the seed and the values that come back may decide what it asks next.
    """

    kind = "tuner"

    @property
    def evaluations(self) -> int:
        """How many points it asks about."""
        raise NotImplementedError

    def search(self, space: SearchSpace, generator: np.random.Generator) -> Batches:
        """Yield points ``(n, d)`` to be scored together; sent back are values, the higher the better."""
        raise NotImplementedError
