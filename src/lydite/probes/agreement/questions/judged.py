"""Questions as arrays: what people said of each substitute, and beside it what a system says."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import RaggedRows, offsets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import BoolArray, FloatArray, IntArray
    from lydite.probes.agreement.questions.question import Question


@dataclass(frozen=True)
class QuestionLayout(RaggedRows):
    """Where the substitutes of each question stand, all questions end to end."""

    starts: IntArray

    @functools.cached_property
    def question(self) -> IntArray:
        """The question of each substitute."""
        return self.owners

    @functools.cached_property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """All pairs of substitutes of the same question, the earlier one first."""
        none = np.zeros(0, np.int64)
        corners = {int(n): np.triu_indices(n, 1) for n in np.unique(self.sizes)}
        both = [
            tuple(side + start for side in corners[int(n)])
            for start, n in zip(self.starts[:-1], self.sizes, strict=True)
        ]
        first, second = (np.concatenate([none, *(b[side] for b in both)]) for side in (0, 1))
        return first, second

    def count(self, marks: BoolArray | FloatArray) -> FloatArray:
        """Sum what is marked, question by question."""
        return np.bincount(self.question, marks, minlength=len(self.sizes)).astype(np.float64)


@dataclass(frozen=True)
class Guesses:
    """Answers that a system gave in words, as lexical substitution has them."""

    best: FloatArray
    """By substitute: its share of the answers."""
    first: FloatArray
    """By substitute: 1 where it was answered first."""
    among: FloatArray
    """By substitute: how often it is among the first ten answers."""
    attempted: BoolArray
    """By question: whether anything was answered."""


@dataclass(frozen=True)
class SubstituteScores:
    """Votes of people and scores of one system for the same substitutes."""

    layout: QuestionLayout
    votes: FloatArray
    """Circles less crosses."""
    coverage: FloatArray
    accepted: FloatArray
    """Circles; where only votes are known, those above 0."""
    scores: FloatArray
    excused: BoolArray | None = None
    """By question: whether it is an answer of somebody who never crosses anything out (aside for BS)."""
    guesses: Guesses | None = None

    @classmethod
    def of(cls, questions: Sequence[Question], scores: FloatArray | None = None) -> SubstituteScores:
        """Put questions end to end."""
        those = [s for q in questions for s in q.substitutes]
        sizes = [len(q.substitutes) for q in questions]
        accepted = [max(s.score, 0.0) if s.accepted is None else s.accepted for s in those]
        return cls(
            QuestionLayout(offsets(sizes)),
            np.array([s.score for s in those], np.float64),
            np.array([s.coverage for s in those], np.float64),
            np.array(accepted, np.float64),
            np.zeros(len(those)) if scores is None else np.asarray(scores, np.float64),
        )

    @functools.cached_property
    def judged(self) -> BoolArray:
        """Which substitutes anybody judged."""
        return self.coverage > 0

    @functools.cached_property
    def share(self) -> FloatArray:
        """Votes as a share of those who judged, −1 to 1; NaN where nobody did, which no threshold meets."""
        none = np.full(len(self.votes), np.nan)
        return np.asarray(np.divide(self.votes, self.coverage, out=none, where=self.judged))

    @functools.cached_property
    def acceptance(self) -> FloatArray:
        """Circles as a share of those who judged; 0 where nobody did."""
        none = np.zeros(len(self.votes))
        return np.asarray(np.divide(self.accepted, self.coverage, out=none, where=self.judged))
