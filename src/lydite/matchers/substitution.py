"""Substitutability: how well one phrase stands for another, by best paths in a knowledge base.

What the matchers of all knowledge bases share: Algorithm 3 of the thesis over the searches of
:mod:`lydite.sources.search`.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.matchers.base import Matcher, Step
from lydite.sources.search import DIGITS, Sets
from lydite.sources.targets import find_targets
from lydite.text import stem_fold, stop_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lydite.matchers.base import FloatArray, Match
    from lydite.sources.search import Search
    from lydite.sources.targets import Base, Targets

REMEMBERED = 500_000  # phrases whose targets are kept


@dataclass(frozen=True)
class Leg:
    """One pair of aspects that counts: its score and the path behind it, from the first entity on."""

    substitute: str
    substitutee: str
    score: float
    start: str
    steps: tuple[Step, ...]


def cover(scores: FloatArray) -> list[tuple[int, int]]:
    """Return pairs of target sets, best first, until each set is in one (Algorithm 3, greedy).

    >>> cover(np.array([[0.10, 0.60], [1.00, 0.35], [0.85, 0.80]]))
    [(1, 0), (2, 0), (2, 1), (0, 1)]
    """
    rows, columns = set(range(scores.shape[0])), set(range(scores.shape[1]))
    chosen = []
    for place in np.argsort(-scores, axis=None, kind="stable").tolist():
        row, column = divmod(place, scores.shape[1])
        if row in rows or column in columns:
            chosen.append((row, column))
            rows.discard(row)
            columns.discard(column)
            if not rows and not columns:
                break
    return chosen


def substitutability(scores: FloatArray) -> float:
    """Return the harmonic mean over the cover of a table of scores; 0 if one is 0 (Equation 3.1).

    >>> round(substitutability(np.array([[0.10, 0.60], [1.00, 0.35], [0.85, 0.80]])), 2)
    0.79
    >>> substitutability(np.array([[0.5, 0.3]]))
    0.375
    """
    chosen = [float(scores[pair]) for pair in cover(scores)]
    if not chosen or min(chosen) <= 0:
        return 0.0
    mean = len(chosen) / sum(1 / score for score in chosen)
    return chosen[0] if len(chosen) == 1 else round(mean, DIGITS)


class Substitution(Matcher):
    """Base of the matchers that look for a best path; subclasses name the base and the search."""

    symmetric = False

    @property
    def base(self) -> Base:
        """The knowledge base."""
        raise NotImplementedError

    @property
    def search(self) -> Search:
        """The search, with its scores and thresholds."""
        raise NotImplementedError

    @property
    def by_surface(self) -> bool:
        """Whether phrases that are equal after folding and stemming score 1 without a search."""
        raise NotImplementedError

    @property
    def dropped(self) -> frozenset[str]:
        """Words that are left out when a phrase is divided into aspects."""
        return stop_words()

    def targets_of(self, phrase: str) -> Targets:
        """Return the target sets of a phrase (remembered)."""
        found = self._targets.get(phrase)
        if found is None:
            if len(self._targets) >= REMEMBERED:
                self._targets.clear()
            found = self._targets[phrase] = self.find(phrase)
        return found

    def find(self, phrase: str) -> Targets:
        """Return the target sets of a phrase, looked up now."""
        return find_targets(self.base, phrase, self.dropped)

    @functools.cached_property
    def _targets(self) -> dict[str, Targets]:
        return {}

    def known(self, phrases: Sequence[str]) -> NDArray[np.bool_]:
        """Return which phrases have targets."""
        return np.array([bool(self.targets_of(phrase)) for phrase in phrases], dtype=bool)

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of each candidate with the reference at the same place (Algorithm 3).

        Phrases, target sets and searches that occur more than once are worked out once.
        """
        if len(candidates) != len(references):
            raise ValueError(f"{len(candidates)} candidates, {len(references)} references")
        place = {p: i for i, p in enumerate(dict.fromkeys([*candidates, *references]))}
        left = np.fromiter((place[p] for p in candidates), np.int64, len(candidates))
        right = np.fromiter((place[p] for p in references), np.int64, len(references))
        return self._scores(list(place), left, right)

    def matrix(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of every candidate (row) with every reference (column)."""
        place = {p: i for i, p in enumerate(dict.fromkeys([*candidates, *references]))}
        left = np.fromiter((place[p] for p in candidates), np.int64, len(candidates))
        right = np.fromiter((place[p] for p in references), np.int64, len(references))
        flat = self._scores(list(place), np.repeat(left, len(right)), np.tile(right, len(left)))
        return flat.reshape(len(left), len(right))

    def _scores(self, phrases: list[str], left: NDArray[np.int64], right: NDArray[np.int64]) -> FloatArray:
        pair, back = np.unique(left * len(phrases) + right, return_inverse=True)
        left, right = np.divmod(pair, max(1, len(phrases)))
        found = [self.targets_of(phrase) for phrase in phrases]
        numbers: dict[tuple[int, ...], int] = {}
        sets = [[numbers.setdefault(s, len(numbers)) for s in targets.sets] for targets in found]
        sizes = np.array([len(s) for s in sets], np.int64)
        first = np.array([s[0] if s else -1 for s in sets], np.int64)
        single = (sizes[left] == 1) & (sizes[right] == 1)
        several = np.flatnonzero(~single & (sizes[left] > 0) & (sizes[right] > 0))
        tables = [
            [(a, b) for a in sets[i] for b in sets[j]]
            for i, j in zip(left[several], right[several], strict=True)
        ]
        wanted = np.array([p for table in tables for p in table], np.int64).reshape(-1, 2)
        asked = np.concatenate([np.stack([first[left[single]], first[right[single]]], 1), wanted])
        searched = self._searches(list(numbers), asked[:, 0], asked[:, 1])
        scores = np.zeros(len(pair))
        scores[single] = searched[: int(single.sum())]
        at = int(single.sum())
        for place, table in zip(several.tolist(), tables, strict=True):
            shape = (int(sizes[left[place]]), int(sizes[right[place]]))
            scores[place] = substitutability(searched[at : at + len(table)].reshape(shape))
            at += len(table)
        if self.by_surface:
            keys: dict[str, int] = {}
            key = np.array([keys.setdefault(stem_fold(p), len(keys)) for p in phrases], np.int64)
            scores[key[left] == key[right]] = 1.0
        expanded: FloatArray = scores[back.reshape(-1)]
        return expanded

    def _searches(
        self, sets: list[tuple[int, ...]], left: NDArray[np.int64], right: NDArray[np.int64]
    ) -> FloatArray:
        pair, back = np.unique(left * len(sets) + right, return_inverse=True)
        left, right = np.divmod(pair, max(1, len(sets)))
        found: FloatArray = self.search.pairs(Sets.of(sets), left, right)[back.reshape(-1)]
        return found

    def legs(self, candidate: str, reference: str) -> list[Leg]:
        """Return the pairs of aspects that make up a score, in the order of the cover."""
        left, right = self.targets_of(candidate), self.targets_of(reference)
        if not left or not right:
            return []
        scores = np.array([self.search.many(s, right.sets) for s in left.sets])
        legs = []
        for row, column in cover(scores):
            path = self.search.path(left.sets[row], right.sets[column])
            start, steps = "", []
            if path is not None:
                meet = min(set(left.sets[row]) & set(right.sets[column]), default=-1)
                start = self.base.name(path[0].source if path else meet)
                names = [start, *(self.base.name(step.target) for step in path)]
                steps = [
                    Step(a, b, s.kind.label, s.score) for a, b, s in zip(names, names[1:], path, strict=False)
                ]
            legs.append(
                Leg(left.aspects[row], right.aspects[column], float(scores[row, column]), start, tuple(steps))
            )
        return legs

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score with the transitions of the best path and a note on how it came about."""
        score = self.score(candidate, reference)
        legs = self.legs(candidate, reference)
        path = [step for leg in legs for step in leg.steps]
        return self._match(candidate, reference, score, path, self._note(candidate, reference, legs))

    def _note(self, candidate: str, reference: str, legs: list[Leg]) -> str:
        if self.by_surface and stem_fold(candidate) == stem_fold(reference):
            return "equal after folding and stemming"
        for phrase in (self.targets_of(candidate), self.targets_of(reference)):
            if not phrase:
                return f"no targets for {phrase.phrase[:80]!r}: {phrase.note}"
        lost = [leg for leg in legs if leg.score <= 0]
        if lost:
            return f"no path from {lost[0].substitute!r} to {lost[0].substitutee!r} within the threshold"
        if len(legs) > 1:
            said = ", ".join(f"{leg.substitute} → {leg.substitutee} {leg.score:.4g}" for leg in legs)
            return f"harmonic mean over aspects: {said}"
        return "" if legs and legs[0].steps else f"both mean {legs[0].start}" if legs else ""
