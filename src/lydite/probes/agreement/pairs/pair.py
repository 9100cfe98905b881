"""Pairs of phrases that people graded, one by one."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import content_digest
from lydite.core.notes import Note
from lydite.probes.agreement.base import HumanJudgement, Judgements, columns_of
from lydite.probes.agreement.pairs.rated import PairScores

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.core.array_types import FloatArray
    from lydite.matchers.base import Matcher
    from lydite.probes.agreement.base import Agreement
    from lydite.probes.agreement.questions.question import QuestionSet

QUESTION = "question"  # the column of the question that a pair comes from


@dataclass(frozen=True)
class Pair:
    """A candidate, the reference it may stand for, and how well by people's judgement."""

    candidate: str
    reference: str
    rating: float
    ratings: tuple[float, ...] = ()
    """The grade of each person, where they are known; who gave them is not."""
    accepted: float | None = None
    """The share of people who accept it."""
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PairSet(Judgements):
    """Pairs together, sorted by their phrases."""

    offers = ("pairs",)
    defaults = ("spearman", "pairwise")

    name: str
    pairs: tuple[Pair, ...]
    notes: tuple[Note, ...] = ()
    cluster: str | None = None

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.pairs, key=lambda p: (p.candidate, p.reference, p.rating)))
        object.__setattr__(self, "pairs", ordered)

    def __len__(self) -> int:
        return len(self.pairs)

    @classmethod
    def of_questions(cls, questions: QuestionSet) -> PairSet:
        """Make a pair of each judged substitute, graded by its share of votes."""
        pairs = [
            Pair(
                s.phrase,
                q.substitutee,
                s.score / s.coverage,
                tuple(float(m) for a in q.answers if not a.unknown and (m := a.marks[place]) is not None),
                accepted=None if s.accepted is None else s.accepted / s.coverage,
                columns={QUESTION: q.id, **q.columns},
            )
            for q in questions.questions
            for place, s in enumerate(q.substitutes)
            if s.coverage > 0
        ]
        return cls(questions.name, tuple(pairs), questions.notes, QUESTION)

    def __add__(self, other: PairSet) -> PairSet:
        """Put the pairs of two sets together (HyperLex comes in several files)."""
        name = f"{self.name} + {other.name}"
        return PairSet(name, self.pairs + other.pairs, tuple(dict.fromkeys(self.notes + other.notes)))

    @functools.cached_property
    def ids(self) -> tuple[str, ...]:
        """A name for each pair; the same pair again has a number."""
        seen: dict[str, int] = {}
        names = []
        for pair in self.pairs:
            name = f"{pair.candidate} → {pair.reference}"
            seen[name] = seen.get(name, 0) + 1
            names.append(name if seen[name] == 1 else f"{name} #{seen[name]}")
        return tuple(names)

    @functools.cached_property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """Columns by name, a value for each pair."""
        return columns_of([p.columns for p in self.pairs])

    @functools.cached_property
    def digest(self) -> str:
        """What identifies the content in signatures."""
        told = [repr((p.rating, p.ratings, p.accepted, sorted(p.columns.items()))) for p in self.pairs]
        return content_digest([p.candidate for p in self.pairs], [p.reference for p in self.pairs], told)

    @property
    def terms(self) -> list[tuple[str, ...]]:
        """The reference of each pair and its candidate."""
        return [(p.reference, p.candidate) for p in self.pairs]

    @property
    def judgements(self) -> list[HumanJudgement]:
        """The grade of each pair."""
        return [HumanJudgement(p.reference, p.candidate, p.rating) for p in self.pairs]

    def judge(self, matcher: Matcher) -> PairScores:
        """Score all pairs with a matcher."""
        return PairScores.by(self.pairs, matcher)

    def people(self, *, left_out: bool) -> Callable[[Agreement], FloatArray] | None:
        """Return one person's grade of each pair, drawn at random, as if it were a score.

        Nobody knows who gave which grade, so that this "person" is another one for every pair.
        """
        told = [p.ratings for p in self.pairs]
        if not told or min(map(len, told)) < 2:
            return None
        drawn = np.random.default_rng(0).integers(0, [len(t) for t in told])
        mine = np.array([t[k] for t, k in zip(told, drawn.tolist(), strict=True)])
        sums, counts = np.array([sum(t) for t in told]), np.array([len(t) for t in told])
        rated = PairScores.of(self.pairs, mine, (sums - mine) / (counts - 1) if left_out else sums / counts)
        return lambda metric: metric.statistics(rated)
