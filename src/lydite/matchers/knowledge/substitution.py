"""Substitutability: how well one phrase stands for another, by best paths in a knowledge base."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lydite.core.assignment import cover
from lydite.knowledge.graph import EntitySets
from lydite.matchers.base import PathStep, code_pairs
from lydite.matchers.knowledge.aspects import EntityMatcher, PairPlan, with_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.knowledge.search import Search
    from lydite.matchers.base import Match, Matcher, ScoresOf


@dataclass(frozen=True)
class AspectPath:
    """A pair of aspects in the cover: its score and the path from the first entity on."""

    substitute: str
    substitutee: str
    score: float
    start: str
    steps: tuple[PathStep, ...]
    weights: tuple[float, float] = (1.0, 1.0)
    """Of the first and the last entity: what the score is the product of, beside the transitions."""


class SubstitutionMatcher(EntityMatcher):
    """Base of the matchers that look for a best path; subclasses name the base and the search."""

    symmetric = False
    transition_parameters: ClassVar[frozenset[str]] = frozenset()
    """Parameters that change what transitions are worth, and neither targets nor the graph."""
    target_parameters: ClassVar[frozenset[str]] = frozenset()
    """These, and parameters that weigh targets without changing which they are."""
    slow: ClassVar[bool] = False
    """Whether entities have so many transitions that a search takes long, as Wikipedia's (section 5.2.1)."""

    def entities(self, sets: list[Any]) -> Any:
        """Return target sets laid out for :meth:`score_entities`, whatever transitions are worth."""
        return EntitySets.of(sets)

    def score_entities(self, entities: Any, left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of set ``left[i]`` with set ``right[i]`` of sets that are laid out."""
        return self.search.pairs(entities, left, right)

    def prepare(self, candidates: Sequence[str], references: Sequence[str]) -> ScoresOf:
        """Return a function that scores these pairs with this matcher, or with one of other parameters.

        Phrases are looked up and target sets laid out once. Matchers that differ only in what transitions are
        worth search in what is there, by another small table of scores; those with the same targets look
        nothing up again.
        """
        if self.across or not self.transition_parameters:
            return super().prepare(candidates, references)
        plan = PairPlan.of(self, *code_pairs(candidates, references))
        entities = self.entities(plan.sets)

        def score(other: Matcher) -> FloatArray:
            if not isinstance(other, type(self)):
                return other.pairs(candidates, references)
            changed = {n for n, v in other.settings.items() if v != self.settings[n]}
            if changed <= self.target_parameters:
                vars(other).update(_targets=self._targets, knowledge=self.knowledge)
            if not changed <= self.transition_parameters:
                return other.pairs(candidates, references)
            return plan.scores(functools.partial(other.score_entities, entities))

        return score

    def aspect_paths(self, candidate: str, reference: str) -> list[AspectPath]:
        """Return the aspect paths that make up a score, in the order of the cover.

        Aspects that no path leads from or to come last, with each other or with the whole other phrase.
        Opposites have none.
        """
        if self.clash(candidate, reference):
            return []
        side, other = self.sides
        left, right = side.targets_of(candidate), other.targets_of(reference)
        if not left or not right:
            return []
        ones, others = list(side.weighted_targets(left)), list(other.weighted_targets(right))
        sets = list(dict.fromkeys(ones + others))
        pairs = np.array([(sets.index(a), sets.index(b)) for a in ones for b in others])
        scores = self.score_sets(sets, pairs[:, 0], pairs[:, 1]).reshape(len(ones), -1)
        legs = []
        for row, column in cover(scores):
            if scores[row, column] <= 0:
                break  # what is left has no path at all: which aspects these are is said below
            search, near, far = self.searched(ones[row], others[column])
            path = search.path(near, far)
            start, steps, weights = "", [], (1.0, 1.0)
            if path is not None:
                meet = min(near.keys() & far, key=lambda e: (-near[e] * far[e], e), default=-1)
                first, last = (path[0].source, path[-1].target) if path else (meet, meet)
                if ones[row] != others[column]:
                    weights = self.weight(ones[row], first), self.weight(others[column], last)
                start = side.knowledge.name(first)
                names = [start, *(other.knowledge.name(step.target) for step in path)]
                steps = [
                    PathStep(a, b, s.kind.label, s.score)
                    for a, b, s in zip(names, names[1:], path, strict=False)
                ]
            sides = left.aspects[row], right.aspects[column]
            legs.append(AspectPath(*sides, float(scores[row, column]), start, tuple(steps), weights))
        lost = [[a for a, best in zip(t.aspects, scores.max(axis=1 - side), strict=True) if best <= 0]
                for side, t in enumerate((left, right))]  # fmt: skip
        for mine, yours in itertools.zip_longest(*lost):
            legs.append(AspectPath(mine or candidate, yours or reference, 0.0, "", ()))
        return legs

    def searched(self, near: Any, far: Any) -> tuple[Search, dict[int, float], dict[int, float]]:
        """Return the search that scores two sets, and the sets as it is given them."""
        return self.search, with_weights(near), with_weights(far)

    def clash(self, candidate: str, reference: str) -> tuple[str, str] | None:
        """Return the parts of two phrases that make opposites of them."""
        del candidate, reference
        return None

    def weight(self, ends: Any, entity: int) -> float:
        """Return what an entity weighs where a path starts or ends at it."""
        return float(dict(ends)[entity]) if isinstance(next(iter(ends)), tuple) else 1.0

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score with the transitions of the best path and a note on how it came about."""
        score = self.score(candidate, reference)
        legs = self.aspect_paths(candidate, reference)
        path = [step for leg in legs for step in leg.steps]
        return self._match(candidate, reference, score, path, self._note(candidate, reference, legs))

    def _note(self, candidate: str, reference: str, legs: list[AspectPath]) -> str:
        if opposites := self.clash(candidate, reference):
            return f"{' and '.join(opposites)} are opposites"
        if self.by_surface and self.same_surface(candidate, reference):
            return "equal after folding" if self.across else "equal after folding and stemming"
        if unknown := self.why_none(candidate, reference):
            return unknown
        lost = [f"from {leg.substitute!r} to {leg.substitutee!r}" for leg in legs if leg.score <= 0]
        if lost:
            return f"no path {', nor '.join(lost)} within the threshold"
        if len(legs) > 1:
            listed = ", ".join(f"{leg.substitute} → {leg.substitutee} {leg.score:.4g}" for leg in legs)
            return f"harmonic mean over aspects: {listed}"
        parts = [] if not legs or legs[0].steps else [f"both mean {legs[0].start}"]
        if legs and min(legs[0].weights) < 1:
            parts.append("the senses weigh {:.4g} and {:.4g}".format(*legs[0].weights))
        return "; ".join(parts)
