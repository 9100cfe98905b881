"""Categorisation: how far clusters of vectors agree with people's categories."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.choices import Oov
from lydite.core.errors import InputError
from lydite.core.spec import param
from lydite.inference.statistics import ratio
from lydite.probes.base import Probe, ProbeStatistics, fold_option, oov_option, rate_statistics
from lydite.probes.categories import categories, coverage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.probes.base import ProbeInput


_SHUFFLES = 100  # of words among clusters: chance is then known ten times better than one shuffle tells
_STEPS = 100  # of k-means, at most
_MOST = 20_000  # words; distances between all of them take 8 bytes a pair


@dataclass(frozen=True)
class Categorise(Probe):
    """The purity of as many clusters of the words as there are categories.

    Purity = 1/N Σ over clusters of its largest category's words. Clusters are hierarchical (Ward's or average
    linkage of unit vectors, cut at the number of categories) or k-means with a seed; ``best`` is whichever of
    the three is purest, as benchmarks report it. A word in several categories is an item of each; an unknown
    word counts as in no cluster. Chance is the purity of the same clusters after words have changed places.

    >>> from lydite.probes import probe
    >>> from lydite.vectors import Vectors
    >>> vectors = Vectors.of({"cat": [1, 0], "dog": [1, 0.1], "red": [0, 1], "blue": [0.1, 1]})
    >>> probe(vectors, ["categorise"], {"animals": ["cat", "dog"], "colours": ["red", "blue"]})[0].value
    1.0
    """

    name = "categorise"
    reference = "Almuhareb 2006 (AP); Baroni et al. 2008 (Battig), 2010; ESSLLI 2008 shared task"

    clusters: Literal["ward", "average", "kmeans", "best"] = param("ward", help="how words are clustered")
    seed: int = param(0, help="seed of k-means, and of shuffles for chance", low=0)
    fold: bool = fold_option()
    oov: Oov = oov_option()

    @property
    def chance_by(self) -> str:
        """From shuffles."""
        return f"{_SHUFFLES} shuffles, seed {self.seed}"

    def examine(self, probe_input: ProbeInput) -> ProbeStatistics:
        """Cluster all known words, then count those of their cluster's largest category."""
        groups = categories(probe_input, fold=self.fold, oov=self.oov)
        rows = np.concatenate([c.rows for c in groups])
        owner = np.repeat(np.arange(len(groups)), [len(c.rows) for c in groups])
        words, place = np.unique(rows, return_inverse=True)
        count = min(len(np.unique(owner)), len(words))
        ways = ("ward", "average", "kmeans") if self.clusters == "best" else (self.clusters,)
        unit = probe_input.vocabulary(fold=self.fold).unit(words)
        labels = [self._clusters(unit, count, way) for way in ways]
        counts = np.array([[0, c.size] for c in groups], np.float64).reshape(-1, 2)
        expected = counts.copy()
        counts[:, 0] = _purest([label[place] for label in labels], owner, len(groups))
        draw = np.random.default_rng(self.seed)
        shuffled = []
        for _ in range(_SHUFFLES):
            moved = draw.permutation(len(words))[place]
            expected[:, 0] = _purest([label[moved] for label in labels], owner, len(groups))
            shuffled.append(rate_statistics(expected))
        skipped = tuple(c.name for c in groups if not c.size)
        names = tuple(c.name for c in groups)
        chance, sums = np.mean(shuffled, axis=0), np.sum(shuffled, axis=1)
        return ProbeStatistics(
            names, rate_statistics(counts), coverage(groups), counts, skipped, chance, sums
        )

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the share of words, over all categories."""
        return ratio(sums[..., 2], sums[..., 3])

    def _clusters(self, unit: FloatArray, count: int, way: str) -> IntArray:
        if way == "kmeans":
            return _kmeans(unit, count, np.random.default_rng(self.seed))
        if len(unit) > _MOST:
            raise InputError(f"{len(unit):,} words are too many for linkage; use clusters=kmeans")
        if count < 2:
            return np.zeros(len(unit), np.int64)
        from scipy.cluster.hierarchy import fcluster, linkage

        tree = linkage(unit, way)
        return np.asarray(fcluster(tree, count, "maxclust"), np.int64) - 1


def _purest(clusterings: Sequence[IntArray], owner: IntArray, categories: int) -> FloatArray:
    """Return how many words of each category are in a cluster that is mostly its own, where most are."""
    best = np.zeros(categories)
    for cluster in clusterings:
        cells = np.bincount(cluster * categories + owner, minlength=(cluster.max() + 1) * categories)
        largest = cells.reshape(-1, categories).argmax(1)
        right = np.bincount(owner, largest[cluster] == owner, minlength=categories).astype(np.float64)
        if right.sum() > best.sum():
            best = right
    return best


def _kmeans(unit: FloatArray, count: int, draw: np.random.Generator) -> IntArray:
    """Return the best of ten runs of Lloyd's algorithm from k-means++ starts."""
    from scipy.cluster.vq import kmeans2, vq

    best, least = np.zeros(len(unit), np.int64), np.inf
    for _ in range(10):
        centres = unit[[draw.integers(len(unit))]]
        away = np.full(len(unit), np.inf)
        while len(centres) < count:
            away = np.minimum(away, np.maximum(2 - 2 * unit @ centres[-1], 0.0))
            total = away.sum()
            weights = away / total if total > 0 else None
            centres = np.concatenate([centres, unit[[draw.choice(len(unit), p=weights)]]])
        label = np.full(len(unit), -1, np.int64)
        for _ in range(_STEPS // 5):
            before = label
            with warnings.catch_warnings(action="ignore", category=UserWarning):  # an empty cluster stays so
                centres, label = kmeans2(unit, centres, iter=5, minit="matrix")
            if (label == before).all():
                break
        cost = float((vq(unit, centres)[1] ** 2).sum())
        if cost < least:
            best, least = np.asarray(label, np.int64), cost
    return best
