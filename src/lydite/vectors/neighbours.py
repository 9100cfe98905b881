"""The nearest words by cosine, in tiles: memory does not grow with the vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.compiled import kernel

if TYPE_CHECKING:
    from lydite.core.array_types import Float32Array, FloatArray, IntArray
    from lydite.vectors.table import Vectors

_TILE = 512  # scores of a tile stay in the cache
_WIDE = 4096  # words of a tile in float64
_BATCH = 1024
_LARGE = 5_000_000  # queries × words from which ruling out pays
_SAMPLE = 1_000  # words from which the basis is made
_SLACK = np.float32(4e-6)  # more than squared lengths in float32 are wrong by
_LIKELY = 1024  # likely words that are looked at
_HELD = 0.75  # share of squared length within the basis
_ROUNDING = np.float32(1e-5)  # more than cosines in float32 are wrong by
_EXTREME = 1e30  # a length from which, and below whose inverse, float32 has no inverse to multiply with
_FIRST = 4  # tiles that are multiplied whole: what is found there rules out more by the basis
_DEAR = 16  # times what a product costs among others, it costs by itself
_SPARE = 4  # candidates beyond k: float32 finds them, float64 puts them in order


def find_neighbours(
    vectors: Vectors, queries: FloatArray, k: int, likely: IntArray | None = None
) -> tuple[IntArray, FloatArray]:
    """Return rows and cosines of the k nearest words to each query, nearest first.

    ``likely`` are rows among which near words can be expected: what is found there rules out more elsewhere.

    >>> from lydite.vectors import Vectors
    >>> compass = Vectors.of({"north": [0, 1], "east": [1, 0], "northeast": [1, 1], "south": [0, -1]})
    >>> rows, cosines = find_neighbours(compass, np.array([[0.1, 1.0]]), 2)
    >>> [compass.words[i] for i in rows[0]], cosines.round(3).tolist()
    (['north', 'northeast'], [[0.995, 0.774]])
    """
    k = min(k, len(vectors))
    rows = np.empty((len(queries), k), np.int64)
    cosines = np.empty((len(queries), k))
    for a in range(0, len(queries), _BATCH):
        batch = queries[a : a + _BATCH]
        rows[a : a + _BATCH], cosines[a : a + _BATCH] = _batch(vectors, batch, k, likely)
    return rows, cosines


def _batch(
    vectors: Vectors, queries: FloatArray, k: int, likely: IntArray | None
) -> tuple[IntArray, FloatArray]:
    lengths = np.sqrt(np.einsum("ij,ij->i", queries, queries))
    unit = queries / np.where(lengths > 0, lengths, 1.0)[:, None]
    narrow = unit.astype(np.float32)
    width = min(k + _SPARE, len(vectors))
    best = np.full((len(queries), width), -np.inf, np.float32)
    at = np.zeros((len(queries), width), np.int64)
    usual = (vectors.norms > 1 / _EXTREME) & (vectors.norms < _EXTREME)
    inverse = (1.0 / np.where(usual, vectors.norms, np.inf)).astype(np.float32)
    extreme = np.flatnonzero(~usual & (vectors.norms > 0))
    basis = _basis(vectors, unit)
    floor = _floor(vectors, narrow, k, likely)
    across, inside = (np.ascontiguousarray(_bounded(narrow, b).T) for b in (None, basis))
    scores = np.empty((_TILE, len(queries)), np.float32)
    matrix = np.asarray(vectors.matrix)
    for a in range(0, len(vectors), _TILE):
        tile = matrix[a : a + _TILE] * inverse[a : a + _TILE, None]
        here = extreme[(extreme >= a) & (extreme < a + _TILE)]
        if len(here):
            tile[here - a] = vectors.unit(here)
        plain = basis is None or a < _FIRST * _TILE
        bounds = np.matmul(
            tile if plain else _bounded(tile, basis), across if plain else inside, out=scores[: len(tile)]
        )
        hits = np.flatnonzero(bounds > np.maximum(floor, best[:, k - 1] - _ROUNDING))
        if plain:
            keep_scored.for_work(len(hits))(hits, bounds, a, best, at)
            continue
        keep_best.for_work(len(hits))(hits, tile, narrow, a, best, at)
        if len(inside) / len(across) + _DEAR * len(hits) / bounds.size > 1:  # too little is ruled out
            basis = None
    nearest = vectors.unit(at.ravel()).reshape(*at.shape, -1)
    exact = np.where(best > -np.inf, np.einsum("ijk,ik->ij", nearest, unit), -np.inf)
    order = np.lexsort((at, -exact), axis=1)[:, :k]
    rows, cosines = np.take_along_axis(at, order, 1), np.take_along_axis(exact, order, 1)
    unsure = np.flatnonzero((best[:, -1] > best[:, k - 1] - _ROUNDING) & (width < len(vectors)))
    if len(unsure):
        rows[unsure], cosines[unsure] = _plainly(vectors, unit[unsure], k)
    return rows, cosines


def _plainly(vectors: Vectors, unit: FloatArray, k: int) -> tuple[IntArray, FloatArray]:
    """Return the k nearest by float64 alone, for queries with more words so alike than there is room for."""
    rows, cosines = np.zeros((len(unit), 0), np.int64), np.zeros((len(unit), 0))
    for a in range(0, len(vectors), _WIDE):
        scores = np.round(unit @ vectors.unit(slice(a, a + _WIDE)).T, 12)  # equal vectors tie
        here = np.broadcast_to(np.arange(a, a + scores.shape[1]), scores.shape)
        rows, cosines = np.hstack([rows, here]), np.hstack([cosines, scores])
        order = np.argsort(-cosines, axis=1, kind="stable")[:, :k]
        rows, cosines = np.take_along_axis(rows, order, 1), np.take_along_axis(cosines, order, 1)
    return rows, cosines


def _floor(vectors: Vectors, unit: Float32Array, k: int, likely: IntArray | None) -> Float32Array:
    """Return what a word must surpass to be among the k nearest, as far as the likely words tell."""
    rows = np.unique([] if likely is None else likely).astype(np.int64)
    if not 0 < k <= len(rows):
        return np.full(len(unit), -np.inf, np.float32)
    some = rows[:: max(1, len(rows) // max(k, _LIKELY))]
    scores = unit @ vectors.unit(some).astype(np.float32).T
    return np.partition(scores, -k, axis=1)[:, -k] - _ROUNDING


def _basis(vectors: Vectors, queries: FloatArray) -> Float32Array | None:
    """Return the directions that hold three quarters of the length of words and queries, where that pays."""
    if len(queries) * len(vectors) < _LARGE:
        return None
    rows = np.linspace(0, len(vectors) - 1, _SAMPLE).astype(np.int64)
    unit = vectors.unit(rows)
    sizes, directions = np.linalg.eigh(unit.T @ unit / len(unit) + queries.T @ queries / len(queries))
    held = np.cumsum(sizes[::-1]) / sizes.sum()
    count = int(np.searchsorted(held, _HELD)) + 1
    if count > 0.75 * vectors.dimensions:
        return None
    return np.ascontiguousarray(directions[:, ::-1][:, :count], np.float32)


def _bounded(unit: Float32Array, basis: Float32Array | None) -> Float32Array:
    """Return vectors in the basis and, last, the length of what it leaves out.

    By Cauchy and Schwarz the dot product of two such rows is at least that of the whole vectors, so most
    words are ruled out by the basis alone.
    """
    if basis is None:
        return unit
    inside = unit @ basis
    rest = np.sqrt(np.maximum(1.0 - np.einsum("ij,ij->i", inside, inside), 0.0) + _SLACK)
    return np.concatenate([inside, rest[:, None].astype(np.float32)], axis=1)


@kernel(large=100_000)  # a hit takes some three microseconds in plain Python
def keep_scored(hits: Any, scores: Any, offset: Any, best: Any, at: Any) -> None:
    """Put words of a tile among each query's best, as far as scores say; hits as of :func:`keep_best`."""
    for hit in hits:
        i, q = hit // scores.shape[1], hit % scores.shape[1]
        insert(scores[i, q], offset + i, best[q], at[q])


@kernel(large=100_000)  # a hit takes some three microseconds in plain Python
def keep_best(hits: Any, tile: Any, queries: Any, offset: Any, best: Any, at: Any) -> None:
    """Put words of a tile among each query's best, in descending order; hits are word × queries + query."""
    for hit in hits:
        i, q = hit // len(queries), hit % len(queries)
        insert(dot(tile[i], queries[q]), offset + i, best[q], at[q])


@kernel(large=20_000)
def insert(score: Any, row: Any, best: Any, at: Any) -> None:
    """Insert a score into a descending list, if it is above the last."""
    j = len(best) - 1
    if not score > best[j]:
        return
    while j > 0 and best[j - 1] < score:
        best[j] = best[j - 1]
        at[j] = at[j - 1]
        j -= 1
    best[j] = score
    at[j] = row


@kernel(large=20_000)
def dot(x: Any, y: Any) -> Any:
    """Return the dot product, in eight sums that do not wait for each other."""
    n = len(x)
    a = b = c = d = e = f = g = h = np.float32(0.0)
    whole = n - n % 8
    for i in range(0, whole, 8):
        a += x[i] * y[i]
        b += x[i + 1] * y[i + 1]
        c += x[i + 2] * y[i + 2]
        d += x[i + 3] * y[i + 3]
        e += x[i + 4] * y[i + 4]
        f += x[i + 5] * y[i + 5]
        g += x[i + 6] * y[i + 6]
        h += x[i + 7] * y[i + 7]
    for i in range(whole, n):
        a += x[i] * y[i]
    return (a + b) + (c + d) + ((e + f) + (g + h))
