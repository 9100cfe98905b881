"""Numbers the pages of a dump as nodes: from 64-bit names to nodes, and where redirects end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.store.array_files import save_array
from lydite.knowledge.wikipedia.dumps.page import ARTICLE, CATEGORY, REDIRECT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from lydite.core.array_types import AnyArray, BoolArray, ByteArray, Int32Array, IntArray, UInt64Array

    Nodes = IntArray
    Names = UInt64Array
    Part = dict[str, AnyArray]

MISSING = -1
SHIFT = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


def pair(owner: AnyArray, member: AnyArray) -> Names:
    """Return pairs of numbers as single keys, to be sorted by owner, then by member."""
    keys: Names = owner.astype(np.uint64) << SHIFT | member.astype(np.uint64)
    return keys


@dataclass(frozen=True, eq=False)
class PageNodes:
    """Articles are nodes 0 … A-1, redirects follow, then categories, each in the order of the dump."""

    articles: int
    redirects: int
    categories: int
    bases: list[int]  # before the pages of each part
    nodes: Int32Array  # of each page of the dump; MISSING where it was a double
    names: Names  # sorted
    named: Int32Array  # node of each name
    ends: Int32Array  # for each redirect the article or category it leads to in the end

    @property
    def size(self) -> int:
        """The number of nodes."""
        return self.articles + self.redirects + self.categories

    def nodes_of(self, part: int, local: AnyArray) -> Nodes:
        """Return the nodes of pages by their places in a part."""
        base = self.bases[min(part, len(self.bases) - 1)]  # parts without pages come after all others
        return self.nodes[base + local.astype(np.int64)].astype(np.int64)

    def resolve(self, names: Names) -> Nodes:
        """Return the node of each name, MISSING where no page has it."""
        unique, back = np.unique(names, return_inverse=True)
        place = np.searchsorted(self.names, unique)
        place[place == len(self.names)] = 0
        nodes = (
            np.where(self.names[place] == unique, self.named[place], MISSING)
            if len(self.names)
            else np.full(len(unique), MISSING)
        )
        return nodes.astype(np.int64)[back]

    def follow(self, nodes: Nodes) -> Nodes:
        """Return where each node leads: a redirect to its end, any other to itself."""
        place = nodes - self.articles
        away = (place >= 0) & (place < self.redirects)
        out = nodes.copy()
        out[away] = self.ends[place[away]]
        return out


def number_pages(parts: Callable[[], Iterator[Part]]) -> tuple[PageNodes, dict[str, int]]:
    """Number all pages. Of pages with the same name the first counts; a redirect yields to an article."""
    columns = {k: [] for k in ("kind", "name", "target", "title_name")}  # type: dict[str, list[AnyArray]]
    for part in parts():
        for key, column in columns.items():
            column.append(part[key])
    bases = offsets([len(k) for k in columns["kind"]]).tolist()
    kind, name, target, title = (
        (np.concatenate([*columns[k], columns[k][0][:0]]) for k in columns) if bases[1:] else _none()
    )
    keep = _first(name, np.ones(len(name), bool))
    keep &= _redirects_that_yield(kind, title, keep)
    nodes = np.full(len(kind), MISSING, np.int32)
    counts: list[int] = []
    start = 0
    for which in (ARTICLE, REDIRECT, CATEGORY):
        chosen = np.flatnonzero(keep & (kind == which))
        nodes[chosen] = np.arange(start, start + len(chosen), dtype=np.int32)
        counts.append(len(chosen))
        start += len(chosen)
    kept = np.flatnonzero(keep)
    order = kept[np.argsort(name[kept], kind="stable")]
    a, r, c = counts
    tables = PageNodes(a, r, c, bases, nodes, name[order], nodes[order], np.zeros(0, np.int32))
    chosen = np.flatnonzero(keep & (kind == REDIRECT))
    ends = _ends(tables, target[chosen])
    tables = PageNodes(a, r, c, bases, nodes, name[order], nodes[order], ends.astype(np.int32))
    notes = {"doubles": int((~keep).sum()), "broken_redirects": int((ends == MISSING).sum())}
    return tables, notes


def _none() -> tuple[ByteArray, Names, Names, Names]:
    empty = np.zeros(0, np.uint64)
    return np.zeros(0, np.uint8), empty, empty, empty


def _first(names: Names, among: BoolArray) -> BoolArray:
    """Return for each name whether it is the first of its kind among the chosen."""
    chosen = np.flatnonzero(among)
    order = chosen[np.argsort(names[chosen], kind="stable")]
    same = np.zeros(len(order), bool)
    same[1:] = names[order[1:]] == names[order[:-1]]
    out = among.copy()
    out[order[same]] = False
    return out


def _redirects_that_yield(kind: ByteArray, title: Names, keep: BoolArray) -> BoolArray:
    """Drop redirects that have the title of an article or of an earlier redirect (rendered articles only)."""
    redirect = keep & (kind == REDIRECT)
    articles = np.unique(title[keep & (kind == ARTICLE)])
    out: BoolArray = _first(title, redirect) | ~redirect
    taken = np.zeros(len(kind), bool)
    places = np.flatnonzero(redirect)
    if len(articles):
        found = np.searchsorted(articles, title[places])
        found[found == len(articles)] = 0
        taken[places] = articles[found] == title[places]
    out &= ~taken
    return out


def _ends(tables: PageNodes, targets: Names) -> Nodes:
    """Follow chains of redirects to their end; a loop, or a page that is missing, ends nowhere."""
    ends = tables.resolve(targets)
    ends[ends == tables.articles + np.arange(len(ends))] = MISSING
    low, high = tables.articles, tables.articles + tables.redirects
    for _ in range(max(1, len(ends).bit_length())):  # each round doubles the length that is followed
        again = (ends >= low) & (ends < high)
        if not again.any():
            break
        ends[again] = ends[ends[again] - low]
    ends[(ends >= low) & (ends < high)] = MISSING
    return ends


def save_nodes(folder: Path, tables: PageNodes) -> None:
    """Keep tables for a build that is taken up again."""
    arrays = {k: getattr(tables, k) for k in ("nodes", "names", "named", "ends")}
    for key, array in arrays.items():
        save_array(folder / f"{key}.npy", array)
    bases = np.array([tables.articles, tables.redirects, tables.categories, *tables.bases])
    save_array(folder / "bases.npy", bases)


def load_nodes(folder: Path) -> PageNodes:
    """Return what :func:`save_nodes` kept."""
    a, r, c, *bases = np.load(folder / "bases.npy").tolist()
    arrays = {k: np.load(folder / f"{k}.npy", mmap_mode="r") for k in ("nodes", "names", "named", "ends")}
    return PageNodes(a, r, c, bases, **arrays)
