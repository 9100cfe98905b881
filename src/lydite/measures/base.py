"""What every measure is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from lydite.spec import Declared

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]


class Measure(Declared):
    """A number that says how good a system's output is against gold.

    A subclass gives per-item statistics, and the value of their sums; direction, range and policy for
    undefined items are data, so that tables, tests and help read them instead of knowing them.
    """

    kind = "measure"
    of: ClassVar[str] = ""
    """What is measured: phrases or labels."""
    better: ClassVar[Literal["higher", "lower"]] = "higher"
    low: ClassVar[float] = 0.0
    high: ClassVar[float] = 1.0
    undefined: ClassVar[str] = ""
    """What happens to items for which the measure has no value."""
    interval: ClassVar[Literal["percentile", "centred"]] = "percentile"
    """The kind of interval that suits it; centred where resamples are biased."""
    stratified: ClassVar[bool] = False
    """Whether items are drawn within topics, where they have any."""
    summable: ClassVar[bool] = True
    """Whether the value follows from sums of the statistics."""
    perfect: ClassVar[bool] = True
    """Whether gold against itself, uncut, has the best value."""

    @property
    def soft(self) -> bool:
        """Whether it pays for likeness, so that its value means little without that of chance."""
        return False

    @property
    def grouped(self) -> bool:
        """Whether the value is taken over groups (topics)."""
        return False

    @property
    def alone(self) -> Self:
        """What it is within one topic by itself."""
        return self

    @property
    def best(self) -> float:
        """The value of a perfect system."""
        return self.high if self.better == "higher" else self.low

    def statistics(self, items: Any) -> FloatArray:
        """Return one row of sufficient statistics for each item; an unscored item has a row of zeros."""
        raise NotImplementedError

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the value of sums ``(…, g, d)`` of statistics, as ``(…)``; NaN where nothing was scored."""
        raise NotImplementedError
