"""The graph, from memberships, central articles and redirects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core import arrays
from lydite.core.io.writing import writing
from lydite.core.store.array_files import write_array
from lydite.knowledge.wikipedia.build import network
from lydite.knowledge.wikipedia.build.nodes import LOW, MISSING, SHIFT, pair

if TYPE_CHECKING:
    from lydite.core.array_types import AnyArray, BoolArray, UInt64Array
    from lydite.knowledge.wikipedia.build.assembly import Assembly


def run(work: Assembly) -> dict[str, Any]:
    """Write the graph, range by range of nodes."""
    tables = work.tables
    first = tables.articles + tables.redirects
    parents, children = work.read_lists("parents"), work.read_lists("children")
    stem, bare = np.load(work.between / "stem.npy"), np.load(work.between / "bare.npy")
    ends = np.where(tables.ends < tables.articles, tables.ends, MISSING)
    is_central = network.central(
        parents, tables.articles, first, stem, bare, ends, stem[tables.articles : first]
    )
    places = np.flatnonzero(is_central)
    owner = np.searchsorted(parents.offsets, places, "right") - 1
    pairs = np.sort(pair(parents.members[places], owner))
    back = _flagged(children, pairs)
    n_articles, n_below = network.breadths(children, first, back)
    breadths = np.union1d(n_articles, n_below)
    breadths = breadths[breadths > 0]
    aliases = _inverted(ends, tables.articles)
    given = network.Memberships(
        tables.articles, tables.redirects, parents, children, is_central, back, ends, aliases,
        n_articles, n_below, breadths,
    )  # fmt: skip
    kinds, inverses, wide = network.classes(breadths)
    sizes = [np.zeros(1, np.int64)]
    with (
        writing(work.store / "graph_neighbours.bin", "wb") as near,
        writing(work.store / "graph_classes.bin", "wb") as cls,
    ):
        dtype: Any = np.uint16
        for size, neighbours, klass in network.adjacency(given):
            sizes.append(size)
            write_array(near, neighbours)
            write_array(cls, klass)
            dtype = klass.dtype
    offsets = np.cumsum(np.concatenate(sizes))
    work.note("graph_neighbours", np.int32, int(offsets[-1]))
    work.note("graph_classes", dtype, int(offsets[-1]))
    work.write("graph_offsets", offsets)
    work.write("graph_kinds", kinds)
    work.write("graph_inverses", inverses)
    work.write("graph_breadths", wide)
    return {"central": len(pairs), "transitions": int(offsets[-1])}


def _inverted(ends: AnyArray, articles: int) -> network.CompressedLists:
    """Return the redirects of each article."""
    good = np.flatnonzero(ends >= 0)
    order = good[np.argsort(ends[good], kind="stable")]
    sizes = np.bincount(ends[good], minlength=articles)
    return network.CompressedLists(arrays.offsets(sizes), (order + articles).astype(np.int32))


def _flagged(children: network.CompressedLists, pairs: UInt64Array) -> BoolArray:
    """Return for each child of a category whether the pair is among the sorted pairs."""
    flags = np.zeros(len(children.members), bool)
    owner = (pairs >> SHIFT).astype(np.int64)
    member = (pairs & LOW).astype(np.int64)
    for at in range(0, len(pairs), 1 << 20):
        for o, m in zip(
            owner[at : at + (1 << 20)].tolist(), member[at : at + (1 << 20)].tolist(), strict=True
        ):
            low, high = int(children.offsets[o]), int(children.offsets[o + 1])
            flags[low + int(np.searchsorted(children.members[low:high], m))] = True
    return flags
