"""Kernels over short lists as operations on whole arrays, for ten thousand items: numba takes longer to load.

Lists are laid into a table with a row for each place in them and a column for each item. Each function takes
what the kernel of the same purpose takes, and writes the same numbers to the last bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.array_types import AnyArray, BoolArray, FloatArray, Int32Array, IntArray

_SHORT = 16  # phrases of the longest list
DONORS = 100
"""Lists that are looked through for phrases an item has not yet been given."""


def if_short(function: Callable[..., None], *sizes: IntArray) -> Callable[..., None] | None:
    """Return the function where no list is long."""
    return function if all(s.max(initial=0) <= _SHORT for s in sizes) else None


def table_of(values: AnyArray, starts: IntArray, fill: float) -> tuple[AnyArray, BoolArray]:
    """Return a table with a column for each list, and which of its cells are in use.

    >>> table_of(np.array([5, 6, 7]), np.array([0, 1, 1, 3]), -1)[0].tolist()
    [[5, -1, 6], [-1, -1, 7]]
    """
    sizes = np.diff(starts)
    used = np.arange(int(sizes.max(initial=0)))[:, None] < sizes
    table = np.full(used.shape, fill, values.dtype)
    table.T[used.T] = values[starts[0] : starts[-1]] if len(starts) > 1 else values[:0]
    return table, used


def _new(table: AnyArray, used: BoolArray) -> BoolArray:
    """Return which cells hold what is in no earlier one of their column."""
    new = used.copy()
    for place in range(1, len(table)):
        for earlier in range(place):
            new[place] &= table[earlier] != table[place]
    return new


def compare_keys(
    keys: IntArray, p: IntArray, p_starts: IntArray, g: IntArray, g_starts: IntArray, stamps: Any,  # noqa: ARG001
    gain: FloatArray, starts: IntArray, sizes: IntArray,
) -> None:  # fmt: skip
    """Write for each predicted key that is new in its item whether it is among the gold keys."""
    predicted, used = table_of(keys[p], p_starts, -1)
    gold, there = table_of(keys[g], g_starts, -2)
    hits = np.zeros(predicted.shape, np.bool_)
    for row in gold:
        hits |= predicted == row
    new = _new(predicted, used)
    sizes[:] = _new(gold, there).sum(axis=0)
    np.cumsum(new.sum(axis=0), out=starts[1:])
    gain[: starts[-1]] = hits.T[new.T]


def running_sums(gains: FloatArray, starts: IntArray, out: FloatArray) -> None:
    """Write the running sum of each item's gains."""
    table, used = table_of(gains, starts, 0.0)
    out[:] = np.cumsum(table, axis=0).T[used.T]


def drop_repeated(
    codes: IntArray, starts: IntArray, keys: IntArray, stamps: Any, out: Int32Array, out_starts: IntArray,  # noqa: ARG001
) -> None:  # fmt: skip
    """Write each list without phrases whose keys occur earlier in it."""
    new = _new(*table_of(keys[codes], starts, -1))
    np.cumsum(new.sum(axis=0), out=out_starts[1:])
    out[: out_starts[-1]] = table_of(codes, starts, -1)[0].T[new.T]


def borrow_phrases(
    codes: Int32Array, starts: IntArray, begin: IntArray, end: IntArray, keys: Int32Array, order: IntArray,
    places: IntArray, wanted: IntArray, stamps: Any, out: IntArray, out_starts: IntArray,  # noqa: ARG001
) -> None:  # fmt: skip
    """Fill the list of each item at some places from lists of distinct phrases: the next, and those after."""
    donor = order[places]
    count = np.where(donor == places, 0, np.minimum(wanted, end - begin))
    width = int(wanted.max(initial=0))
    given = np.zeros((width, len(places)), np.int64)
    for place in range(int(count.max(initial=0))):
        some = np.flatnonzero(place < count)
        given[place, some] = codes[begin[some] + place]
    lacking = np.flatnonzero((count < wanted) & (donor != places))
    known = np.where(np.arange(width)[:, None] < count[lacking], keys[given[:, lacking]], -1)
    donor = order[donor[lacking]]
    for _ in range(DONORS - 1):
        left = (count[lacking] < wanted[lacking]) & (donor != places[lacking])
        lacking, donor, known = lacking[left], donor[left], known[:, left]
        if not len(lacking):
            break
        first, last = starts[donor], starts[donor + 1]
        for place in range(int((last - first).max())):
            some = np.flatnonzero((first + place < last) & (count[lacking] < wanted[lacking]))
            code = codes[first[some] + place]
            fresh = ~(known[:, some] == keys[code]).any(axis=0)
            some, code = some[fresh], code[fresh]
            items = lacking[some]
            given[count[items], items] = code
            known[count[items], some] = keys[code]
            count[items] += 1
        donor = order[donor]
    np.cumsum(count, out=out_starts[1:])
    out[: out_starts[-1]] = given.T[(np.arange(width)[:, None] < count).T]
