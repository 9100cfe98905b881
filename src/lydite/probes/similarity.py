"""Similarity: how far cosines order pairs of words as people do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.arrays import code_keys
from lydite.core.choices import Oov
from lydite.core.errors import InputError
from lydite.core.spec import param
from lydite.inference.intervals import linked_variance
from lydite.inference.statistics import ExtraVariance
from lydite.probes.base import Probe, ProbeStatistics, fold_option, oov_option
from lydite.probes.correlation import mean_ranks, pearson, spearman, weighted_pearson, weighted_ranks
from lydite.probes.scripts import advice

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.probes.base import ProbeInput


@dataclass(frozen=True)
class Similarity(Probe):
    """The correlation of cosines with people's scores of the same pairs.

    Spearman's ρ, with mean ranks for ties, or Pearson's r. A pair with an unknown word has similarity 0, or
    is left out; so does gensim's ``evaluate_word_pairs`` with and without ``dummy4unknown``. By chance the
    cosines of known pairs change places: 0, unless people's scores tell known pairs from unknown ones.

    >>> from lydite.probes import probe
    >>> from lydite.probes.testsets import TestSet
    >>> from lydite.vectors import Vectors
    >>> vectors = Vectors.of({"cat": [1, 0], "dog": [1, 0.2], "red": [0, 1]})
    >>> people = TestSet("people", pairs=(("cat", "dog", 9.0), ("dog", "red", 2.0), ("cat", "red", 1.0)))
    >>> float(round(probe(vectors, ["similarity"], people)[0].value, 6))
    1.0
    """

    name = "similarity"
    reference = "Spearman 1904; Pearson 1895"
    needs = "pairs"
    low = -1.0
    summable = False
    counted = 2
    widened = True
    undefined = "fewer than two usable pairs, or all of one score, have no correlation"

    correlation: Literal["spearman", "pearson"] = param("spearman", help="which correlation")
    fold: bool = fold_option()
    oov: Oov = oov_option()

    def examine(self, probe_input: ProbeInput) -> ProbeStatistics:
        """Return the rows (cosine, people's score, 1, codes of the words) of all pairs used, 0 of the others.

        By chance the third number is the code of pairs whose cosines change places: 2 known, 3 unknown.
        """
        vocabulary = probe_input.vocabulary(fold=self.fold)
        lines = sorted(enumerate(probe_input.test.pairs, 1), key=lambda one: (*one[1][:2], one[0]))
        pairs = [pair for _, pair in lines]
        rows = probe_input.places([w for a, b, _ in pairs for w in (a, b)], fold=self.fold).reshape(-1, 2)
        known = (rows >= 0).all(1)
        if not known.any():
            hint = advice(probe_input.test.words, probe_input.vectors, fold=self.fold)
            raise InputError(
                f"no pair of {probe_input.test.name} is known to {probe_input.vectors.name}{hint}"
            )
        cosines = np.zeros(len(pairs))
        first, second = (vocabulary.unit(rows[known, side]) for side in (0, 1))
        cosines[known] = np.einsum("ij,ij->i", first, second)
        usable = known if self.oov == "skip" else np.ones(len(pairs), np.bool_)
        rated = np.array([p[2] for p in pairs])
        used = np.asarray(usable, np.float64)[:, None]
        codes = code_keys([w for a, b, _ in pairs for w in (a, b)]).reshape(-1, 2).astype(np.float64).T
        statistics = np.stack([cosines, rated, np.ones(len(pairs)), *codes], axis=1) * used
        expected = np.stack([cosines, rated, np.where(known, 2.0, 3.0), *codes], axis=1) * used
        covered = np.stack([(rows >= 0).sum(1), np.full(len(pairs), 2)], axis=1).astype(np.float64)
        ids = tuple(f"{a} {b} #{n}" for n, (a, b, _) in lines)
        counts = np.zeros((len(pairs), 2))
        return ProbeStatistics(ids, statistics, covered, counts, chance=expected, lacking=int((~known).sum()))

    def account(self, row: FloatArray) -> str:
        """Return the cosine of a pair and what people say."""
        return f"cosine {row[0]:.3f}, people {row[1]:g}" if row[2] else "left out"

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the correlation over the rows ``(…, n, d)``."""
        flat = sums.reshape(-1, *sums.shape[-2:])
        correlate = spearman if self.correlation == "spearman" else pearson
        correlations = []
        for rows in flat:
            x, y, codes = rows[rows[:, 2] > 0, :3].T
            correlations.append(correlate(x, y, codes.astype(np.int64) if (codes > 1).any() else None))
        return np.array(correlations).reshape(sums.shape[:-2])

    def resampled(self, rows: FloatArray, weights: FloatArray) -> FloatArray:
        """Return the correlations where rows occur so often, ``(b, n)``: what ``value`` gives of them."""
        used = rows[:, 2] > 0
        (x, y, codes), times = rows[used, :3].T, weights[:, used]
        if self.correlation == "spearman":
            x, y = weighted_ranks(x, times), weighted_ranks(y, times)
        return weighted_pearson(x, y, times, codes.astype(np.int64) if (codes > 1).any() else None)

    def extra_variance(self, rows: FloatArray, counts: FloatArray) -> ExtraVariance | None:  # noqa: ARG002
        """Return the variance of the correlation that is there because pairs share words."""
        if (moved := self.influence(rows)) is None:
            return None
        return ExtraVariance(
            linked_variance(*moved) - float((moved[0] ** 2).sum()), int((rows[:, 2] > 0).sum())
        )

    def influence(self, rows: FloatArray) -> tuple[FloatArray, IntArray] | None:
        """Return by how much each pair moves the correlation, or what is left of it above chance.

        (x y − r (x² + y²) / 2) / n of standardised values or ranks; above chance x is away from the mean of
        those it changes places with.
        """
        used = rows[:, 2] > 0
        if rows.shape[1] < 5 or used.sum() < 3:  # as saved by older versions: without words
            return None
        x, y, codes = rows[used, :3].T
        if self.correlation == "spearman":
            x, y = mean_ranks(x), mean_ranks(y)
        x, y = ((v - v.mean()) / (v.std() or 1.0) for v in (x, y))
        above, room = x, 1.0
        if (codes > 1).any():
            kinds = codes.astype(np.int64)
            expected = (np.bincount(kinds, x) / np.maximum(np.bincount(kinds), 1))[kinds]
            above, room = x - expected, 1 - float(np.mean(expected * y))
        moved = np.zeros(len(rows))
        moved[used] = (above * y - np.mean(above * y) * (x**2 + y**2) / 2) / used.sum() / (room or 1.0)
        return moved, rows[:, 3:5].astype(np.int64)
