"""Chance: what the same predictions earn when each item is given those of another.

A lenient matcher lifts every score, also of predictions that have nothing to do with the item. How much
is measured by shuffling the predictions among the items (within topics, where items have one); what
remains above it is ``corrected = (value − chance) / (best − chance)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.progress import steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems

    IntArray = NDArray[np.int64]
    FloatArray = NDArray[np.float64]

SHUFFLES = 10
TOPIC = "topic"
_PAIRS = 4_000_000  # pairs of phrases that are looked at together


@dataclass(frozen=True)
class Shuffles:
    """How chance is taken: how many shuffles, from which seed, and (for a shard) among which items."""

    times: int = SHUFFLES
    seed: int = 0
    whole: PhraseItems | None = None
    """All items, where only some are scored: parts put together are then the whole."""
    places: IntArray | None = None
    """Where the scored items stand among all."""


def chance(items: PhraseItems, measures: Sequence[Measure], how: Shuffles) -> list[FloatArray]:
    """Return the statistics of each measure averaged over shuffles; nothing where none can be made.

    Each distinct pair of phrases is matched once, over the shuffles and the real order together.
    """
    whole = how.whole or items
    if not how.times or not measures or np.count_nonzero(~whole.absent) < 2:
        return []
    sums = [np.zeros(m.statistics(items).shape) for m in measures]
    places = np.arange(len(items)) if how.places is None else how.places
    generator = np.random.default_rng(how.seed)
    groups = np.unique(whole.columns[TOPIC], return_inverse=True)[1] if TOPIC in whole.columns else None
    orders = [derange(whole.absent, groups, generator)[places] for _ in range(how.times)]
    pairs = (whole.predicted.sizes.mean() + 1) * (whole.gold.sizes.mean() + 1) * len(items)
    together = max(1, int(_PAIRS // max(pairs, 1)))
    for first in steps(range(0, how.times if len(items) else 0, together), "chance: shuffles"):
        block = orders[first : first + together]
        shuffled = items.shuffled(whole.predicted, np.concatenate(block))
        for total, measure in steps(list(zip(sums, measures, strict=True)), "measures"):
            for rows in measure.statistics(shuffled).reshape(len(block), *total.shape):
                np.add(total, rows, out=total)  # shuffle by shuffle: the same digits whatever the blocks
    return [s / how.times for s in sums]


def derange(absent: NDArray[np.bool_], groups: IntArray | None, generator: np.random.Generator) -> IntArray:
    """Return whose predictions each item is given: never its own.

    The items of a topic are put into a random circle and each takes from the next. Those that are alone in
    their topic make one together (a last one goes to another topic). Items without any answer keep it.

    >>> derange(np.zeros(5, dtype=bool), None, np.random.default_rng(0))
    array([1, 2, 4, 0, 3])
    """
    order = np.arange(len(absent))
    circle = generator.permutation(np.flatnonzero(~absent))
    follows = np.arange(1, len(circle) + 1)
    labels = np.zeros(len(circle), dtype=np.int64) if groups is None else _joined(groups[circle])
    by_topic = np.argsort(labels, kind="stable")
    circle, labels = circle[by_topic], labels[by_topic]
    first = np.flatnonzero(np.diff(labels, prepend=-1))
    follows[np.append(first[1:], len(circle)) - 1] = first
    order[circle] = circle[follows]
    return order


def _joined(labels: IntArray) -> IntArray:
    """Number topics from 0, with one for all items that are alone in theirs."""
    _, numbers, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    alone = np.flatnonzero(sizes[numbers] == 1)
    numbers[alone] = numbers[alone[0]] if len(alone) > 1 else int(sizes.argmax())
    return np.asarray(numbers, dtype=np.int64)
