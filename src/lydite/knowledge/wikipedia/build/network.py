"""The network of a wiki as a graph: memberships, the category tree, central articles, redirects.

Section 3.3.2 of the thesis: a category specialises to its sub-categories (breadth: how many there
are) and to its articles (breadth: how many that are not central); generalisation is the way back; a
category and its central article are the same; so, nearly, are a redirect and its article.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.core.arrays import spread
from lydite.knowledge.graph import TransitionKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.core.array_types import AnyArray, BoolArray, ByteArray, Int32Array, IntArray, UInt64Array

    Names = UInt64Array
    Entries = tuple[IntArray, IntArray, IntArray]
    """Nodes, the neighbours of each, and the classes of the transitions to them."""

PIECE = 1 << 23  # entries sorted at once


class CompressedLists:
    """Sorted pairs (owner, member) as compressed lists."""

    def __init__(self, offsets: IntArray, members: Int32Array) -> None:
        self.offsets = offsets
        self.members = members

    def owners(self, start: int, stop: int) -> IntArray:
        """Return the owner of each member of a range of owners."""
        sizes = np.diff(self.offsets[start : stop + 1])
        return np.repeat(np.arange(start, stop), sizes)

    def ranges(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Yield ranges of owners that hold some millions of members each."""
        while start < stop:
            end = int(np.searchsorted(self.offsets, self.offsets[start] + PIECE, "right")) - 1
            end = min(max(end, start + 1), stop)
            yield start, end
            start = end

    def part(self, start: int, stop: int) -> Int32Array:
        """Return the members of a range of owners."""
        return self.members[self.offsets[start] : self.offsets[stop]]


def central(
    parents: CompressedLists, articles: int, first_category: int, stem: Names, bare: Names,
    redirect_ends: AnyArray,
    redirect_stem: Names,
) -> BoolArray:  # fmt: skip
    """Return for each membership of an article whether the article is central to the category.

    It is if their titles have equal stems, one of the two perhaps without its bracketed term, or if a
    redirect to the article has those of the category, with or without its bracketed term. Two different
    bracketed terms tell apart what they follow: the film of 1978 is not the series. ``stem`` holds the names
    of all nodes' stems, ``bare`` those of the titles without bracketed terms.
    """
    also = np.union1d(
        *(_by_redirect(articles, titles[first_category:], redirect_ends, redirect_stem, first_category)
          for titles in (stem, bare))
    )  # fmt: skip
    is_central = np.zeros(int(parents.offsets[articles]), bool)
    for start, stop in parents.ranges(0, articles):
        owner = parents.owners(start, stop)
        category = parents.part(start, stop).astype(np.int64)
        here = is_central[int(parents.offsets[start]) : int(parents.offsets[stop])]
        here[:] = stem[category] == stem[owner]
        here |= (stem[category] == bare[owner]) | (bare[category] == stem[owner])
        keys = owner << 32 | category  # sorted: owners ascend, and so do the categories of each
        mine = also[slice(*np.searchsorted(also, [start << 32, stop << 32]))]
        at = np.searchsorted(keys, mine)
        inside = at < len(keys)
        at, mine = at[inside], mine[inside]
        here[at[keys[at] == mine]] = True
    return is_central


def _by_redirect(
    articles: int,
    category_stem: Names,
    redirect_ends: AnyArray,
    redirect_stem: Names,
    first_category: int,
) -> IntArray:
    """Return pairs (article, category) where a redirect to the article has the category's stems."""
    order = np.argsort(category_stem, kind="stable")
    stems = category_stem[order]
    low = np.searchsorted(stems, redirect_stem, "left")
    high = np.searchsorted(stems, redirect_stem, "right")
    sound = (redirect_ends >= 0) & (redirect_ends < articles)
    count = np.where(sound, high - low, 0)
    which = np.repeat(np.arange(len(count)), count)
    place = spread(low, count)
    pairs: IntArray = redirect_ends[which].astype(np.int64) << 32 | (first_category + order[place])
    return pairs


def breadths(
    children: CompressedLists, first_category: int, is_central: BoolArray
) -> tuple[IntArray, IntArray]:
    """Return for each category how many articles that are not central it holds, and how many categories."""
    count = len(children.offsets) - 1 - first_category
    articles, below = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for start, stop in children.ranges(first_category, first_category + count):
        holder = children.owners(start, stop) - start
        category = children.part(start, stop) >= first_category
        special = is_central[int(children.offsets[start]) : int(children.offsets[stop])]
        here = slice(start - first_category, stop - first_category)
        below[here] = np.bincount(holder[category], minlength=stop - start)
        articles[here] = np.bincount(holder[~category & ~special], minlength=stop - start)
    return articles, below


def classes(breadths: AnyArray) -> tuple[ByteArray, ByteArray, IntArray]:
    """Return kind, inverse and breadth of each class of transitions, in the order of the graph."""
    b = np.unique(breadths).astype(np.int64)
    flat = [TransitionKind.SAME, TransitionKind.REDIRECT]
    kinds = [*flat, *[TransitionKind.SPECIALISATION] * len(b), *[TransitionKind.GENERALISATION] * len(b)]
    back = [*flat, *[TransitionKind.GENERALISATION] * len(b), *[TransitionKind.SPECIALISATION] * len(b)]
    return (
        np.array(kinds, np.uint8),
        np.array(back, np.uint8),
        np.concatenate([[0, 0], b, b]).astype(np.int64),
    )


class Memberships(NamedTuple):
    """What the graph is made of: pages above and below each node, which are central, redirects, breadths.

    ``is_central`` goes along the memberships of articles, ``central_back`` along the children of categories;
    ``ends`` is where each redirect leads, ``aliases`` are the redirects of each article; ``n_articles`` and
    ``n_below`` are the breadths of each category, ``breadths`` those that there are.
    """

    articles: int
    redirects: int
    parents: CompressedLists
    children: CompressedLists
    is_central: BoolArray
    central_back: BoolArray
    ends: AnyArray
    aliases: CompressedLists
    n_articles: IntArray
    n_below: IntArray
    breadths: IntArray

    @property
    def first(self) -> int:
        """The first category."""
        return self.articles + self.redirects

    def degrees(self) -> IntArray:
        """Return how many entries each node has, after a 0 for none."""
        degrees = np.zeros(len(self.parents.offsets), np.int64)
        degrees[1:] = np.diff(self.parents.offsets) + np.diff(self.children.offsets)
        degrees[1 : self.articles + 1] += np.diff(self.aliases.offsets)
        degrees[self.articles + 1 : self.first + 1] += self.ends >= 0
        return degrees

    def to_parents(self, start: int, stop: int) -> Entries:
        """Return the entries of a range of nodes that lead to the categories above."""
        above, own = self.parents.part(start, stop).astype(np.int64), self.parents.owners(start, stop)
        same = np.zeros(len(own), bool)
        low, high = self.parents.offsets[start], self.parents.offsets[stop]
        known = min(int(high), len(self.is_central))
        if low < known:
            same[: known - low] = self.is_central[low:known]
        held = above - self.first
        breadth = np.where(own < self.articles, self.n_articles[held], self.n_below[held])
        wider = 2 + len(self.breadths) + np.searchsorted(self.breadths, breadth)
        return own, above, np.where(same, 0, wider)

    def to_children(self, start: int, stop: int) -> Entries:
        """Return the entries of a range of nodes that lead to what a category holds."""
        below, own = self.children.part(start, stop).astype(np.int64), self.children.owners(start, stop)
        same = self.central_back[self.children.offsets[start] : self.children.offsets[stop]]
        holder = own - self.first
        breadth = np.where(below < self.articles, self.n_articles[holder], self.n_below[holder])
        return own, below, np.where(same, 0, 2 + np.searchsorted(self.breadths, breadth))

    def to_redirects(self, start: int, stop: int) -> Entries:
        """Return the entries of a range of nodes that lead from articles to their redirects."""
        a, b = min(start, self.articles), min(stop, self.articles)
        aliases = self.aliases.part(a, b).astype(np.int64)
        return self.aliases.owners(a, b), aliases, np.ones(len(aliases), np.int64)

    def from_redirects(self, start: int, stop: int) -> Entries:
        """Return the entries of a range of nodes that lead from redirects to their articles."""
        a, b = np.clip([start, stop], self.articles, self.first) - self.articles
        whole = np.flatnonzero(self.ends[a:b] >= 0) + a
        return whole + self.articles, self.ends[whole].astype(np.int64), np.ones(len(whole), np.int64)


def adjacency(given: Memberships) -> Iterator[tuple[IntArray, Int32Array, AnyArray]]:
    """Yield the adjacency lists of one range of nodes after the other, so that memory is bounded.

    They are how many entries each node has, the neighbours, and the classes of the transitions to them; the
    entries of a node are in order of class, then of neighbour.
    """
    code = np.uint16 if 2 + 2 * len(given.breadths) < 1 << 16 else np.uint32
    degrees = given.degrees()
    total, start = np.cumsum(degrees), 0
    while start < len(degrees) - 1:
        stop = max(start + 1, int(np.searchsorted(total, total[start] + PIECE, "right")) - 1)
        ways = (given.to_parents, given.to_children, given.to_redirects, given.from_redirects)
        owner, other, klass = map(np.concatenate, zip(*(way(start, stop) for way in ways), strict=True))
        order = np.lexsort((other, klass, owner))
        yield degrees[start + 1 : stop + 1], other[order].astype(np.int32), klass[order].astype(code)
        start = stop
