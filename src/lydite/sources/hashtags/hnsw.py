"""Nearest neighbours by walking a graph (HNSW) instead of looking at all vectors."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.arrays import offsets
from lydite.compiled import kernel, run_in_threads
from lydite.errors import MissingExtra
from lydite.sources.hashtags.neighbours import TILE, in_order, unit_rows

if TYPE_CHECKING:
    from lydite.array_types import AnyArray, Float32Array, Int8Array, Int16Array, Int32Array, IntArray
    from lydite.sources.hashtags.neighbours import Neighbours

_LINKS = 24  # of each vector; twice as many where the walk goes
_ADDING = 128  # candidates looked at when a vector is added
_PLACES = 256  # vectors are laid down by which of so many they are nearest to
_DOORS = 512  # vectors that every query is held against: its walk begins at the nearest
_MUCH = 10_000  # candidates that are worth a thread
_LARGEST = np.iinfo(np.int16).max


@dataclass(frozen=True)
class HnswSearch:
    """Unit vectors in a graph; about the nearest are found (Malkov and Yashunin 2020).

    Fetching vectors from memory takes most of a walk's time. So it sees a byte of each number, neighbours lie
    side by side, and queries that begin at one place follow each other. A walk brings more candidates than
    asked for, and these are put in order by their true cosines.
    """

    rows: Float32Array
    members: Int32Array
    """The rows that each vector of the graph stands for: no walk would leave many of one code."""
    starts: IntArray
    """Where those of each begin in ``members``, and the end of all."""
    links: Int32Array
    """The neighbours of each vector of the graph (its lowest layer), then −1."""
    codes: Int8Array
    """The vectors of the graph in steps."""
    steps: Float32Array
    """How much one step is in each dimension."""

    @classmethod
    def build(cls, rows: Float32Array) -> HnswSearch:
        """Link unit vectors; on one processor, so that the same vectors make the same graph."""
        steps = np.maximum(np.abs(rows).max(axis=0, initial=0), np.finfo(np.float32).tiny) / np.float32(127)
        codes = np.empty(rows.shape, np.int8)
        for a in range(0, len(rows), TILE):
            codes[a : a + TILE] = np.rint(rows[a : a + TILE] / steps)
        members, starts = _laid_down(rows, codes)
        firsts = members[starts[:-1]]
        return cls(rows, members, starts, _linked(rows, firsts), codes[firsts], steps)

    def query(self, vectors: AnyArray, k: int) -> Neighbours:
        """Return about the k nearest to each vector; a vector of zeros is near to none."""
        queries = unit_rows(vectors)
        k = min(k, len(self.rows))
        ids = self._candidates(queries, k)
        ids[~queries.any(axis=1)] = -1
        return in_order(queries, self.rows, ids, k, 1.0, np.zeros(len(self.rows), np.float32))

    def among(self, k: int) -> Neighbours:
        """Return about the k nearest others of each of the vectors themselves."""
        k = max(0, min(k, len(self.rows) - 1))
        ids = self._candidates(self.rows, k + 1)
        own = ids == np.arange(len(ids), dtype=np.int32)[:, None]
        ids[own] = -1
        return in_order(self.rows, self.rows, ids, k, 1.0, np.zeros(len(self.rows), np.float32))

    @functools.cached_property
    def _doors(self) -> tuple[Int32Array, Float32Array]:
        """Some vectors of the graph, from all of its parts, and what they are."""
        vectors = len(self.codes)
        doors = np.linspace(0, vectors - 1, min(_DOORS, vectors)).astype(np.int32)
        return doors, self.rows[self.members[self.starts[doors]]].T

    def _candidates(self, queries: Float32Array, k: int) -> Int32Array:
        """Return the rows that may be among the k nearest of each query, then −1."""
        ids = np.full((len(queries), min(k + k // 4 + 4, len(self.rows))), -1, np.int32)
        if not ids.size:
            return ids
        doors, behind = self._doors
        spread = _spread.for_work(ids.size)
        for start in range(0, len(queries), TILE):
            part = queries[start : start + TILE]
            begun = doors[(part @ behind).argmax(axis=1)]
            turn = np.argsort(begun, kind="stable")
            near = np.empty((len(part), min(candidates(k), len(self.codes))), np.int32)
            near[turn] = self._walk_from(begun[turn], part[turn], near.shape[1])
            spread(near, self.members, self.starts, k, ids[start : start + TILE])
        return ids

    def _walk_from(self, begun: Int32Array, queries: Float32Array, wide: int) -> Int32Array:
        """Return the vectors of the graph that walks end with, best first."""
        found = np.full((len(queries), wide), -1, np.int32)
        asked = _in_steps(queries, self.steps)
        walk = _walk.for_work(found.size)

        def part(a: int, b: int) -> None:
            seen = np.zeros(len(self.codes), np.bool_)
            walk(self.links, self.codes, asked[a:b], begun[a:b], found[a:b], seen)

        run_in_threads(part, len(queries), found.size, _MUCH)
        return found


def candidates(k: int) -> int:
    """Return how many the walk keeps for k: with fewer it misses more than one in twenty.

    >>> candidates(1), candidates(20), candidates(100)
    (20, 42, 154)
    """
    return max(20, 14 + k + 2 * k // 5)


def _laid_down(rows: Float32Array, codes: Int8Array) -> tuple[Int32Array, IntArray]:
    """Return rows in an order in which near ones are not far apart, and where those of one code begin."""
    whole = codes.view(np.dtype((np.void, codes.shape[1])))[:, 0]
    _, firsts, group, sizes = np.unique(whole, return_index=True, return_inverse=True, return_counts=True)
    places = rows[np.linspace(0, len(rows) - 1, min(_PLACES, len(rows))).astype(np.int64)]
    place = np.empty(len(firsts), np.int64)
    for a in range(0, len(firsts), TILE):
        place[a : a + TILE] = (rows[firsts[a : a + TILE]] @ places.T).argmax(axis=1)
    order = np.lexsort((firsts, place))
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return np.argsort(rank[group], kind="stable").astype(np.int32), offsets(sizes[order])


def _linked(rows: Float32Array, firsts: Int32Array) -> Int32Array:
    """Return the links of the lowest layer of the graph that faiss makes of some rows."""
    faiss = _faiss()
    if not len(firsts):
        return np.empty((0, 2 * _LINKS), np.int32)
    graph = faiss.IndexHNSWSQ(
        rows.shape[1], faiss.ScalarQuantizer.QT_8bit, _LINKS, faiss.METRIC_INNER_PRODUCT
    )
    graph.hnsw.efConstruction = _ADDING
    processors = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)
    try:
        graph.train(rows)
        for start in range(0, len(firsts), TILE):
            graph.add(rows[firsts[start : start + TILE]])
    finally:
        faiss.omp_set_num_threads(processors)
    places = faiss.vector_to_array(graph.hnsw.offsets)[:-1].astype(np.int64)
    links: Int32Array = faiss.vector_to_array(graph.hnsw.neighbors)[places[:, None] + np.arange(2 * _LINKS)]
    return links


def _in_steps(queries: Float32Array, steps: Float32Array) -> Int16Array:
    """Return queries whose products with codes order as the cosines do, and fit into 32 bits."""
    scaled = np.abs(queries * steps)
    most = np.maximum(scaled.max(axis=1) / _LARGEST, scaled.sum(axis=1) * np.float32(127 / 2**30))
    most = np.maximum(most, np.finfo(np.float32).tiny)
    return np.asarray(np.rint(queries * steps / most[:, None]), np.int16)


@kernel(large=500)
def _walk(links: Any, codes: Any, queries: Any, begun: Any, ids: Any, seen: Any) -> None:
    """Go from the best not yet gone from to its neighbours, until all in the list were gone from."""
    wide, many = ids.shape[1], links.shape[1]
    scores, gone = np.empty(wide, np.int32), np.empty(wide, np.bool_)
    fresh, products = np.empty(many, np.int32), np.empty(many, np.int32)
    met = np.empty(len(seen), np.int32)
    for i in range(len(queries)):
        near = ids[i]
        size, count, at = 0, 0, -1
        while at < size:
            if at < 0:
                others = begun[i : i + 1]
            else:
                others = links[near[at]]
                gone[at] = True
            new = 0
            for other in others:
                if other < 0:
                    break
                if not seen[other]:
                    seen[other] = True
                    met[count] = fresh[new] = other
                    count += 1
                    new += 1
            for x in range(new):  # all products first: those of one do not wait for the memory of another
                products[x] = _product(codes[fresh[x]], queries[i])
            at += 1
            for x in range(new):
                if size < wide:
                    place = size
                    size += 1
                elif products[x] > scores[wide - 1]:
                    place = wide - 1
                else:
                    continue
                while place > 0 and scores[place - 1] < products[x]:
                    scores[place], near[place] = scores[place - 1], near[place - 1]
                    gone[place] = gone[place - 1]
                    place -= 1
                scores[place], near[place], gone[place] = products[x], fresh[x], False
                at = min(at, place)
            while at < size and gone[at]:
                at += 1
        for x in range(count):
            seen[met[x]] = False


@kernel(large=500)
def _spread(near: Any, members: Any, starts: Any, most: int, ids: Any) -> None:
    """Write the rows that vectors stand for, of equal ones the first, until there is no room."""
    for i in range(len(near)):
        size = 0
        for vector in near[i]:
            if vector < 0:
                break
            last = min(starts[vector + 1], starts[vector] + min(most, ids.shape[1] - size))
            for x in range(starts[vector], last):
                ids[i, size] = members[x]
                size += 1


@kernel
def _product(code: Any, query: Any) -> Any:
    """Return the product of a code with a query in whole numbers."""
    total = np.int32(0)
    for x in range(len(code)):
        total = np.int32(total + np.int32(np.int32(code[x]) * np.int32(query[x])))
    return total


def hnsw(vectors: Float32Array, k: int) -> Neighbours:
    """Return about the k nearest others of each unit vector."""
    return HnswSearch.build(vectors).among(k)


def _faiss() -> Any:
    try:
        import faiss
    except ImportError as error:
        raise MissingExtra("faiss", "hashtags") from error
    return faiss
