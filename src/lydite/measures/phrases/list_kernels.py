"""Kernels over lists of phrases, item by item: duplicates, keys that gold has, too, lists for shuffles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.compiled import kernel, prefetch

if TYPE_CHECKING:
    from lydite.array_types import FloatArray, Int32Array, IntArray

DONORS = 100  # lists that are looked through for phrases an item has not yet been given
_AHEAD = 32  # items, some 1 µs: as long as memory takes


@kernel
def drop_repeated(
    codes: IntArray,
    starts: IntArray,
    keys: IntArray,
    stamps: Int32Array,
    out: Int32Array,
    out_starts: IntArray,
) -> None:
    """Write each list without phrases whose keys occur earlier in it; those of item i are stamped i + 1."""
    n = 0
    for i in range(len(starts) - 1):
        for j in range(starts[i], starts[i + 1]):
            key = keys[codes[j]]
            if stamps[key] != i + 1:
                stamps[key] = i + 1
                out[n] = codes[j]
                n += 1
        out_starts[i + 1] = n


@kernel
def compare_keys(
    keys: IntArray,
    p: IntArray,
    p_starts: IntArray,
    g: IntArray,
    g_starts: IntArray,
    stamps: Int32Array,
    gain: FloatArray,
    starts: IntArray,
    sizes: IntArray,
) -> None:
    """Write for each predicted key that is new in its item whether it is among the gold keys.

    A key that occurs in item i is stamped i + 1, so that nothing is searched, however long the lists.
    """
    n = 0
    for i in range(len(sizes)):
        stamp = i + 1
        for j in range(g_starts[i], g_starts[i + 1]):
            key = keys[g[j]]
            if stamps[0, key] != stamp:
                stamps[0, key] = stamp
                sizes[i] += 1
        for j in range(p_starts[i], p_starts[i + 1]):
            key = keys[p[j]]
            if stamps[1, key] != stamp:
                stamps[1, key] = stamp
                if stamps[0, key] == stamp:
                    gain[n] = 1.0
                n += 1
        starts[i + 1] = n


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
