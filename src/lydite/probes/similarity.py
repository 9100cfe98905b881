"""Similarity: how far cosines order pairs of words as people do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.choices import Oov
from lydite.errors import InputError
from lydite.probes.base import Findings, Probe, fold_option, oov_option
from lydite.probes.correlation import pearson, spearman
from lydite.probes.scripts import advice
from lydite.spec import param

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.probes.base import Ground

    FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Similarity(Probe):
    """The correlation of cosines with people's scores of the same pairs.

    Spearman's ρ, with mean ranks for ties, or Pearson's r. A pair with an unknown word has similarity 0, or
    is left out; so does gensim's ``evaluate_word_pairs`` with and without ``dummy4unknown``. By chance the
    cosines of known pairs change places: 0, unless people's scores tell known pairs from unknown ones.

    >>> from lydite.probes import probe
    >>> from lydite.probes.testsets import TestSet
    >>> from lydite.sources.vectors import Vectors
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
    undefined = "fewer than two usable pairs, or all of one score, have no correlation"

    correlation: Literal["spearman", "pearson"] = param("spearman", help="which correlation")
    fold: bool = fold_option()
    oov: Oov = oov_option()

    def examine(self, ground: Ground) -> Findings:
        """Return the rows (cosine, people's score, 1) of all pairs that are used, (0, 0, 0) of the others.

        By chance the last number is the code of pairs whose cosines change places: 2 known, 3 unknown.
        """
        vocabulary = ground.vocabulary(fold=self.fold)
        numbered = sorted(enumerate(ground.test.pairs, 1), key=lambda one: (*one[1][:2], one[0]))
        pairs = [pair for _, pair in numbered]
        rows = ground.places([w for a, b, _ in pairs for w in (a, b)], fold=self.fold).reshape(-1, 2)
        known = (rows >= 0).all(1)
        if not known.any():
            hint = advice(ground.test.words, ground.vectors, fold=self.fold)
            raise InputError(f"no pair of {ground.test.name} is known to {ground.vectors.name}{hint}")
        cosines = np.zeros(len(pairs))
        first, second = (vocabulary.unit(rows[known, side]) for side in (0, 1))
        cosines[known] = np.einsum("ij,ij->i", first, second)
        usable = known if self.oov == "skip" else np.ones(len(pairs), np.bool_)
        rated = np.array([p[2] for p in pairs])
        used = np.asarray(usable, np.float64)[:, None]
        statistics = np.stack([cosines, rated, np.ones(len(pairs))], axis=1) * used
        expected = np.stack([cosines, rated, np.where(known, 2.0, 3.0)], axis=1) * used
        covered = np.stack([(rows >= 0).sum(1), np.full(len(pairs), 2)], axis=1).astype(np.float64)
        ids = tuple(f"{a} {b} #{n}" for n, (a, b, _) in numbered)
        counts = np.zeros((len(pairs), 2))
        return Findings(ids, statistics, covered, counts, chance=expected)

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the correlation over the rows ``(…, n, 3)``."""
        flat = sums.reshape(-1, *sums.shape[-2:])
        correlate = spearman if self.correlation == "spearman" else pearson
        found = []
        for rows in flat:
            x, y, codes = rows[rows[:, 2] > 0].T
            found.append(correlate(x, y, codes.astype(np.int64) if (codes > 1).any() else None))
        return np.array(found).reshape(sums.shape[:-2])
