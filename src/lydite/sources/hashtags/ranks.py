"""The rank at which a true hashtag becomes a synonym of a recommended one: one pass serves every k and r."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.compiled import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.sources.hashtags.thesaurus import Thesaurus

NEVER = 65_535  # no synonym at any rank
_BITS = 2048  # of a row's sieve, which turns nearly all strangers away before any search


@dataclass(frozen=True)
class Index:
    """A thesaurus made for the question "at which rank?": entries of a row sorted by number, and a sieve."""

    rows: NDArray[np.int64]
    starts: NDArray[np.int64]
    entries: NDArray[np.int32]
    ranks: NDArray[np.uint16]
    sieve: NDArray[np.uint64]

    def pairs(self, candidates: NDArray[np.int64], references: NDArray[np.int64]) -> NDArray[np.uint16]:
        """Return the rank of each reference among the synonyms of the candidate beside it.

        0 is never returned: whether two phrases are the same is for the caller to say. Two spellings of
        one hashtag are at rank 1.
        """
        out = np.empty(len(candidates), np.uint16)
        _each.of(len(out))(candidates, references, self.rows, self.starts, self.entries, self.ranks, out)
        return out


def index(thesaurus: Thesaurus) -> Index:
    """Sort the lists of a thesaurus by number."""
    sizes = np.diff(thesaurus.starts)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    order = np.argsort(owner * np.int64(len(sizes) + 1) + thesaurus.synonyms, kind="stable")
    entries = thesaurus.synonyms[order]
    bits = entries & (_BITS - 1)
    sieve = np.zeros((len(sizes), _BITS // 64), np.uint64)
    np.bitwise_or.at(sieve, (owner, bits >> 6), np.uint64(1) << (bits & 63).astype(np.uint64))
    rows = np.arange(len(sizes)) if thesaurus.rows is None else thesaurus.rows
    own = np.arange(len(sizes)) & (_BITS - 1)  # a tag passes the sieve of the row that it is given
    np.bitwise_or.at(sieve, (rows, own >> 6), np.uint64(1) << (own & 63).astype(np.uint64))
    ranks = np.minimum(thesaurus.rank_of_entries[order], NEVER - 1).astype(np.uint16)
    return Index(rows, thesaurus.starts, entries, ranks, sieve)


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


@kernel
def blocks(
    first: int, last: int, p: Any, p_starts: Any, g: Any, g_starts: Any, concepts: Any,
    key_of: Any, number_of: Any, row_of: Any, starts: Any, entries: Any, ranks: Any, sieve: Any,
    at: Any, out: Any, p_sizes: Any, g_sizes: Any, kept: Any, gold: Any,
) -> None:  # fmt: skip
    """Write, for items from first to last, the rank of each gold concept (column) for each prediction (row).

    Phrases are codes; those whose key stood before in their list are dropped. Equal keys are at rank 0; of
    the variants of a concept the nearest counts (no ``concepts``: each phrase is one). ``out`` comes full
    of 65535; ``kept`` and ``gold`` are room to work in.
    """
    for i in range(first, last):
        size = 0  # gold concepts
        count = 0  # gold phrases
        for h in range(g_starts[i], g_starts[i + 1]):
            key = key_of[g[h]]
            new = True
            if len(concepts) == 0:
                for x in range(count):
                    if gold[x, 0] == key:
                        new = False
                        break
            if new:
                gold[count, 0] = key
                gold[count, 1] = number_of[g[h]]
                gold[count, 2] = concepts[h] if len(concepts) else size
                size = max(size, gold[count, 2] + 1)
                count += 1
        g_sizes[i] = size
        used = 0
        base = at[i]
        for j in range(p_starts[i], p_starts[i + 1]):
            key = key_of[p[j]]
            new = True
            for x in range(used):
                if kept[x] == key:
                    new = False
                    break
            if not new:
                continue
            kept[used] = key
            used += 1
            row = row_of[p[j]]
            for x in range(count):
                r = gold[x, 1]
                if gold[x, 0] == key:
                    out[base + gold[x, 2]] = 0
                elif row >= 0 and r >= 0:
                    bit = r & 2047  # the sieve is asked before the search: nearly every pair ends at it
                    if (sieve[row, bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1):
                        found = 1 if r == number_of[p[j]] else search(row, r, starts, entries, ranks)
                        place = base + gold[x, 2]
                        out[place] = min(out[place], found)
            base += size
        p_sizes[i] = used


@kernel
def units(
    first: int, last: int, out: Any, at: Any, p_sizes: Any, g_sizes: Any, cut: int, found: Any, u_starts: Any
) -> None:
    """Write, for items from first to last, the ranks that count under a cut (Equation 4).

    With |R| ≤ |G| that is, for each recommendation, its nearest gold; else, for each gold, its nearest
    recommendation. ``found`` comes filled with 65535.
    """
    for i in range(first, last):
        n = min(cut, p_sizes[i])
        g = g_sizes[i]
        to = u_starts[i]
        if n <= g:
            for j in range(n):
                for h in range(g):
                    found[to + j] = min(found[to + j], out[at[i] + j * g + h])
        else:
            for j in range(n):
                for h in range(g):
                    found[to + h] = min(found[to + h], out[at[i] + j * g + h])


@kernel
def tally(
    first: int, last: int, ranks: Any, starts: Any, worth: Any, gold: Any, empty: Any, absent: Any, rows: Any
) -> None:
    """Write, for items from first to last, the mean worth of their ranks, and 1; zeros for unscored ones.

    Items without recommendations are unscored unless ``empty``; those without gold always.
    """
    beyond = len(worth) - 1
    for i in range(first, last):
        size = starts[i + 1] - starts[i]
        if size > 0 or absent[i] or (empty and gold[i] > 0):
            rows[i, 1] = 1.0
        if size > 0 and not absent[i]:
            total = 0.0
            for j in range(starts[i], starts[i + 1]):
                total += worth[min(ranks[j], beyond)]
            rows[i, 0] = total / size
