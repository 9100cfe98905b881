"""Swaps of measures that average over topics, which swap independently of each other.

What a topic did in some swaps can be combined with what the others did in any: a thousand swaps of a hundred
topics give as many thousands of swaps as are asked for, at the cost of sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.compiled import kernel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.inference.statistics import Scorable


_CELLS = 1_000_000  # random places held at once


def gaps_by_topic(
    measure: Scorable, sides: tuple[FloatArray, FloatArray], change: FloatArray
) -> FloatArray | None:
    """Return what each topic adds to the difference of two systems after swaps, ``(topics, swaps)``.

    ``change`` is what the first system gains (and the second loses), ``(swaps, topics, d)``. None where the
    swaps decide whether a topic has a value, so that topics are not apart from each other.
    """
    parts = []
    for sums in (sides[0] + change, sides[1] - change):
        values = measure.value(sums[..., None, :]).T
        undefined = np.isnan(values)
        if (undefined.any(axis=1) != undefined.all(axis=1)).any() or undefined.all():
            return None
        parts.append(np.where(undefined, 0.0, values) / (~undefined[:, 0]).sum())
    return np.ascontiguousarray(parts[0] - parts[1])


@dataclass(frozen=True)
class TopicSums:
    """Differences summed over topics, each topic swapped independently."""

    gaps: FloatArray
    """``(topics, swaps)``"""

    def sums(self, generator: np.random.Generator, count: int) -> Iterator[FloatArray]:
        """Yield ``count`` sums in blocks."""
        topics, swaps = self.gaps.shape
        most = max(1, _CELLS // topics)
        for start in range(0, count, most):
            chosen = generator.integers(0, swaps, (min(most, count - start), topics), dtype=np.uint32)
            out = np.zeros(len(chosen))
            add_chosen.for_work(chosen.size)(self.gaps, chosen, out)
            yield out


@kernel(large=200_000)
def add_chosen(gaps: FloatArray, chosen: IntArray, out: FloatArray) -> None:
    """Add up the chosen gap of each topic."""
    for i in range(len(chosen)):
        total = 0.0
        for topic in range(chosen.shape[1]):
            total += gaps[topic, chosen[i, topic]]
        out[i] = total
