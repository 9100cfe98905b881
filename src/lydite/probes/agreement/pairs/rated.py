"""Pairs as arrays: people's grades, and beside them a system's scores."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray
    from lydite.matchers.base import Matcher
    from lydite.probes.agreement.pairs.pair import Pair


def _nothing() -> None:
    return None


@dataclass(frozen=True)
class PairScores:
    """Grades and scores of the same pairs; what only some metrics need is worked out when they ask."""

    scores: FloatArray
    ratings: FloatArray
    accepted: FloatArray
    """The share of people who accept; NaN where it is not known."""
    accept: Callable[[], FloatArray | None] = _nothing

    @classmethod
    def of(cls, pairs: Sequence[Pair], scores: FloatArray, ratings: FloatArray | None = None) -> PairScores:
        """Put scores beside the grades of pairs, or beside other grades of the same."""
        told = [(p.rating, np.nan if p.accepted is None else p.accepted) for p in pairs]
        grades, accepted = np.array(told, np.float64).reshape(-1, 2).T
        return cls(
            np.asarray(scores, np.float64),
            grades if ratings is None else ratings,
            accepted,
        )

    @classmethod
    def by(cls, pairs: Sequence[Pair], matcher: Matcher) -> PairScores:
        """Score all pairs with a matcher."""
        candidates = [p.candidate for p in pairs]
        references = [p.reference for p in pairs]
        return replace(
            cls.of(pairs, matcher.pairs(candidates, references)),
            accept=lambda: matcher.acceptance(candidates, references),
        )

    @functools.cached_property
    def acceptance(self) -> FloatArray | None:
        """What the system says is the share of people who accept, if it says so."""
        return self.accept()
