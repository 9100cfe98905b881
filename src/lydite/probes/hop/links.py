"""The links that are considered from some articles, as flat arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import RaggedRows, offsets

if TYPE_CHECKING:
    from lydite.core.array_types import BoolArray, FloatArray, IntArray


NONE = -1  # no link, no article


@dataclass(frozen=True)
class ArticleLinks(RaggedRows):
    """Row i: the links of ``articles[i]`` in reading order, from ``starts[i]`` up to ``starts[i + 1]``."""

    articles: IntArray
    starts: IntArray
    targets: IntArray
    """The article that each link leads to, redirects followed."""
    phrases: IntArray
    """The words of each link, as places in the list of phrases."""
    trails: IntArray | None = None
    """``(rows, steps)``: the articles on the way so far, the present one last; None where nobody walks."""

    def keep(self, chosen: BoolArray) -> ArticleLinks:
        """Return the links that are marked; rows stay, perhaps empty."""
        sizes = np.bincount(self.owners[chosen], minlength=len(self.articles))
        return ArticleLinks(
            self.articles, offsets(sizes), self.targets[chosen], self.phrases[chosen], self.trails
        )

    def best(self, rates: FloatArray) -> IntArray:
        """Return for each row the first link with the highest rate; NONE where none has a rate."""
        rated = np.flatnonzero(~np.isnan(rates))
        rows = self.owners[rated]
        order = np.lexsort((rated, -rates[rated], rows))
        held, first = np.unique(rows[order], return_index=True)
        best = np.full(len(self.articles), NONE, np.int64)
        best[held] = rated[order[first]]
        return best
