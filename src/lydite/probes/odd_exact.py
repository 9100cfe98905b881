"""The exact count of OddOneOut over the whole vocabulary, block by block."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.core.progress import track
from lydite.probes import odd_kernels

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.probes.categories import Category
    from lydite.probes.odd_one_out import Distance, Odd
    from lydite.vectors import Vectors


_BLOCK = 1024
_MEMORY = 1 << 30  # bytes for the ranks of one block, and for the thresholds of one category
_PAIRS = 10**14  # several hours


def count_exactly(
    vectors: Vectors, category: Category, k: int, distance: Distance, odd: Odd, pool: int
) -> int:
    """Return in how many pairs (S, w) of known words w, of the first ``pool``, is strictly farthest."""
    n = len(category.rows)
    subsets = math.comb(n, k - 1)
    total = math.comb(n, k) * pool
    if total > _PAIRS or (distance != "cosine" and subsets * n * 10 > _MEMORY):
        raise InputError(
            f"category {category.name!r} has {n:,} known words, so {total:.1e} pairs to count exactly; "
            "draw some instead (samples=1000)"
        )
    if distance == "cosine":
        return _by_cosine(vectors, category.rows, k, odd, pool)
    own = _rows(vectors, category.rows, distance)
    squares = np.zeros(n) if distance == "unit" else np.einsum("ij,ij->i", own, own)
    dots = own @ own.T
    kind = np.uint8 if n < 256 else np.uint16
    ordered, places = np.empty((subsets, n - k + 1)), np.empty((subsets, n), kind)
    work = subsets * n + total
    odd_kernels.thresholds.for_work(work)(dots, squares, k, ordered, places)
    choose = _binomials(n, k)

    def count(block: FloatArray, lengths: FloatArray) -> int:
        ranks = np.empty((subsets, len(lengths)), kind)
        odd_kernels.ranks_of.for_work(work)(block, lengths, k, ordered, ranks)
        return int(odd_kernels.count_odd.for_work(work)(n, k, choose, ranks, places))

    # a member of S ties with itself there, so it is never odd: no need to leave it out
    inside = category.rows < pool
    own_too = odd == "outside_sample" and bool(inside.any())
    right = count(np.ascontiguousarray(dots[:, inside]), squares[inside]) if own_too else 0
    width = max(32, min(_BLOCK, _MEMORY // (subsets * np.dtype(kind).itemsize)))
    for rows in track(_outside(pool, category.rows, width), "words"):
        tile = _rows(vectors, rows, distance)
        lengths = np.zeros(len(rows)) if distance == "unit" else np.einsum("ij,ij->i", tile, tile)
        right += count(own @ tile.T, lengths)
    return right


def _by_cosine(vectors: Vectors, members: IntArray, k: int, odd: Odd, pool: int) -> int:
    own = vectors.matrix[members].astype(np.float64)
    norms = np.sqrt(np.einsum("ij,ij->i", own, own))
    work = math.comb(len(members), k) * pool

    def count(words: FloatArray, tile: FloatArray, lengths: FloatArray) -> int:
        dots = words @ tile.T
        size = np.sqrt(np.einsum("ij,ij->i", tile, tile))
        return int(
            odd_kernels.count_cosine.for_work(work)(
                dots / size, dots / lengths[:, None], size, words @ words.T / lengths[:, None], k
            )
        )

    right = sum(
        count(own, vectors.matrix[rows].astype(np.float64), norms)
        for rows in track(_outside(pool, members, _BLOCK), "words")
    )
    if odd == "outside_sample":
        for i in np.flatnonzero(members < pool).tolist():
            others = np.arange(len(members)) != i
            if others.sum() >= k:
                right += count(own[others], own[i : i + 1], norms[others])
    return right


def _rows(vectors: Vectors, rows: IntArray, distance: Distance) -> FloatArray:
    return vectors.unit(rows) if distance == "unit" else vectors.matrix[rows].astype(np.float64)


def _outside(count: int, members: IntArray, width: int) -> list[IntArray]:
    outside = np.setdiff1d(np.arange(count), members, assume_unique=True)
    return [outside[a : a + width] for a in range(0, len(outside), width)]


def _binomials(n: int, k: int) -> IntArray:
    return np.array([[math.comb(a, b) for b in range(k + 1)] for a in range(n + 1)], np.int64)
