"""Lists that items get in a shuffle: as many distinct predictions as their own, from the items after them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.arrays import RaggedArray
from lydite.compiled import kernel
from lydite.measures.phrases.gains import distinct_predictions, distinct_sizes
from lydite.text import fold_all

if TYPE_CHECKING:
    from lydite.array_types import Int32Array, IntArray
    from lydite.measures.phrases.items import PhraseItems

_DONORS = 100  # lists that are looked through for phrases an item has not yet been given


def borrowed_lists(items: PhraseItems, order: IntArray, places: IntArray) -> RaggedArray:
    """Return the lists that the items at some places are given.

    ``order`` leads from item to item round the circle of a topic; an item never gets its own list.
    """
    given, keys = distinct_predictions(items), items.keys(fold_all)
    wanted = distinct_sizes(items)[places]
    nexts = order[places]
    begin, end = given.starts[nexts], given.starts[nexts + 1]
    out, starts = np.empty(int(wanted.sum()), np.int64), np.zeros(len(places) + 1, np.int64)
    stamps = np.zeros(int(keys.max(initial=0)) + 1, np.int64)
    borrow_phrases.for_work(len(out))(
        given.codes, given.starts, begin, end, keys, order, places, wanted, stamps, out, starts
    )
    return RaggedArray(out[: starts[-1]], starts)


@kernel
def borrow_phrases(
    codes: Int32Array,
    starts: IntArray,
    begin: IntArray,
    end: IntArray,
    keys: IntArray,
    order: IntArray,
    places: IntArray,
    wanted: IntArray,
    stamps: IntArray,
    out: IntArray,
    out_starts: IntArray,
) -> None:
    """Fill the list of each item at some places from lists of distinct phrases: the next, and those after it.

    ``begin`` and ``end`` are those of the next list, found for all items at once: memory is slow to be asked
    one by one. Most items need no other list; for those that do, keys given to item i are stamped i + 1.
    """
    n = 0
    for k in range(len(places)):
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
        while left > 0 and donor != i and seen < _DONORS:
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
