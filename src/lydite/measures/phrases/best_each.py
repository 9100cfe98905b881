"""What P, R and F1 share: with ``assign=best_each`` each side takes its best match, whatever others took."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.errors import SpecError
from lydite.core.spec import param
from lydite.measures.phrases.base import PhraseMeasure
from lydite.measures.phrases.gains import score_blocks

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.measures.phrases.items import PhraseItems


@dataclass(frozen=True)
class TwoSided(PhraseMeasure):
    """A measure of predictions, of gold phrases, or of both, that may take the best match of each."""

    assign: Literal["one_to_one", "max", "best_each"] = param(  # type: ignore[assignment]  # one more
        "one_to_one",
        help="match each gold phrase with one prediction at most; or each prediction with its best (max); or "
        "for precision each prediction with its best, for recall each gold phrase (best_each)",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.assign == "best_each" and getattr(self, "average", "macro") != "macro":
            raise SpecError(f"{self.name}: assign=best_each is taken item by item, so average is macro")

    @property
    def nets(self) -> bool:  # type: ignore[override]  # of two predictions that match one phrase neither gains
        """Whether its corrected value sums net gains; else the values of items above chance."""
        return self.assign != "best_each"

    def recalled(self, items: PhraseItems, hits: FloatArray, gold: FloatArray) -> FloatArray:
        """Return how much of the gold phrases of each item is matched; ``hits`` are its true positives."""
        items = self.parted(items)
        if self.assign != "best_each" or not (self.soft or items.gold.concepts is not None):
            return np.minimum(hits, gold)
        keys = items.keys(self.match)
        kept, phrases = items.predicted.distinct(keys), items.gold.distinct(keys)
        scores, _ = items.shared(
            ("blocks", self.match), lambda: score_blocks(items, self.match, kept, phrases)
        )
        if self.threshold is not None:
            scores = (scores >= self.threshold).astype(np.float64)
        counts = phrases.concept_counts
        limits = counts if self.cut == "O" else np.full(len(items), self.cut or len(scores) + 1)
        wide = np.repeat(counts, kept.sizes)  # how many scores each prediction has
        first = offsets(counts)[np.repeat(np.arange(len(items)), kept.sizes)]
        places = np.repeat(first - offsets(wide)[:-1], wide) + np.arange(len(scores))
        counted = np.repeat(kept.places < limits[kept.owners], wide)
        best = np.zeros(int(counts.sum()))
        np.maximum.at(best, places[counted], scores[counted])
        found = np.bincount(np.repeat(np.arange(len(items)), counts), best, minlength=len(items))
        return found.astype(np.float64)
