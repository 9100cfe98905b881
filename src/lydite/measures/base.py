"""What every measure is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from lydite.core.spec import Declaration
from lydite.inference.statistics import Scorable

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray


class Measure(Declaration, Scorable):
    """A number that says how good a system's output is against gold.

    A subclass gives per-item statistics, and the value of their sums.
    """

    kind = "measure"
    netted = True
    input_kind: ClassVar[str] = ""
    """What is measured: phrases or labels."""
    perfect: ClassVar[bool] = True
    """Whether gold against itself, uncut, has the best value."""

    @property
    def soft(self) -> bool:
        """Whether partial matches score, so that the value should be read beside that of chance."""
        return False

    def statistics(self, items: Any) -> FloatArray:
        """Return one row of sufficient statistics for each item; an unscored item has a row of zeros."""
        raise NotImplementedError
