"""The links that are considered from some articles, as flat arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lydite.array_types import BoolArray, FloatArray, IntArray


NONE = -1  # no link, no article


@dataclass(frozen=True)
class Links:
    """Row i: the links of ``articles[i]`` in reading order, from ``starts[i]`` up to ``starts[i + 1]``."""

    articles: IntArray
    starts: IntArray
    targets: IntArray
    """The article that each link leads to, redirects followed."""
    phrases: IntArray
    """The words of each link, as places in the list of phrases."""
    trails: IntArray | None = None
    """``(rows, steps)``: the articles on the way so far, the present one last; None where nobody walks."""

    @property
    def sizes(self) -> IntArray:
        """How many links each row has."""
        return np.diff(self.starts)

    @property
    def rows(self) -> IntArray:
        """The row of each link."""
        return np.repeat(np.arange(len(self.articles)), self.sizes)

    @property
    def places(self) -> IntArray:
        """The place of each link in its row, from 0."""
        return np.arange(len(self.targets)) - np.repeat(self.starts[:-1], self.sizes)

    def keep(self, chosen: BoolArray) -> Links:
        """Return the links that are marked; rows stay, perhaps empty."""
        sizes = np.bincount(self.rows[chosen], minlength=len(self.articles))
        return Links(self.articles, offsets(sizes), self.targets[chosen], self.phrases[chosen], self.trails)

    def best(self, rates: FloatArray) -> IntArray:
        """Return for each row the first link with the highest rate; NONE where none has a rate."""
        rated = np.flatnonzero(~np.isnan(rates))
        rows = self.rows[rated]
        order = np.lexsort((rated, -rates[rated], rows))
        held, first = np.unique(rows[order], return_index=True)
        found = np.full(len(self.articles), NONE, np.int64)
        found[held] = rated[order[first]]
        return found


def offsets(sizes: IntArray) -> IntArray:
    """Return where each row starts, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
