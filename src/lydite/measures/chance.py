"""Chance: what the same predictions earn when each item is given those of another.

A lenient matcher lifts every score, also of predictions that have nothing to do with the item. How much
is measured by shuffling the predictions among the items (within topics, where items have one); what
remains above it is ``corrected = (value − chance) / (best − chance)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

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


def chance(
    items: PhraseItems, measures: Sequence[Measure], shuffles: int = SHUFFLES, seed: int = 0
) -> list[FloatArray]:
    """Return the statistics of each measure averaged over shuffles; nothing where none can be made.

    Each distinct pair of phrases is matched once, over the shuffles and the real order together.
    """
    n = len(items)
    if not shuffles or not measures or n < 2:
        return []
    generator = np.random.default_rng(seed)
    groups = np.unique(items.columns[TOPIC], return_inverse=True)[1] if TOPIC in items.columns else None
    orders = [derange(items.absent, groups, generator) for _ in range(shuffles)]
    sums = [np.zeros(m.statistics(items).shape) for m in measures]
    pairs = int((items.predicted.sizes.mean() + 1) * (items.gold.sizes.mean() + 1) * n)
    together = max(1, _PAIRS // pairs)
    for first in range(0, shuffles, together):
        block = orders[first : first + together]
        shuffled = items.shuffled(np.concatenate(block))
        for i, measure in enumerate(measures):
            sums[i] += measure.statistics(shuffled).reshape(len(block), n, -1).sum(axis=0)
    return [s / shuffles for s in sums]


def derange(absent: NDArray[np.bool_], groups: IntArray | None, generator: np.random.Generator) -> IntArray:
    """Return whose predictions each item is given: never its own, unless it is alone in its topic.

    The items of a topic are put into a random circle and each takes from the next. Items without any
    answer keep it.

    >>> derange(np.zeros(5, dtype=bool), None, np.random.default_rng(0))
    array([1, 2, 4, 0, 3])
    """
    order = np.arange(len(absent))
    circle = generator.permutation(np.flatnonzero(~absent))
    follows = np.arange(1, len(circle) + 1)
    labels = np.zeros(len(circle), dtype=np.int64) if groups is None else groups[circle]
    by_topic = np.argsort(labels, kind="stable")
    circle, labels = circle[by_topic], labels[by_topic]
    first = np.flatnonzero(np.diff(labels, prepend=-1))
    follows[np.append(first[1:], len(circle)) - 1] = first
    order[circle] = circle[follows]
    return order
