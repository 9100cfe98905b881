"""Outliers: how often the word that does not belong to a group is the least similar to the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.choices import Oov
from lydite.core.errors import InputError
from lydite.core.spec import param
from lydite.inference.statistics import ratio
from lydite.probes.base import Probe, ProbeStatistics, fold_option, oov_option, rate_statistics
from lydite.probes.scripts import advice

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.probes.base import ProbeInput


@dataclass(frozen=True)
class Outlier(Probe):
    """The share of outliers that come last when a group and one outlier are ordered by similarity.

    Words are ordered by compactness: how similar the others are to each other without it (mean cosine of
    pairs). ``score=position`` is the outlier position percentage, the share of the group that the outlier
    comes after; an unknown outlier comes first, unknown words of the group are left out. The mean is over
    all outliers of all groups. By chance each of the n + 1 words is last equally often.

    >>> from lydite.probes import probe
    >>> from lydite.probes.testsets import TestSet
    >>> from lydite.vectors import Vectors
    >>> vectors = Vectors.of({"cat": [1, 0], "dog": [1, 0.1], "cow": [1, 0.2], "red": [0, 1]})
    >>> test = TestSet("animals", outliers={"animals": (("cat", "dog", "cow"), ("red",))})
    >>> probe(vectors, ["outlier"], test)[0].value
    1.0
    """

    name = "outlier"
    reference = "Camacho-Collados and Navigli 2016 (8-8-8); Blair et al. 2016 (WikiSem500)"
    needs = "outliers"

    score: Literal["accuracy", "position"] = param(
        "accuracy", help="found or not, or how far towards the end"
    )
    fold: bool = fold_option()
    oov: Oov = oov_option()

    def examine(self, probe_input: ProbeInput) -> ProbeStatistics:
        """Try each outlier of each group."""
        ids = tuple(sorted(probe_input.test.outliers))
        counts, expected, covered = (np.zeros((len(ids), 2)) for _ in range(3))
        skipped = []
        for i, group in enumerate(ids):
            words, outliers = probe_input.test.outliers[group]
            inside, outside = (probe_input.find(w, fold=self.fold) for w in (words, outliers))
            covered[i] = (inside >= 0).sum() + (outside >= 0).sum(), len(inside) + len(outside)
            attempts = int((outside >= 0).sum()) if self.oov == "skip" else len(outside)
            if (inside >= 0).sum() < 2 or not attempts:
                skipped.append(group)
                continue
            counts[i] = self._group(probe_input, inside[inside >= 0], outside[outside >= 0]), attempts
            share = 1 / ((inside >= 0).sum() + 1) if self.score == "accuracy" else 1 / 2
            expected[i] = (outside >= 0).sum() * share, attempts
        if not covered[:, 0].any():
            hint = advice(probe_input.test.words, probe_input.vectors, fold=self.fold)
            raise InputError(f"no word of {probe_input.test.name} is in {probe_input.vectors.name}{hint}")
        return ProbeStatistics(
            ids, rate_statistics(counts), covered, counts, tuple(skipped), rate_statistics(expected)
        )

    def _group(self, probe_input: ProbeInput, inside: IntArray, outside: IntArray) -> float:
        vocabulary = probe_input.vocabulary(fold=self.fold)
        group, strangers = vocabulary.unit(inside), vocabulary.unit(outside)
        within = group @ group.T
        np.fill_diagonal(within, 0.0)
        across = strangers @ group.T
        # leaving a word out costs its own similarities, so the least similar leaves the most compact rest
        own = within.sum(1)[None, :] + across
        after = (own > across.sum(1)[:, None]).sum(1)
        return float(
            (after == len(inside)).sum() if self.score == "accuracy" else (after / len(inside)).sum()
        )

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the mean over outliers."""
        return ratio(sums[..., 2], sums[..., 3])
