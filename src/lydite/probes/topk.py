"""Topk: how many of the nearest words belong to the same category."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.choices import Oov
from lydite.core.spec import param
from lydite.probes.base import (
    AskedQuestion,
    Probe,
    ProbeStatistics,
    ScoreOrCount,
    fold_option,
    of_option,
    oov_option,
    rate_statistics,
)
from lydite.probes.categories import categories, coverage
from lydite.vectors.neighbours import find_neighbours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import IntArray
    from lydite.probes.base import ProbeInput
    from lydite.probes.categories import Category


@dataclass(frozen=True)
class Topk(Probe):
    """The share of the k nearest words that are of the same category, averaged over words and categories.

    Topk(k, i) = 1/n Σⱼ 1/k |{x ∈ FindMostSimilar(k, cᵢⱼ) : x ∈ Cᵢ}|, and Topk(k) is its mean over the
    categories; similarity is the cosine. A category needs two usable words. By chance, each of the k nearest
    is of the category for (n − 1)/(v − 1) of the words.

    >>> from lydite.probes import probe
    >>> from lydite.vectors import Vectors
    >>> words = {"cat": [1, 0], "dog": [1, 0.1], "red": [0, 1], "blue": [0.1, 1], "tax": [0.7, 0.6]}
    >>> vectors = Vectors.of(words)
    >>> sets = {"animals": ["cat", "dog"], "colours": ["red", "blue"]}
    >>> probe(vectors, ["topk(k=1)", "topk(k=2)"], sets)[1].value
    0.5
    """

    name = "topk"
    reference = "OddOneOut and Topk, Equations 1 and 2"

    k: int = param(3, help="how many nearest words are looked at", low=1)
    of: ScoreOrCount = of_option()
    fold: bool = fold_option()
    oov: Oov = oov_option()

    def examine(self, probe_input: ProbeInput) -> ProbeStatistics:
        """Find the neighbours of all words of all categories at once."""
        vocabulary, answers = probe_input.vocabulary(fold=self.fold), probe_input.answers(fold=self.fold)
        groups = categories(probe_input, fold=self.fold, oov=self.oov)
        queries, near = self._nearest(probe_input, groups)
        counts, expected = np.zeros((len(groups), 2)), np.zeros((len(groups), 2))
        skipped = []
        member = np.zeros(len(vocabulary), np.bool_)
        for i, category in enumerate(groups):
            if category.size < 2:
                skipped.append(category.name)
                continue
            member[category.rows] = True
            rows = near[np.searchsorted(queries, category.rows)]
            other = rows != category.rows[:, None]
            nearest = other & (np.cumsum(other, axis=1) <= self.k)
            counts[i] = np.sum(member[rows] & nearest), category.size * self.k
            member[category.rows] = False
            expected[i] = self._by_chance(category, len(answers)), category.size * self.k
        names = tuple(c.name for c in groups)
        return ProbeStatistics(
            names,
            rate_statistics(counts),
            coverage(groups),
            counts,
            tuple(skipped),
            rate_statistics(expected),
        )

    def asked(self, probe_input: ProbeInput) -> dict[str, list[AskedQuestion]]:
        """Return for each word of a category its nearest words, and whether these are of the category."""
        words = probe_input.vocabulary(fold=self.fold).words
        groups = categories(probe_input, fold=self.fold, oov=self.oov)
        queries, near = self._nearest(probe_input, groups)
        known = {}
        for category in groups:
            member = set(category.rows.tolist())
            rows = near[np.searchsorted(queries, category.rows)].tolist()
            found = []
            for own, others in zip(category.rows.tolist(), rows, strict=True):
                nearest = [row for row in others if row not in (own, -1)][: self.k]
                found.append(AskedQuestion(words[own], "", tuple((words[r], r in member) for r in nearest)))
            known[category.name] = found
        return known

    def _nearest(self, probe_input: ProbeInput, groups: Sequence[Category]) -> tuple[IntArray, IntArray]:
        """Return the rows of all words that are asked about, and their nearest, themselves perhaps first."""
        vocabulary, answers = probe_input.vocabulary(fold=self.fold), probe_input.answers(fold=self.fold)
        queries = np.unique(np.concatenate([c.rows for c in groups]))
        near = probe_input.shared(
            ("near", self.fold, self.k),
            lambda: find_neighbours(
                answers, vocabulary.unit(queries), self.k + 1, likely=queries[queries < len(answers)]
            )[0],
        )
        return queries, near

    def _by_chance(self, category: Category, v: int) -> float:
        """Return how many of the nearest are of the category where all words are equally near."""
        n = int((category.rows < v).sum())  # those that can be answers
        own = n * (n - 1) * min(self.k, v - 1) / (v - 1) if v > 1 else 0.0
        return own + (len(category.rows) - n) * n * min(self.k, v) / v
