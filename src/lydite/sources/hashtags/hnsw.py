"""Nearest neighbours by walking a graph (HNSW) instead of looking at all vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import MissingExtra
from lydite.sources.hashtags.neighbours import TILE, in_order, unit_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.sources.hashtags.neighbours import Found

_LINKS = 24  # of each vector
_ADDING = 96  # candidates looked at when a vector is added
_PLACES = 256  # vectors are laid down by which of so many they are nearest to


@dataclass(frozen=True)
class HnswSearch:
    """Unit vectors in a graph; about the nearest are found (Malkov and Yashunin 2020).

    The walk sees a byte of each number, which is a quarter of the memory to fetch, and neighbours lie side by
    side in it. It brings more candidates than asked for, and these are put in order by their true cosines.
    """

    rows: NDArray[np.float32]
    order: NDArray[np.int32]
    """Which row each vector of the graph is."""
    graph: Any

    @classmethod
    def build(cls, rows: NDArray[np.float32]) -> HnswSearch:
        """Link unit vectors; on one processor, so that the same vectors make the same graph."""
        faiss = _faiss()
        code = faiss.ScalarQuantizer.QT_8bit
        graph = faiss.IndexHNSWSQ(rows.shape[1], code, _LINKS, faiss.METRIC_INNER_PRODUCT)
        graph.hnsw.efConstruction = _ADDING
        order = _laid_down(rows)
        processors = faiss.omp_get_max_threads()
        faiss.omp_set_num_threads(1)
        try:
            graph.train(rows)
            for start in range(0, len(rows), TILE):
                graph.add(rows[order[start : start + TILE]])
        finally:
            faiss.omp_set_num_threads(processors)
        return cls(rows, order, graph)

    def query(self, vectors: NDArray[Any], k: int) -> Found:
        """Return about the k nearest to each vector; a vector of zeros is near to none."""
        queries = unit_rows(vectors)
        k = min(k, len(self.rows))
        ids = self._walk(queries, min(candidates(k), len(self.rows)))
        ids[~queries.any(axis=1)] = -1
        return in_order(queries, self.rows, ids, k, 1.0, np.zeros(len(self.rows), np.float32))

    def among(self, k: int) -> Found:
        """Return about the k nearest others of each of the vectors themselves."""
        k = max(0, min(k, len(self.rows) - 1))
        ids = self._walk(self.rows, min(candidates(k) + 1, len(self.rows)))
        own = ids == np.arange(len(ids), dtype=np.int32)[:, None]
        ids[own] = -1
        return in_order(self.rows, self.rows, ids, k, 1.0, np.zeros(len(self.rows), np.float32))

    def _walk(self, queries: NDArray[np.float32], wide: int) -> NDArray[np.int32]:
        ids = np.full((len(queries), wide), -1, np.int32)
        asked = _faiss().SearchParametersHNSW(efSearch=wide)
        for start in range(0, len(queries) if wide else 0, TILE):
            _, found = self.graph.search(queries[start : start + TILE], wide, params=asked)
            ids[start : start + TILE] = np.where(found >= 0, self.order[found], -1)
        return ids


def candidates(k: int) -> int:
    """Return how many the walk keeps for k: with fewer it misses more than one in twenty.

    >>> candidates(1), candidates(20), candidates(100)
    (32, 44, 172)
    """
    return max(32, 12 + k + 3 * k // 5)


def _laid_down(rows: NDArray[np.float32]) -> NDArray[np.int32]:
    """Return the rows in an order in which those that are near to one another are not far apart."""
    places = rows[np.linspace(0, len(rows) - 1, min(_PLACES, len(rows))).astype(np.int64)]
    nearest = [(rows[a : a + TILE] @ places.T).argmax(axis=1) for a in range(0, len(rows), TILE)]
    return np.argsort(np.concatenate(nearest), kind="stable").astype(np.int32)


def hnsw(vectors: NDArray[np.float32], k: int) -> Found:
    """Return about the k nearest others of each unit vector."""
    return HnswSearch.build(vectors).among(k)


def _faiss() -> Any:
    try:
        import faiss
    except ImportError as error:
        raise MissingExtra("faiss", "hashtags") from error
    return faiss
