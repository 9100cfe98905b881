"""Phrases by their aspects: what a knowledge base knows whole, or the fewest parts that it knows.

Algorithm 3 of the thesis on substitutability, for any way to score two sets of entities.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.matchers.base import Matcher, number, paired
from lydite.sources.graph import Sets
from lydite.sources.labels import find_targets
from lydite.sources.search import DIGITS
from lydite.text import stem_fold, stop_words, stop_words_identity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from lydite.array_types import FloatArray
    from lydite.sources.labels import Base, Targets
    from lydite.sources.search import Search

REMEMBERED = 500_000  # phrases whose targets are kept


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


def weighted(ends: Iterable[Any]) -> dict[int, float]:
    """Return entities with their weights, the highest of which is 1; entities alone all weigh 1.

    >>> weighted((7, 3)), weighted(((7, 0.5), (3, 0.25)))
    ({7: 1.0, 3: 1.0}, {7: 1.0, 3: 0.5})
    """
    found: dict[int, float] = dict(e if isinstance(e, tuple) else (e, 1.0) for e in ends)
    most = max(found.values(), default=1.0)
    return {e: w / most for e, w in found.items()}


class Aspects(Matcher):
    """Base of the matchers that score sets of entities: by best path where :meth:`between` is not written."""

    @property
    def base(self) -> Base:
        """The knowledge base."""
        raise NotImplementedError

    def between(self, sets: list[Any], left: NDArray[np.int64], right: NDArray[np.int64]) -> FloatArray:
        """Return the score of set ``left[i]`` with set ``right[i]``: that of the best path between them."""
        return self.search.pairs(Sets.of(sets), left, right)

    def ends(self, targets: Targets) -> Sequence[Any]:
        """Return the target sets of a phrase as :meth:`between` is given them; equal ones are one."""
        return targets.sets

    @property
    def search(self) -> Search:
        """The search for best paths, with its scores and thresholds."""
        raise NotImplementedError

    @property
    def identity(self) -> bool:  # type: ignore[override]
        """Whether a phrase matches itself with 1: only by surface, for not every phrase has targets."""
        return self.by_surface

    @property
    def by_surface(self) -> bool:
        """Whether phrases that are equal after folding and stemming score 1 without a search."""
        raise NotImplementedError

    def surface_key(self, phrase: str) -> str:
        """Return what phrases equal by surface share: folded words, stemmed as their language is."""
        return stem_fold(phrase, self.base.stemmer, accents=self.base.accents, spelling=self.base.language)

    @property
    def dropped(self) -> frozenset[str]:
        """Words that are left out when a phrase is divided into aspects: stop words of English alone."""
        return stop_words() if self.base.english else frozenset()

    def sources(self) -> Mapping[str, str]:
        """Return which words are left out."""
        return {"stopwords": stop_words_identity() if self.base.english else "none"}

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

    def found_as(self, phrases: Sequence[str]) -> list[str]:
        """Return whether each phrase has targets whole, part by part, or not at all (Figure 5.1)."""
        found = map(self.targets_of, phrases)
        return ["none" if not targets else "direct" if targets.direct else "aspects" for targets in found]

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of each candidate with the reference at the same place (Algorithm 3).

        Phrases, target sets and searches that occur more than once are worked out once.
        """
        return self._scores(*paired(candidates, references))

    def coded(self, phrases: Sequence[str], left: NDArray[np.int64], right: NDArray[np.int64]) -> FloatArray:
        """Return the score of each pair of places in a list of distinct phrases; only those are looked up."""
        used, places = np.unique(np.concatenate([left, right]), return_inverse=True)
        return self._scores([phrases[i] for i in used.tolist()], *np.split(places.reshape(-1), [len(left)]))

    def matrix(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the score of every candidate (row) with every reference (column)."""
        phrases, left, right = number(candidates, references)
        flat = self._scores(phrases, np.repeat(left, len(right)), np.tile(right, len(left)))
        return flat.reshape(len(left), len(right))

    def _scores(self, phrases: list[str], left: NDArray[np.int64], right: NDArray[np.int64]) -> FloatArray:
        pair, back = np.unique(left * len(phrases) + right, return_inverse=True)
        left, right = np.divmod(pair, max(1, len(phrases)))
        found = [self.targets_of(phrase) for phrase in phrases]
        numbers: dict[Any, int] = {}
        sets = [[numbers.setdefault(s, len(numbers)) for s in self.ends(targets)] for targets in found]
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
            key = np.array([keys.setdefault(self.surface_key(p), len(keys)) for p in phrases], np.int64)
            scores[key[left] == key[right]] = 1.0
        expanded: FloatArray = scores[back.reshape(-1)]
        return expanded

    def _searches(self, sets: list[Any], left: NDArray[np.int64], right: NDArray[np.int64]) -> FloatArray:
        pair, back = np.unique(left * len(sets) + right, return_inverse=True)
        left, right = np.divmod(pair, max(1, len(sets)))
        found: FloatArray = self.between(sets, left, right)[back.reshape(-1)]
        return found

    def why_none(self, *phrases: str) -> str:
        """Return which of some phrases has no target, and why; nothing where all have some."""
        for targets in map(self.targets_of, phrases):
            if not targets:
                return f"no targets for {targets.phrase[:80]!r}: {targets.note}"
        return ""
