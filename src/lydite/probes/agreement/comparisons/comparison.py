"""Comparisons: A in place of B, or C in place of D: which is the better substitution (section 6.2)."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import content_digest
from lydite.core.errors import InputError
from lydite.core.notes import Note
from lydite.probes.agreement.base import HumanJudgement, Judgements
from lydite.probes.agreement.comparisons.davidson import Strengths, fit

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.matchers.base import Matcher

Substitution = tuple[str, str]
ANSWERS = {"better": 1, "worse": -1, "similar": 0}
APART = 2  # in an order: not joined by any comparison


@dataclass(frozen=True)
class JudgedComparison:
    """What one person said of two substitutions, each a candidate and a reference."""

    one: Substitution
    other: Substitution
    answer: int
    """1 where the first is better, −1 where it is worse, 0 where they are similar."""
    by: str = ""


@dataclass(frozen=True)
class OrderScores:
    """People's order of substitutions, and beside it what a system says of each."""

    order: IntArray
    """1, 0 or −1 of each two: better, not established, worse; 2 where nothing joins them."""
    scores: FloatArray


@dataclass(frozen=True)
class ComparisonSet(Judgements):
    """Comparisons together; items are the substitutions, sorted."""

    offers = ("comparisons",)
    defaults = ("order",)

    name: str
    judged: tuple[JudgedComparison, ...]
    notes: tuple[Note, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not self.notes and (parts := len(set(self.strengths.parts.tolist()))) > 1:
            sentence = "comparisons fall into {parts} parts that nothing joins: each by itself"
            object.__setattr__(self, "notes", (Note(sentence, self.name, parts=parts),))

    def __len__(self) -> int:
        return len(self.substitutions)

    @functools.cached_property
    def substitutions(self) -> tuple[Substitution, ...]:
        """All that were compared, sorted."""
        return tuple(sorted({s for c in self.judged for s in (c.one, c.other)}))

    @functools.cached_property
    def strengths(self) -> Strengths:
        """How good each substitution is by all comparisons."""
        place = {s: n for n, s in enumerate(self.substitutions)}
        rows = [(place[c.one], place[c.other], c.answer) for c in self.judged]
        first, second, answers = np.array(rows, np.int64).reshape(-1, 3).T
        return fit(len(place), first, second, answers)

    @functools.cached_property
    def order(self) -> IntArray:
        """What people say of each two substitutions; a difference that is not established is none."""
        strengths = self.strengths
        signs = np.sign(strengths.values[:, None] - strengths.values[None, :]).astype(np.int64)
        order = np.where(strengths.established(), signs, 0)
        return np.where(strengths.parts[:, None] == strengths.parts[None, :], order, APART)

    @functools.cached_property
    def ids(self) -> tuple[str, ...]:
        """A name for each substitution."""
        return tuple(f"{candidate} → {reference}" for candidate, reference in self.substitutions)

    @property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """Nothing is known of them beside what was said."""
        return {}

    @functools.cached_property
    def digest(self) -> str:
        """What identifies the content in signatures."""
        return content_digest(sorted(repr((c.one, c.other, c.answer, c.by)) for c in self.judged))

    @property
    def terms(self) -> list[tuple[str, ...]]:
        """The reference of each substitution and its candidate."""
        return [(reference, candidate) for candidate, reference in self.substitutions]

    @property
    def judgements(self) -> list[HumanJudgement]:
        """The strength of each substitution."""
        values = self.strengths.values.tolist()
        return [HumanJudgement(r, c, v) for (c, r), v in zip(self.substitutions, values, strict=True)]

    def judge(self, matcher: Matcher) -> OrderScores:
        """Score all substitutions with a matcher."""
        candidates, references = zip(*self.substitutions, strict=True)
        return OrderScores(self.order, matcher.pairs(list(candidates), list(references)))

    def restrict(self, places: IntArray) -> ComparisonSet:
        """Return the comparisons between some of the substitutions."""
        kept = {self.substitutions[i] for i in places.tolist()}
        those = tuple(c for c in self.judged if c.one in kept and c.other in kept)
        if not those:
            raise InputError(f"{self.name}: no comparison is left between {len(kept)} of its substitutions")
        return ComparisonSet(self.name, those)
