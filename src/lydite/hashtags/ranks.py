"""Ranks at which true hashtags are synonyms of recommended ones: one pass serves every k and r."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.core.compiled import kernel

if TYPE_CHECKING:
    from lydite.core.array_types import Int32Array, IntArray, UInt16Array, UInt64Array
    from lydite.hashtags.thesaurus import Thesaurus

NEVER = 65_535  # no synonym at any rank
_BITS = 2048  # of a row's sieve, which turns nearly all strangers away before any search


@dataclass(frozen=True)
class RankIndex:
    """A thesaurus indexed for rank queries: entries of a row sorted by code, and a bit sieve."""

    rows: IntArray
    starts: IntArray
    entries: Int32Array
    ranks: UInt16Array
    sieve: UInt64Array

    def pairs(self, candidates: IntArray, references: IntArray) -> UInt16Array:
        """Return the rank of each reference among the synonyms of the candidate beside it.

        0 is never returned: whether two phrases are the same is for the caller to say. Two spellings of
        one hashtag are at rank 1.
        """
        out = np.empty(len(candidates), np.uint16)
        _each.for_work(len(out))(
            candidates, references, self.rows, self.starts, self.entries, self.ranks, out
        )
        return out


def index(thesaurus: Thesaurus) -> RankIndex:
    """Sort the lists of a thesaurus by number."""
    sizes = thesaurus.sizes
    order = np.argsort(thesaurus.owners * np.int64(len(sizes) + 1) + thesaurus.synonyms, kind="stable")
    entries = thesaurus.synonyms[order]
    rows = np.arange(len(sizes)) if thesaurus.rows is None else thesaurus.rows
    sieve = np.zeros((len(sizes), _BITS // 64), np.uint64)
    # a tag passes the sieve of the row that it is given
    for row, numbers in ((thesaurus.owners, entries.astype(np.int64)), (rows, np.arange(len(sizes)))):
        for bits in (numbers & (_BITS - 1), (numbers * 40_503 >> 8) & (_BITS - 1)):
            np.bitwise_or.at(sieve, (row, bits >> 6), np.uint64(1) << (bits & 63).astype(np.uint64))
    ranks = np.minimum(thesaurus.rank_of_entries[order], NEVER - 1).astype(np.uint16)
    return RankIndex(rows, thesaurus.starts, entries, ranks, sieve)


@kernel
def search(row: Any, r: Any, starts: Any, entries: Any, ranks: Any) -> Any:
    """Return the rank of hashtag r in a row, 65535 where it is not there."""
    low, end = starts[row], starts[row + 1]
    high = end
    while low < high:
        middle = (low + high) >> 1
        if entries[middle] < r:
            low = middle + 1
        else:
            high = middle
    if low < end and entries[low] == r:
        return ranks[low]
    return 65_535


@kernel
def _each(c: Any, r: Any, rows: Any, starts: Any, entries: Any, ranks: Any, out: Any) -> None:
    """Write the rank of each hashtag r among the synonyms of the hashtag c beside it."""
    for i in range(len(c)):
        if c[i] < 0 or r[i] < 0:
            out[i] = 65_535
        elif c[i] == r[i]:
            out[i] = 1
        else:
            out[i] = search(rows[c[i]], r[i], starts, entries, ranks)


class TagLists(NamedTuple):
    """Predicted and gold phrases as codes, item after item; key, number and row of each code."""

    predicted: Any
    predicted_starts: Any
    gold: Any
    gold_starts: Any
    concepts: Any
    """The concept of each gold phrase; empty where each phrase is one."""
    key_of: Any
    number_of: Any
    row_of: Any


class Hits(NamedTuple):
    """Gold concepts at some rank for a prediction: those of item i are ``found[begins[i]:ends[i]]``.

    A hit is one number: prediction, concept and rank in 24, 24 and 16 bits.
    """

    found: Any
    begins: Any
    ends: Any
    predicted: Any
    """How many distinct predictions each item has."""
    gold: Any
    """How many gold concepts each item has."""


class Scratch(NamedTuple):
    """Room to work in: for each key one more than the last item it was predicted for; gold phrases."""

    seen: Any
    gold: Any
    bits: Any


@kernel
def find_hits(
    first: int, last: int, lists: TagLists, index: tuple[Any, ...], at: Any, out: Hits, room: Scratch
) -> None:
    """Write, for items from first to last, where a gold concept is at some rank for a prediction.

    From ``at[first]`` on there is room for every pair, and few need it. Phrases whose key stood before in
    their list are dropped. Equal keys are at rank 0. ``index`` are starts, entries, ranks and sieve of a
    thesaurus.
    """
    p, p_starts, g, g_starts, concepts, key_of, number_of, row_of = lists
    starts, entries, ranks, sieve = index
    found, begins, ends, p_sizes, g_sizes = out
    seen, gold, bits = room
    to = at[first]
    alone = len(concepts) == 0
    for i in range(first, last):
        size = 0  # gold concepts
        count = 0  # gold phrases: key, number, concept, and where their two bits of a sieve are
        for h in range(g_starts[i], g_starts[i + 1]):
            key = key_of[g[h]]
            new = True
            if alone:
                for x in range(count):
                    if gold[x, 0] == key:
                        new = False
                        break
            if new:
                r = number_of[g[h]]
                gold[count, 0] = key
                gold[count, 1] = r
                gold[count, 2] = size if alone else concepts[h]
                one, two = r & 2047, (r * 40_503 >> 8) & 2047
                gold[count, 3], gold[count, 4] = one >> 6, two >> 6
                bits[count, 0] = np.uint64(1) << np.uint64(one & 63)
                bits[count, 1] = np.uint64(1) << np.uint64(two & 63)
                size = max(size, gold[count, 2] + 1)
                count += 1
        g_sizes[i] = size
        begins[i] = to
        used = 0
        for j in range(p_starts[i], p_starts[i + 1]):
            key = key_of[p[j]]
            if seen[key] == i + 1:
                continue
            seen[key] = i + 1
            row = row_of[p[j]]
            for x in range(count):
                rank = 65_535
                if gold[x, 0] == key:
                    rank = 0
                elif (  # the sieve is asked twice before the search: nearly every pair ends at it
                    row >= 0
                    and gold[x, 1] >= 0
                    and sieve[row, gold[x, 3]] & bits[x, 0]
                    and sieve[row, gold[x, 4]] & bits[x, 1]
                ):
                    r = gold[x, 1]
                    rank = 1 if r == number_of[p[j]] else search(row, r, starts, entries, ranks)
                if rank < 65_535:
                    found[to] = (used << 40) | (gold[x, 2] << 16) | rank
                    to += 1
            used += 1
        p_sizes[i] = used
        ends[i] = to


@kernel
def count_ranks(first: int, last: int, hits: Hits, cut: int, out: Any, u_starts: Any) -> None:
    """Write, for items from first to last, the ranks that count under a cut (Equation 4).

    With |R| ≤ |G| that is, for each recommendation, its nearest gold; else, for each gold, its nearest
    recommendation. ``out`` comes filled with 65535.
    """
    found, begins, ends, p_sizes, g_sizes = hits
    for i in range(first, last):
        n = min(cut, p_sizes[i])
        for x in range(begins[i], ends[i]):
            row = found[x] >> 40
            if row < n:
                place = u_starts[i] + (row if n <= g_sizes[i] else (found[x] >> 16) & 16_777_215)
                out[place] = min(out[place], found[x] & 65_535)


@kernel
def tally(owner: Any, ranks: Any, starts: Any, worth: Any, rows: Any) -> None:
    """Write the mean worth of each item's ranks; given are those at a rank, with their items, in order."""
    beyond = len(worth) - 1
    total = 0.0
    for x in range(len(owner)):
        i = owner[x]
        total += worth[min(ranks[x], beyond)]
        if x + 1 == len(owner) or owner[x + 1] != i:
            rows[i, 0] = total / (starts[i + 1] - starts[i])
            total = 0.0
