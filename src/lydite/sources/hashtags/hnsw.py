"""Nearest neighbours by walking a graph (HNSW) instead of looking at all vectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import MissingExtra
from lydite.sources.hashtags.neighbours import SPARE, TILE, in_order, unit_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.sources.hashtags.neighbours import Found

_LINKS = 32  # of each vector
_ADDING = 128  # candidates looked at when a vector is added


@dataclass(frozen=True)
class HnswSearch:
    """Unit vectors in a graph; about the nearest are found (Malkov and Yashunin 2020)."""

    rows: NDArray[np.float32]
    graph: Any

    @classmethod
    def build(cls, rows: NDArray[np.float32]) -> HnswSearch:
        """Link unit vectors."""
        try:
            from usearch.index import Index
        except ImportError as error:
            raise MissingExtra("usearch", "hashtags") from error
        graph = Index(
            ndim=rows.shape[1], metric="ip", dtype="f32", connectivity=_LINKS, expansion_add=_ADDING
        )
        graph.add(np.arange(len(rows)), rows)
        return cls(rows, graph)

    def query(self, vectors: NDArray[Any], k: int) -> Found:
        """Return about the k nearest to each vector; a vector of zeros is near to none."""
        queries = unit_rows(vectors)
        k = min(k, len(self.rows))
        ids = self._walk(queries, min(k + SPARE, len(self.rows)))
        ids[~queries.any(axis=1)] = -1
        return in_order(queries, self.rows, ids, k, 1.0, np.zeros(len(self.rows), np.float32))

    def among(self, k: int) -> Found:
        """Return about the k nearest others of each of the vectors themselves."""
        k = max(0, min(k, len(self.rows) - 1))
        ids = self._walk(self.rows, min(k + SPARE, len(self.rows) - 1) + 1)
        own = ids == np.arange(len(ids), dtype=np.int32)[:, None]
        ids[own] = -1
        return in_order(self.rows, self.rows, ids, k, 1.0, np.zeros(len(self.rows), np.float32))

    def _walk(self, queries: NDArray[np.float32], wide: int) -> NDArray[np.int32]:
        self.graph.expansion_search = max(128, 2 * wide)
        ids = np.full((len(queries), wide), -1, np.int32)
        for start in range(0, len(queries), TILE):
            found = self.graph.search(queries[start : start + TILE], wide)
            keys = found.keys.reshape(-1, wide).astype(np.int64)
            there = np.arange(wide) < np.asarray(found.counts).reshape(-1, 1)
            ids[start : start + TILE] = np.where(there, keys, -1)
        return ids


def hnsw(vectors: NDArray[np.float32], k: int) -> Found:
    """Return about the k nearest others of each unit vector."""
    return HnswSearch.build(vectors).among(k)
