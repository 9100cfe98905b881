"""The k nearest neighbours of every vector by cosine (#REval, 3.2), in tiles: never m × m in memory.

A tile of the product of the vectors with themselves serves twice, once for its rows and once for its
columns, so that only half of the product is computed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.compiled import kernel
from lydite.errors import MissingExtra

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Found = tuple[NDArray[np.int32], NDArray[np.float32]]

TILE = 2048
HNSW_FROM = 250_000  # vectors from which exact search takes more than about ten minutes on one machine
SPARE = 32  # found beyond k in single precision, then put in order in double
CSLS_NEIGHBOURS = 10  # Conneau et al. 2018


def unit_rows(vectors: NDArray[Any]) -> NDArray[np.float32]:
    """Scale each row to length 1 in single precision; rows of zeros stay."""
    vectors = np.asarray(vectors, np.float64)
    length = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
    scaled = np.divide(vectors, length, out=np.zeros_like(vectors), where=length > 0)
    return np.asarray(scaled, np.float32)


def nearest(vectors: NDArray[np.float32], k: int, *, csls: bool = False, tile: int = TILE) -> Found:
    """Return the k nearest others of each unit vector and their cosines, best first; ties by smaller id.

    With ``csls`` the order is by 2·cos(x, y) − r(y), r being the mean cosine of y to its 10 nearest, which
    keeps hubs from being everybody's neighbour (r(x) is the same for all y). Slots that stay empty (fewer
    than k others) hold −1.
    """
    k = max(0, min(k, len(vectors) - 1))
    penalty = np.zeros(len(vectors), np.float32)
    if csls:
        ids, cosines = nearest(vectors, CSLS_NEIGHBOURS, tile=tile)
        penalty = np.where(ids >= 0, cosines, 0).mean(1).astype(np.float32) if ids.size else penalty
    scale = 2.0 if csls else 1.0
    wide = min(k + SPARE, len(vectors) - 1) if k else 0
    ids = np.full((len(vectors), wide), -1, np.int32)
    scores = np.full((len(vectors), wide), -np.inf, np.float32)
    if wide:
        _sweep(vectors, np.float32(scale), penalty, ids, scores, tile)
    return _in_order(vectors, ids, k, scale, penalty)


def hnsw(vectors: NDArray[np.float32], k: int) -> Found:
    """Return about the k nearest others of each unit vector, by walking a graph instead of a full sweep."""
    try:
        from usearch.index import Index
    except ImportError as error:
        raise MissingExtra("usearch", "hashtags") from error
    k = max(0, min(k, len(vectors) - 1))
    index = Index(ndim=vectors.shape[1], metric="cos", dtype="f32", connectivity=32, expansion_add=128)
    index.expansion_search = max(128, 2 * (k + SPARE))
    index.add(np.arange(len(vectors)), vectors)
    wide = min(k + SPARE, len(vectors) - 1)
    ids = np.full((len(vectors), wide), -1, np.int32)
    for start in range(0, len(vectors), TILE):
        found = index.search(vectors[start : start + TILE], wide + 1)
        for row, (keys, n) in enumerate(zip(found.keys, found.counts, strict=True), start):
            others = keys[:n].astype(np.int64)
            others = others[others != row][:wide]
            ids[row, : len(others)] = others
    return _in_order(vectors, ids, k, 1.0, np.zeros(len(vectors), np.float32))


def _sweep(
    vectors: NDArray[np.float32],
    scale: np.float32,
    penalty: NDArray[np.float32],
    ids: NDArray[np.int32],
    scores: NDArray[np.float32],
    tile: int,
) -> None:
    push = _push.for_work(len(vectors) ** 2)
    for top in range(0, len(vectors), tile):
        rows = vectors[top : top + tile]
        for left in range(top, len(vectors), tile):
            product = rows @ vectors[left : left + tile].T
            if scale != 1:
                product *= scale
            push(product, penalty[left : left + tile], top, left, ids, scores)
            if left > top:
                push(np.ascontiguousarray(product.T), penalty[top : top + tile], left, top, ids, scores)


@kernel(large=5_000)
def _push(product: Any, penalty: Any, top: int, left: int, ids: Any, scores: Any) -> None:
    """Offer a tile to the sorted lists of its rows; equal scores go to the smaller id."""
    wide = ids.shape[1]
    last = wide - 1
    for i in range(product.shape[0]):
        row = top + i
        least = scores[row, last]
        for j in range(product.shape[1]):
            s = product[i, j] - penalty[j]
            if s < least:
                continue
            other = left + j
            if other == row or (s == least and ids[row, last] >= 0 and other > ids[row, last]):
                continue
            at = last
            while at > 0 and (
                scores[row, at - 1] < s or (scores[row, at - 1] == s and ids[row, at - 1] > other)
            ):
                scores[row, at] = scores[row, at - 1]
                ids[row, at] = ids[row, at - 1]
                at -= 1
            scores[row, at] = s
            ids[row, at] = other
            least = scores[row, last]


def _in_order(
    vectors: NDArray[np.float32], ids: NDArray[np.int32], k: int, scale: float, penalty: NDArray[np.float32]
) -> Found:
    """Put candidates in order by their score in double precision, where equal vectors score equally."""
    kept = np.full((len(ids), k), -1, np.int32)
    cosines = np.full((len(ids), k), -1, np.float32)
    if not k:
        return kept, cosines
    for start in range(0, len(ids), TILE):
        part = ids[start : start + TILE]
        cosine = np.empty(part.shape)
        for row, others in enumerate(part):
            cosine[row] = vectors[others].astype(np.float64) @ vectors[start + row].astype(np.float64)
        score = np.where(part >= 0, np.round(scale * cosine - penalty[part], 12), -np.inf)
        order = np.lexsort((part, -score), axis=1)[:, :k]
        kept[start : start + TILE] = np.take_along_axis(part, order, 1)
        cosines[start : start + TILE] = np.take_along_axis(cosine, order, 1)
    cosines[kept < 0] = -1
    return kept, cosines
