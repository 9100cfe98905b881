"""The k nearest neighbours of vectors by cosine (#REval, 3.2), in tiles: never m × m in memory.

Of all vectors among themselves a tile of the product serves twice, once for its rows and once for its
columns, so that only half of the product is computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.core.compiled import kernel
from lydite.core.errors import InputError

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, Float32Array, Int32Array, IntArray

    Neighbours = tuple[Int32Array, Float32Array]

TILE = (
    2000  # no power of two: turning a tile of 2048 over takes five times as long (lines of the cache collide)
)
SPARE = 32  # found beyond k in single precision, then put in order in double
_ROUNDING = 1e-5  # cosines of unit vectors in single precision are nearer to the true ones than half of this
_WAITING = 48  # of each row wait to be merged into its list: one by one would move half of it each time


def unit_rows(vectors: AnyArray) -> Float32Array:
    """Scale each row to length 1 in single precision; rows of zeros stay."""
    vectors = np.asarray(vectors, np.float64)
    length = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
    if not np.isfinite(length).all():
        raise InputError(
            f"vector {np.flatnonzero(~np.isfinite(length))[0] + 1} has a number that is not finite"
        )
    scaled = np.divide(vectors, length, out=np.zeros_like(vectors), where=length > 0)
    return np.asarray(scaled, np.float32)


def nearest(vectors: Float32Array, k: int, *, tile: int = TILE) -> Neighbours:
    """Return the k nearest others of each unit vector and their cosines, best first; ties by smaller id.

    Slots that stay empty (fewer than k others) hold −1.
    """
    k = max(0, min(k, len(vectors) - 1))
    wide = min(k + SPARE, len(vectors) - 1) if k else 0
    lists = BestLists.empty(len(vectors), wide)
    if wide:
        _sweep(vectors, lists, tile)
    return in_order(vectors, vectors, lists.candidates(k), k)


class BestLists(NamedTuple):
    """The best of each row so far, sorted, and behind them those that wait to be merged."""

    ids: Int32Array
    scores: Float32Array
    waiting: IntArray
    """How many of each row wait."""

    @classmethod
    def empty(cls, rows: int, wide: int) -> BestLists:
        """Return lists of nothing: ids −1."""
        shape = (rows, wide + _WAITING)
        return cls(
            np.full(shape, -1, np.int32), np.full(shape, -np.inf, np.float32), np.zeros(rows, np.int64)
        )

    def candidates(self, k: int) -> Int32Array:
        """Merge all that waits and return the ids that may be among the k best of each row, then −1."""
        _merge_all.for_work(self.ids.size)(*self)
        ids, scores = self.ids[:, :-_WAITING], self.scores[:, :-_WAITING]
        if k:
            ids[scores < scores[:, k - 1 : k] - _ROUNDING] = -1
        return ids


@dataclass(frozen=True)
class ExactSearch:
    """Unit vectors, all of which are looked at.

    >>> near = ExactSearch(unit_rows(np.array([[0, 1], [1, 0], [1, 1]])))
    >>> ids, cosines = near.query(np.array([[0.1, 1.0], [0.0, 0.0]]), 2)
    >>> ids.tolist(), [round(float(c), 3) for c in cosines[0]]
    ([[0, 2], [-1, -1]], [0.995, 0.774])
    """

    rows: Float32Array

    def query(self, vectors: AnyArray, k: int) -> Neighbours:
        """Return the k nearest to each vector; a vector of zeros is near to none."""
        queries = unit_rows(vectors)
        k = min(k, len(self.rows))
        lists = BestLists.empty(len(queries), min(k + SPARE, len(self.rows)))
        push = _push.for_work(len(queries) * len(self.rows))
        for top in range(0, len(queries), TILE):
            part = queries[top : top + TILE]
            for left in range(0, len(self.rows), TILE):
                tile = self.rows[left : left + TILE]
                push(part @ tile.T, top, left, *lists, False)
        ids = lists.candidates(k)
        ids[~queries.any(axis=1)] = -1
        return in_order(queries, self.rows, ids, k)


def _sweep(vectors: Float32Array, lists: BestLists, tile: int) -> None:
    push = _push.for_work(len(vectors) ** 2)
    for top in range(0, len(vectors), tile):
        rows = vectors[top : top + tile]
        for left in range(top, len(vectors), tile):
            product = rows @ vectors[left : left + tile].T
            push(product, top, left, *lists, True)
            if left > top:
                push(np.ascontiguousarray(product.T), left, top, *lists, True)


@kernel(large=5_000)
def _push(
    product: Any,
    top: int,
    left: int,
    ids: Any,
    scores: Any,
    waiting: Any,
    among: bool,  # noqa: FBT001
) -> None:
    """Offer a tile to the lists of its rows; equal scores go to the smaller id.

    ``among`` says that rows and columns are the same vectors, none of which is its own neighbour.
    """
    wide, columns = ids.shape[1] - 48, product.shape[1]
    for i in range(product.shape[0]):
        row = top + i
        offered = product[i]
        least, last = scores[row, wide - 1], ids[row, wide - 1]
        count = waiting[row]
        for start in range(0, columns, 64):
            end = min(start + 64, columns)
            if end - start == 64:  # a whole block with nothing in it is passed over at once
                block = offered[start:end]
                hits = np.int32(0)
                for j in range(64):
                    hits += np.int32(block[j] >= least)
                if hits == 0:
                    continue
            for j in range(start, end):
                s = offered[j]
                if s < least:
                    continue
                other = left + j
                if (among and other == row) or (s == least and last >= 0 and other > last):
                    continue
                scores[row, wide + count] = s
                ids[row, wide + count] = other
                count += 1
                if count == 48:
                    _merge(ids[row], scores[row], wide, count)
                    count = 0
                    least, last = scores[row, wide - 1], ids[row, wide - 1]
        waiting[row] = count


@kernel(large=5_000)
def _merge_all(ids: Any, scores: Any, waiting: Any) -> None:
    """Merge what waits in each row."""
    for row in range(len(ids)):
        _merge(ids[row], scores[row], ids.shape[1] - 48, waiting[row])
        waiting[row] = 0


@kernel
def _merge(ids: Any, scores: Any, wide: int, count: int) -> None:
    """Sort those that wait, let the worst of both go, and merge the rest from the back."""
    for x in range(wide + 1, wide + count):
        s, other, at = scores[x], ids[x], x
        while at > wide and (scores[at - 1] < s or (scores[at - 1] == s and ids[at - 1] > other)):
            scores[at], ids[at] = scores[at - 1], ids[at - 1]
            at -= 1
        scores[at], ids[at] = s, other
    a, b = wide - 1, wide + count - 1
    for _ in range(count):
        if a < 0 or (b >= wide and (scores[a], -ids[a]) > (scores[b], -ids[b])):
            b -= 1
        else:
            a -= 1
    at = wide - 1
    while b >= wide:
        if a >= 0 and (scores[a], -ids[a]) < (scores[b], -ids[b]):
            scores[at], ids[at] = scores[a], ids[a]
            a -= 1
        else:
            scores[at], ids[at] = scores[b], ids[b]
            b -= 1
        at -= 1


def in_order(queries: Float32Array, vectors: Float32Array, ids: Int32Array, k: int) -> Neighbours:
    """Put candidates in order by their cosine in double precision, where equal vectors score equally."""
    kept = np.full((len(ids), k), -1, np.int32)
    cosines = np.full((len(ids), k), -1, np.float32)
    if not k:
        return kept, cosines
    dots = _dots.for_work(ids.size)
    for start in range(0, len(ids), TILE):
        part = ids[start : start + TILE]
        used = np.flatnonzero((part >= 0).any(axis=0)).max(initial=k - 1) + 1
        part = np.ascontiguousarray(part[:, :used])
        cosine = np.empty(part.shape)
        dots(queries[start : start + TILE], vectors, part, cosine)
        score = np.where(part >= 0, np.round(cosine, 12), -np.inf)
        order = np.lexsort((part, -score), axis=1)[:, :k]
        kept[start : start + TILE] = np.take_along_axis(part, order, 1)
        cosines[start : start + TILE] = np.take_along_axis(cosine, order, 1)
    cosines[kept < 0] = -1
    return kept, cosines


@kernel(large=2_500)
def _dots(queries: Any, vectors: Any, ids: Any, out: Any) -> None:
    """Write the product of each query with its candidates in double precision, in 32 sums side by side."""
    size = vectors.shape[1]
    whole = size // 32 * 32
    query, sums = np.empty(size), np.empty(32)
    for i in range(len(ids)):
        for x in range(size):
            query[x] = queries[i, x]
        for j in range(ids.shape[1]):
            if ids[i, j] < 0:
                out[i, j] = -1.0
                continue
            vector = vectors[ids[i, j]]
            sums[:] = 0.0
            for x in range(0, whole, 32):
                for y in range(32):
                    sums[y] += query[x + y] * vector[x + y]
            total = 0.0
            for y in range(32):
                total += sums[y]
            for x in range(whole, size):
                total += query[x] * vector[x]
            out[i, j] = total
