"""OddOneOut: how often a word from elsewhere is farther from the mean than the words of a category."""

from __future__ import annotations

import functools
import math
import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.choices import Oov
from lydite.core.errors import InputError
from lydite.core.progress import track
from lydite.core.spec import param
from lydite.probes.base import (
    Probe,
    ProbeStatistics,
    ScoreOrCount,
    fold_option,
    of_option,
    oov_option,
    rate_statistics,
)
from lydite.probes.categories import categories, coverage
from lydite.probes.odd_exact import count_exactly

if TYPE_CHECKING:
    from lydite.core.array_types import BoolArray, FloatArray, IntArray
    from lydite.probes.base import ProbeInput
    from lydite.probes.categories import Category
    from lydite.vectors import Vectors


Distance = Literal["unit", "raw", "cosine"]
Odd = Literal["outside_category", "outside_sample"]
BLOCKS, DRAWS = 16, 4_096  # so many parts of so many draws: how parts differ is the error of chance
_PART = 4096
_NUMBERS = 1 << 16  # that are looked at together: they stay in the cache


@dataclass(frozen=True)
class OddOneOut(Probe):
    """The share of pairs (S, w) in which w, and no word of S, is farthest from the mean of S ∪ {w}.

    S runs through the combinations of k words of a category, w through the vocabulary outside it. All pairs
    are counted, exactly, unless ``samples`` says otherwise; the score is the mean over categories. A word
    that is only as far as another is not odd. A category needs k usable words. The more rare words
    there are, the easier it is to be odd: ``pool`` takes w from the most frequent words only. By chance, each
    of the k + 1 words is the odd one equally often; words of a pool are odd as often as beside any k words.

    >>> from lydite.probes import probe
    >>> from lydite.vectors import Vectors
    >>> beasts = {"cat": [1, 0], "dog": [1, 0.1], "cow": [1, 0.2], "ox": [1, 0.05]}
    >>> vectors = Vectors.of(beasts | {"red": [0, 1]})
    >>> probe(vectors, ["odd_one_out(k=2)"], {"animals": ["cat", "dog", "cow"]})[0].value
    0.5
    """

    name = "odd_one_out"
    reference = "OddOneOut and Topk, Equations 3 to 8"

    k: int = param(3, help="how many words of the category are put together", low=2, high=20)
    distance: Distance = param(
        "unit",
        help="Euclidean, of unit vectors (gensim's doesnt_match) or raw ones, or cosine to the mean",
    )
    odd: Odd = param("outside_category", help="where the odd word comes from")
    samples: int | Literal["all"] = param("all", help="all pairs, or so many drawn for each category", low=1)
    seed: int = param(0, help="seed of the draw", low=0)
    pool: int | Literal["all"] = param("all", help="the odd word is one of the so many most frequent", low=1)
    of: ScoreOrCount = of_option()
    fold: bool = fold_option()
    oov: Oov = oov_option()

    def examine(self, probe_input: ProbeInput) -> ProbeStatistics:
        """Count, or draw, for each category."""
        vocabulary = probe_input.vocabulary(fold=self.fold)
        pool = len(probe_input.answers(fold=self.fold))
        pool = pool if self.pool == "all" else min(int(self.pool), pool)
        groups = categories(probe_input, fold=self.fold, oov=self.oov)
        counts = np.zeros((len(groups), 2))
        expected = np.zeros((BLOCKS if self._pooled(probe_input, pool) else 1, len(groups), 2))
        skipped = []
        for i, category in enumerate(track(groups, "categories")):
            if category.size < self.k or pool <= self._taken(category, pool):
                skipped.append(category.name)
            else:
                counts[i] = probe_input.shared(
                    (replace(self, of="rates"), category.name),
                    functools.partial(self._category, vocabulary, category, pool),
                )
                expected[:, i, 0] = self._by_chance(probe_input, category, pool, counts[i, 1])
                expected[:, i, 1] = counts[i, 1]
        if len(skipped) == len(groups):
            largest = max(c.size for c in groups)
            if largest >= self.k:
                raise InputError(
                    f"{self}: there is no odd word: all {pool:,} words of the vocabulary belong together"
                )
            raise InputError(f"{self}: no category has {self.k} usable words; the largest has {largest}")
        names = tuple(c.name for c in groups)
        parts = np.stack([rate_statistics(one) for one in expected])
        shuffled = parts.sum(1) if len(parts) > 1 else None
        chance = parts.mean(0)
        return ProbeStatistics(
            names, rate_statistics(counts), coverage(groups), counts, tuple(skipped), chance, shuffled
        )

    @property
    def chance_by(self) -> str:
        """How chance is taken: exactly, or from draws where odd words come from a pool."""
        return "expectation" if self.pool == "all" else f"{BLOCKS * DRAWS} draws, seed {self.seed}"

    def _pooled(self, probe_input: ProbeInput, pool: int) -> bool:
        """Whether there are answers beyond the pool."""
        return pool < len(probe_input.answers(fold=self.fold))

    def _taken(self, category: Category, pool: int) -> int:
        """Return how many words of the pool cannot be the odd one: those of the category, or of a sample."""
        inside = int((category.rows < pool).sum())
        return inside if self.odd == "outside_category" else min(self.k, inside)

    def _by_chance(
        self, probe_input: ProbeInput, category: Category, pool: int, attempts: float
    ) -> FloatArray | float:
        """Return how many are right where each of k + 1 words is the odd one equally often, or a pool's."""
        known = len(category.rows)  # a combination with an unknown word is wrong
        inside = int((category.rows < pool).sum())
        ways = {j: math.comb(inside, j) * math.comb(known - inside, self.k - j) for j in range(self.k + 1)}
        if self.samples != "all":
            times = {j: attempts * n / math.comb(category.size, self.k) for j, n in ways.items()}
        else:
            taken = {j: inside if self.odd == "outside_category" else j for j in ways}
            times = {j: float(n * (pool - taken[j])) for j, n in ways.items()}
        if not self._pooled(probe_input, pool):
            return sum(times.values()) / (self.k + 1)
        return np.asarray(
            sum(n * self._share(probe_input, pool, j) for j, n in times.items() if n), np.float64
        )

    def _share(self, probe_input: ProbeInput, pool: int, inside: int) -> FloatArray:
        """Return how often words of the pool are odd beside any k, so many of them from the pool."""
        from lydite.probes.odd_chance import odd_shares

        words = probe_input.answers(fold=self.fold)
        return np.asarray(
            probe_input.shared(
                ("pooled", self.k, self.distance, self.seed, self.fold, pool, inside),
                lambda: odd_shares(
                    lambda rows: odd_last(words, rows, self.distance),
                    self.k,
                    pool,
                    len(words),
                    inside,
                    self.seed,
                ),
            )
        )

    def _category(self, vocabulary: Vectors, category: Category, pool: int) -> tuple[float, float]:
        every = self.samples == "all"
        attempts = pairs(category, self.k, self.odd, pool) if every else int(self.samples)
        if len(category.rows) < self.k:  # each combination has an unknown word, so all are wrong
            return 0, attempts
        if every:
            return count_exactly(vocabulary, category, self.k, self.distance, self.odd, pool), attempts
        draw = np.random.default_rng([self.seed, zlib.crc32(category.name.encode())])
        right = 0
        for start in range(0, attempts, _PART):
            right += self._sample(vocabulary, category, draw, min(_PART, attempts - start), pool)
        return right, attempts

    def _sample(
        self, vocabulary: Vectors, category: Category, draw: np.random.Generator, count: int, pool: int
    ) -> int:
        places = draw_distinct(draw, category.size, self.k, count)
        known = np.asarray((places < len(category.rows)).all(1))  # unknown words come last
        drawn = category.rows[np.where(known[:, None], places, 0)]
        others = self._others(category, draw, drawn, pool)
        rows = np.concatenate([drawn, others[:, None]], axis=1)[known]
        return int(odd_last(vocabulary, rows, self.distance).sum())

    def _others(self, category: Category, draw: np.random.Generator, drawn: IntArray, pool: int) -> IntArray:
        """Draw one word for each sample from outside the category, or from outside the sample."""
        if self.odd == "outside_category":
            outside = np.setdiff1d(np.arange(pool), category.rows, assume_unique=True)
            return np.asarray(outside[draw.integers(0, len(outside), len(drawn))])
        others = draw.integers(0, pool, len(drawn))
        while len(again := np.flatnonzero((drawn == others[:, None]).any(1))):
            others[again] = draw.integers(0, pool, len(again))
        return others


def pairs(category: Category, k: int, odd: Odd, pool: int) -> int:
    """Return the size of P in Equation 7, with unknown words in the combinations where they count."""
    combinations = math.comb(category.size, k)
    inside = int((category.rows < pool).sum())
    if odd == "outside_category":
        return combinations * (pool - inside)
    # each word of the pool is absent from it for the combinations that contain it
    return combinations * pool - (math.comb(category.size - 1, k - 1) * inside if category.size else 0)


def odd_last(vectors: Vectors, rows: IntArray, distance: Distance) -> BoolArray:
    """Return whether the last word of each row of words is strictly the farthest from their mean."""
    is_odd = np.empty(len(rows), np.bool_)
    count = max(32, _NUMBERS // (rows.shape[1] * vectors.dimensions))
    for a in range(0, len(rows), count):
        part = rows[a : a + count]
        flat = part.ravel()
        taken = vectors.unit(flat) if distance == "unit" else vectors.matrix[flat].astype(np.float64)
        x = taken.reshape(*part.shape, -1)
        near = np.einsum("ijk,ik->ij", x, x.sum(1))  # (k + 1) x·μ
        squares = np.einsum("ijk,ijk->ij", x, x)
        far = -near / np.sqrt(squares) if distance == "cosine" else part.shape[1] * squares - 2 * near
        is_odd[a : a + count] = far[:, -1] > far[:, :-1].max(1)
    return is_odd


def draw_distinct(draw: np.random.Generator, n: int, k: int, count: int) -> IntArray:
    """Draw so many sets of k different numbers below n, without listing the combinations."""
    samples = np.sort(draw.integers(0, n, (count, k)), axis=1)
    while len(again := np.flatnonzero((np.diff(samples, axis=1) == 0).any(1))):
        samples[again] = np.sort(draw.integers(0, n, (len(again), k)), axis=1)
    return samples
