"""Lists for shuffles: each item is given another's predictions, and the next one's where it has few."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.arrays import RaggedArray
from lydite.compiled import kernel, prefetch
from lydite.measures.phrases import short_lists
from lydite.measures.phrases.gains import distinct_predictions
from lydite.measures.phrases.short_lists import DONORS
from lydite.text import fold_all

if TYPE_CHECKING:
    from lydite.array_types import Int32Array, IntArray
    from lydite.measures.phrases.items import PhraseItems

_AHEAD = 32  # items, some 1 µs: as long as memory takes


def borrowed(items: PhraseItems, order: IntArray, places: IntArray) -> RaggedArray:
    """Return the lists that the items at some places are given.

    ``order`` leads from item to item round the circle of a topic; an item never gets its own list.
    """
    given = distinct_predictions(items)
    keys = items.shared("narrow keys", lambda: items.keys(fold_all).astype(np.int32))
    wanted = given.starts[places + 1] - given.starts[places]  # of these alone, where there are millions
    nexts = order[places]
    begin, end = given.starts[nexts], given.starts[nexts + 1]
    out, starts = np.empty(int(wanted.sum()), np.int64), np.zeros(len(places) + 1, np.int64)
    stamps = np.zeros(int(keys.max(initial=0)) + 1, np.int32)
    short = short_lists.if_short(short_lists.borrow_phrases, wanted, end - begin)
    borrow_phrases.for_work(len(out), short)(
        given.codes, given.starts, begin, end, keys, order, places, wanted, stamps, out, starts
    )
    return RaggedArray(out[: starts[-1]], starts)


@kernel
def borrow_phrases(
    codes: Int32Array, starts: IntArray, begin: IntArray, end: IntArray, keys: Int32Array, order: IntArray,
    places: IntArray, wanted: IntArray, stamps: Int32Array, out: IntArray, out_starts: IntArray,
) -> None:  # fmt: skip
    """Fill the list of each item at some places from lists of distinct phrases: the next, and those after it.

    ``begin`` and ``end`` are those of the next list, found for all items at once: memory is slow to be asked
    one by one, so that lists of items to come are asked for ahead, and those after them step by step. Most
    items need no other list; for those that do, keys given to item i are stamped i + 1.
    """
    n = 0
    for k in range(len(places)):
        far = k + _AHEAD
        if far < len(places):
            prefetch(codes, begin[far])
            prefetch(codes, end[far] - 1)
            prefetch(order, order[places[far]])
            prefetch(starts, order[order[places[far - _AHEAD // 4]]])
            prefetch(codes, starts[order[order[places[far - _AHEAD // 2]]]])
        i = places[k]
        donor, first, left = order[i], begin[k], wanted[k]
        if donor != i:
            there = min(left, end[k] - first)
            for j in range(there):
                out[n + j] = codes[first + j]
            n += there
            left -= there
            if left > 0:
                for j in range(first, first + there):
                    stamps[keys[codes[j]]] = i + 1
                donor = order[donor]
        seen = 1
        while left > 0 and donor != i and seen < DONORS:
            for j in range(starts[donor], starts[donor + 1]):
                key = keys[codes[j]]
                if left > 0 and stamps[key] != i + 1:
                    stamps[key] = i + 1
                    out[n] = codes[j]
                    n += 1
                    left -= 1
            donor = order[donor]
            seen += 1
        out_starts[k + 1] = n
