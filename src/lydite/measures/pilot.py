"""How many shuffles it takes to make chance exact, found on some of many items.

Chance and the value grow exact alike with the number of items, so that some of them tell how many shuffles
make the one ten times as exact as the other. Which items these are follows from their ids: a shard finds what
the whole finds, and parts give the same digits.
"""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.measures.chance import EXACT, FEWEST, SMALL, chance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.array_types import IntArray
    from lydite.measures.base import Measure
    from lydite.measures.chance import ShufflePlan
    from lydite.measures.phrases.items import PhraseItems

ENOUGH = SMALL // 2  # items
_MIX = np.uint64(0x9E3779B97F4A7C15)  # Fibonacci hashing: Knuth, The Art of Computer Programming 3, 6.4


def shuffles_needed(whole: PhraseItems, measures: Sequence[Measure], how: ShufflePlan) -> int:
    """Return over how many shuffles the chance of all items is taken."""
    if all(m.mean and surely_exact(len(whole), m.high - m.low) for m in measures):
        return FEWEST
    places = drawn_by_id(whole.ids)
    some = replace(whole.select(places), _memory=whole.scores_of_pairs())
    real = [m.statistics(some) for m in measures]
    shuffled = chance(some, measures, replace(how, whole=whole, places=places, pilot=True), real)
    return FEWEST if shuffled is None else shuffled.times


def surely_exact(items: int, span: float) -> bool:
    """Whether the mean over so many items is exact enough over the fewest shuffles, however they vary.

    Between two ends the standard deviation is at most half of what is between them.

    >>> surely_exact(90_000, 1.0), surely_exact(110_000, 1.0)
    (False, True)
    """
    return bool(0.5 * span / np.sqrt(FEWEST * items) <= EXACT)


def drawn_by_id(ids: Sequence[str]) -> IntArray:
    """Return the places of some 500 to 1,000 items that their ids draw; of all where there are no more.

    >>> ids = [f"d{i}" for i in range(20_000)]
    >>> len(drawn_by_id(ids)), len(drawn_by_id(ids[:900]))
    (616, 900)
    """
    if len(ids) <= SMALL:  # all of them, as without a pilot
        return np.arange(len(ids))
    share = (len(ids) // ENOUGH).bit_length() - 1
    codes = np.fromiter((zlib.crc32(i.encode("utf-8", "surrogatepass")) for i in ids), np.uint64, len(ids))
    places = np.flatnonzero((codes * _MIX) >> np.uint64(64 - share) == 0)
    return places if 2 * len(places) >= ENOUGH else np.arange(len(ids))
