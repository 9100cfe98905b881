"""The nearest words by cosine, in tiles: memory does not grow with the vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.compiled import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.sources.vectors.table import Vectors

_TILE = 512  # scores of a tile stay in the cache
_BATCH = 1024
_SPARE = 4  # candidates beyond k: float32 finds them, float64 puts them in order


def neighbours(
    vectors: Vectors, queries: NDArray[np.float64], k: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return rows and cosines of the k nearest words to each query, nearest first.

    >>> from lydite.sources.vectors import Vectors
    >>> compass = Vectors.of({"north": [0, 1], "east": [1, 0], "northeast": [1, 1], "south": [0, -1]})
    >>> rows, cosines = neighbours(compass, np.array([[0.1, 1.0]]), 2)
    >>> [compass.words[i] for i in rows[0]], cosines.round(3).tolist()
    (['north', 'northeast'], [[0.995, 0.774]])
    """
    k = min(k, len(vectors))
    rows = np.empty((len(queries), k), np.int64)
    cosines = np.empty((len(queries), k))
    for a in range(0, len(queries), _BATCH):
        batch = queries[a : a + _BATCH]
        rows[a : a + _BATCH], cosines[a : a + _BATCH] = _batch(vectors, batch, k)
    return rows, cosines


def _batch(
    vectors: Vectors, queries: NDArray[np.float64], k: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    lengths = np.sqrt(np.einsum("ij,ij->i", queries, queries))
    unit = queries / np.where(lengths > 0, lengths, 1.0)[:, None]
    narrow = unit.astype(np.float32)
    width = min(k + _SPARE, len(vectors))
    best = np.full((len(queries), width), -np.inf, np.float32)
    at = np.zeros((len(queries), width), np.int64)
    inverse = (1.0 / np.where(vectors.norms > 0, vectors.norms, np.inf)).astype(np.float32)
    select = keep_best.of(len(queries) * len(vectors))
    across = np.ascontiguousarray(narrow.T)
    scores = np.empty((_TILE, len(queries)), np.float32)
    for a in range(0, len(vectors), _TILE):
        tile = vectors.matrix[a : a + _TILE] * inverse[a : a + _TILE, None]
        select(np.matmul(tile, across, out=scores[: len(tile)]), a, best, at)
    exact = np.empty((len(queries), width))
    for i in range(len(queries)):
        exact[i] = vectors.unit(at[i]) @ unit[i]
    order = np.lexsort((at, -exact), axis=1)[:, :k]
    return np.take_along_axis(at, order, 1), np.take_along_axis(exact, order, 1)


@kernel(large=20_000)
def keep_best(scores, offset, best, at):  # type: ignore[no-untyped-def]
    """Insert a tile of scores (words × queries) into each query's best, kept in descending order."""
    width = best.shape[1]
    least = best[:, width - 1].copy()
    for i in range(scores.shape[0]):
        row = scores[i]
        for q in range(len(row)):
            if row[q] > least[q]:
                j = width - 1
                while j > 0 and best[q, j - 1] < row[q]:
                    best[q, j] = best[q, j - 1]
                    at[q, j] = at[q, j - 1]
                    j -= 1
                best[q, j] = row[q]
                at[q, j] = offset + i
                least[q] = best[q, width - 1]
