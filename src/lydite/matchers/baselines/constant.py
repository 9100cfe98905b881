"""The same score for every pair: a baseline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.spec import param
from lydite.matchers.base import Matcher, code_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class Constant(Matcher):
    """The same score for every pair: a baseline that says yes or no to everything.

    >>> Constant(1.0).score("cat", "dog")
    1.0
    """

    name = "constant"
    reference = "a baseline"

    value: float = param(help="the score", low=0, high=1)

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return the score of one who says no to all."""
        del folder
        return {"value": 0.0}

    @property
    def identity(self) -> bool:  # type: ignore[override]  # follows from parameters
        """Whether everything matches with 1."""
        return self.value == 1

    @property
    def graded(self) -> bool:  # type: ignore[override]  # follows from parameters
        """Whether the score is other than 0 and 1."""
        return self.value not in (0, 1)

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score for each pair."""
        code_pairs(candidates, references)
        return np.full(len(candidates), self.value)

    def acceptance(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score as the expected acceptance of every pair."""
        return self.pairs(candidates, references)
