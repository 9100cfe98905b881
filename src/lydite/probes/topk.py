"""Topk: how many of the nearest words belong to the same category."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.choices import Oov
from lydite.probes.base import Counted, Findings, Probe, fold_option, of_option, oov_option, rated
from lydite.probes.categories import categories, coverage
from lydite.spec import param

if TYPE_CHECKING:
    from lydite.probes.base import Ground
    from lydite.probes.categories import Category


@dataclass(frozen=True)
class Topk(Probe):
    """The share of the k nearest words that are of the same category, averaged over words and categories.

    Topk(k, i) = 1/n Σⱼ 1/k |{x ∈ FindMostSimilar(k, cᵢⱼ) : x ∈ Cᵢ}|, and Topk(k) is its mean over the
    categories; similarity is the cosine. A category needs two usable words. By chance, each of the k nearest
    is of the category for (n − 1)/(v − 1) of the words.

    >>> from lydite.probes import probe
    >>> from lydite.sources.vectors import Vectors
    >>> words = {"cat": [1, 0], "dog": [1, 0.1], "red": [0, 1], "blue": [0.1, 1], "tax": [0.7, 0.6]}
    >>> vectors = Vectors.of(words)
    >>> sets = {"animals": ["cat", "dog"], "colours": ["red", "blue"]}
    >>> probe(vectors, ["topk(k=1)", "topk(k=2)"], sets)[1].value
    0.5
    """

    name = "topk"
    reference = "OddOneOut and Topk, Equations 1 and 2"

    k: int = param(3, help="how many nearest words are looked at", low=1)
    of: Counted = of_option()
    fold: bool = fold_option()
    oov: Oov = oov_option()

    def examine(self, ground: Ground) -> Findings:
        """Find the neighbours of all words of all categories at once."""
        from lydite.sources.vectors.neighbours import neighbours

        vocabulary, answers = ground.vocabulary(fold=self.fold), ground.answers(fold=self.fold)
        found = categories(ground, fold=self.fold, oov=self.oov)
        queries = np.unique(np.concatenate([c.rows for c in found]))
        near = ground.shared(
            ("near", self.fold, self.k),
            lambda: neighbours(
                answers, vocabulary.unit(queries), self.k + 1, likely=queries[queries < len(answers)]
            )[0],
        )
        counts, expected = np.zeros((len(found), 2)), np.zeros((len(found), 2))
        skipped = []
        member = np.zeros(len(vocabulary), np.bool_)
        for i, category in enumerate(found):
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
        names = tuple(c.name for c in found)
        return Findings(names, rated(counts), coverage(found), counts, tuple(skipped), rated(expected))

    def _by_chance(self, category: Category, v: int) -> float:
        """Return how many of the nearest are of the category where all words are equally near."""
        n = int((category.rows < v).sum())  # those that can be answers
        own = n * (n - 1) * min(self.k, v - 1) / (v - 1) if v > 1 else 0.0
        return own + (len(category.rows) - n) * n * min(self.k, v) / v
