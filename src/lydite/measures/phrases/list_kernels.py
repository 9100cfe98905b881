"""Kernels over lists of phrases, item by item: duplicates, and keys that gold has, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.compiled import kernel

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, Int32Array, IntArray


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
