"""Documents distinguished: whether a document's own phrases are scored above those of another document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.measures.phrases.f1 import F1
from lydite.probes.agreement.base import DIGITS, Agreement, rows
from lydite.spec import param

if TYPE_CHECKING:
    from lydite.array_types import FloatArray
    from lydite.probes.agreement.documents import MatchedDocuments


@dataclass(frozen=True)
class Discrimination(Agreement):
    """How often a document's own predictions have a higher F1 than another document's; equal ones count half.

    F1(match=…) of gold with its own predictions against F1 of the same gold with those of others: at random,
    or of the nearest documents by their words, which are far harder (random ones are distinguished by almost
    anything). Leniency lifts both, signal lifts the first: this is what a matcher is for.
    """

    name = "discrimination"
    also = ("told_apart",)
    reference = "lydite, docs/agreement.md"
    revision = 2
    needs = "documents"
    undefined = "documents without gold or predictions are left out"

    others: Literal["random", "nearest"] = param("random", help="which other documents")
    count: int = param(10, help="how many others each document is compared with", low=1, high=1_000)
    seed: int = param(0, help="seed of the random others", low=0)

    def statistics(self, judged: MatchedDocuments) -> FloatArray:
        """Return (share of others below, 1) for each document."""
        items, measure = judged.items, F1(match=judged.matcher)
        own = measure.value(measure.statistics(items)[:, None, :])
        documents = judged.documents
        nearest = self.others == "nearest"
        orders = documents.nearest(self.count) if nearest else documents.random(self.count, self.seed)
        shares, counts = np.zeros(len(items)), np.zeros(len(items))
        for order in orders:
            other = items.answered([items.predicted.take(order)])
            values = measure.value(measure.statistics(other)[:, None, :])
            known = ~np.isnan(own) & ~np.isnan(values) & (other.predicted.sizes > 0)
            known &= items.predicted.sizes > 0
            lead = np.round(np.where(known, own - values, np.nan), DIGITS)
            shares += (lead > 0) + 0.5 * (lead == 0)
            counts += known
        return rows(shares / np.maximum(counts, 1), counts > 0)
