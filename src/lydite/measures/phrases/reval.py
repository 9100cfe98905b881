"""#REval-hit-ratio: hits over the smaller of the two sets, where a synonym is a hit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.hashtags.ranks import tally
from lydite.inference.statistics import ratio
from lydite.matchers.thesaurus import Weight
from lydite.measures.phrases.synonyms import SynonymMeasure

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.matchers.thesaurus import ThesaurusMatcher
    from lydite.measures.phrases.items import PhraseItems


@dataclass(frozen=True)
class Reval(SynonymMeasure):
    """Hits over the smaller of the two sets, where a gold hashtag among the k nearest synonyms is a hit.

    With Syn(h) = {h and its k nearest synonyms}, R the recommendations and G the gold hashtags,

    value = 1/min(|R|, |G|) · Σ_{h∈R} [Syn(h) ∩ G ≠ ∅]   if |R| ≤ |G|
    value = 1/min(|R|, |G|) · Σ_{g∈G} [g ∈ Syn(R)]       otherwise,

    averaged over items. k = 0 is the hit ratio. With ``weight=rank`` a hit at rank ρ counts 1/log₂(2 + ρ).
    """

    name = "reval"
    reference = "#REval, Equation 4 and Algorithm 2"

    k: int = param(10, help="how many synonyms of a recommended hashtag count", low=0, high=60_000)
    weight: Weight = param("equal", help="a synonym counts 1, or less the further down it stands")

    @property
    def depth(self) -> int:
        """How many synonyms can matter: k."""
        return self.k

    @property
    def match(self) -> ThesaurusMatcher:
        """The matcher behind the measure."""
        return replace(super().match, weight=self.weight)

    def statistics(self, items: PhraseItems) -> FloatArray:
        """Return (value, 1) for each item."""
        units = self.units(items)
        rows = np.zeros((len(items), 2))
        rows[:, 1] = self.scored(units, items)
        owner, ranks = units.near
        tally.for_work(len(units.ranks))(owner, ranks, units.starts, self.match.weights(), rows)
        rows[items.absent, 0] = 0.0
        return rows

    @property
    def mean(self) -> bool:
        """Whether it is a mean over items."""
        return type(self).value is Reval.value

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the mean over scored items."""
        return ratio(sums[..., 0], sums[..., 1])
