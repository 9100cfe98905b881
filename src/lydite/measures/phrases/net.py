"""Net gains: what each prediction adds in its own item, less what it adds with the gold of other items.

A corrected value is a quotient of sums over items, ``Σ net / max(Σ room, Σ room of gold)``. *Room* is 1 less
what a prediction gains elsewhere: the most it could add by knowing its item.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import RaggedRows, offsets
from lydite.measures.phrases.gains import running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.measures.phrases.gains import Cut


@dataclass(frozen=True)
class NetGains(RaggedRows):
    """The gains of lists in their own items, and those of the same lists with the gold of other items."""

    own: FloatArray
    elsewhere: FloatArray
    """The gains with the gold of others: ``(shuffles, predictions)``."""
    starts: IntArray
    gold: IntArray
    """How many gold phrases each item has."""
    _cuts: dict[Cut, NetGains] = field(default_factory=dict, repr=False, compare=False)

    @functools.cached_property
    def owners(self) -> IntArray:
        """The item of each prediction."""
        return np.repeat(np.arange(len(self.gold)), self.sizes)

    @functools.cached_property
    def expected(self) -> FloatArray:
        """The mean gain of each prediction elsewhere."""
        return np.asarray(self.elsewhere.mean(axis=0))

    @functools.cached_property
    def net(self) -> FloatArray:
        """The gain of each prediction above that."""
        return self.own - self.expected

    @functools.cached_property
    def room(self) -> FloatArray:
        """The most it could gain above that."""
        return np.maximum(1 - self.expected, 0.0)

    def total(self, values: FloatArray) -> FloatArray:
        """Return the sum over the predictions of each item."""
        return np.bincount(self.owners, values, minlength=len(self.gold)).astype(np.float64)

    def running(self, values: FloatArray) -> FloatArray:
        """Return the sum up to each prediction of its item."""
        return running(values, self.starts)

    def limits(self, cut: Cut) -> FloatArray:
        """Return how many predictions of each item count."""
        return self.gold.astype(np.float64) if cut == "O" else np.full(len(self.gold), cut or np.inf)

    def first(self, cut: Cut) -> NetGains:
        """Return the first predictions of each list."""
        limits = self.limits(cut)
        if (self.sizes <= limits).all():
            return self
        if cut not in self._cuts:
            inside = self.places < limits[self.owners]
            starts = offsets(np.minimum(self.sizes, limits).astype(np.int64))
            self._cuts[cut] = NetGains(self.own[inside], self.elsewhere[:, inside], starts, self.gold)
        return self._cuts[cut]

    def without(self, shuffle: int) -> NetGains:
        """Return the same with one shuffle less."""
        return NetGains(self.own, np.delete(self.elsewhere, shuffle, axis=0), self.starts, self.gold)

    def moved(self) -> Iterator[NetGains]:
        """Yield the lists as if the gold of one shuffle were their own, and the others were elsewhere."""
        total, others = self.elsewhere.sum(axis=0), max(len(self.elsewhere) - 1, 1)
        for there in self.elsewhere:
            yield NetGains(there, ((total - there) / others)[None], self.starts, self.gold)


def counted(lists: NetGains, cut: Cut, *, pad: bool) -> tuple[FloatArray, FloatArray]:
    """Return what precision divides by, and the room of that many phrases; padded ones have all of theirs."""
    below = lists.limits(cut) if pad and cut else lists.sizes.astype(np.float64)
    return below, lists.total(lists.room) + (below - lists.sizes)


def share(above: FloatArray, below: FloatArray | IntArray) -> FloatArray:
    """Divide; 0 where there is nothing to divide by."""
    return np.divide(above, below, out=np.zeros(len(above)), where=np.asarray(below) > 1e-9)
