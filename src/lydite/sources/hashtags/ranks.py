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
_BITS = 1024  # of a row's sieve, which turns nine in ten strangers away before any search


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
        _each.of(len(out))(
            candidates, references, self.rows, self.starts, self.entries, self.ranks, self.sieve, out
        )
        return out


def index(thesaurus: Thesaurus) -> Index:
    """Sort the lists of a thesaurus by number."""
    sizes = np.diff(thesaurus.starts)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    order = np.argsort(owner * np.int64(len(sizes) + 1) + thesaurus.synonyms, kind="stable")
    entries = thesaurus.synonyms[order]
    bits = entries % _BITS
    sieve = np.zeros((len(sizes), _BITS // 64), np.uint64)
    np.bitwise_or.at(sieve, (owner, bits // 64), np.uint64(1) << (bits % 64).astype(np.uint64))
    rows = np.arange(len(sizes)) if thesaurus.rows is None else thesaurus.rows
    ranks = np.minimum(thesaurus.rank_of_entries[order], NEVER - 1).astype(np.uint16)
    return Index(rows, thesaurus.starts, entries, ranks, sieve)


@kernel
def rank(c: Any, r: Any, rows: Any, starts: Any, entries: Any, ranks: Any, sieve: Any) -> Any:
    """Return the rank of hashtag r among the synonyms of hashtag c."""
    if c < 0 or r < 0:
        return 65_535
    if c == r:
        return 1
    row = rows[c]
    bit = r % 1024
    if (sieve[row, bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1) == 0:
        return 65_535
    low, high = starts[row], starts[row + 1]
    while low < high:
        middle = (low + high) >> 1
        if entries[middle] < r:
            low = middle + 1
        else:
            high = middle
    if low < starts[row + 1] and entries[low] == r:
        return ranks[low]
    return 65_535


@kernel
def _each(c: Any, r: Any, rows: Any, starts: Any, entries: Any, ranks: Any, sieve: Any, out: Any) -> None:
    for i in range(len(c)):
        out[i] = rank(c[i], r[i], rows, starts, entries, ranks, sieve)


@kernel
def blocks(
    p: Any, p_keys: Any, p_starts: Any, g: Any, g_keys: Any, g_starts: Any, concept: Any, sizes: Any,
    rows: Any, starts: Any, entries: Any, ranks: Any, sieve: Any, out: Any, at: Any,
) -> None:  # fmt: skip
    """Write, item after item, the rank of each gold concept (column) for each prediction (row).

    Equal keys are at rank 0; of the variants of a concept the nearest counts. ``out`` comes full of 65535.
    """
    for i in range(len(p_starts) - 1):
        for j in range(p_starts[i], p_starts[i + 1]):
            base = at[i] + (j - p_starts[i]) * sizes[i]
            for h in range(g_starts[i], g_starts[i + 1]):
                found = 0
                if p_keys[j] != g_keys[h]:
                    found = rank(p[j], g[h], rows, starts, entries, ranks, sieve)
                place = base + concept[h]
                out[place] = min(out[place], found)


@kernel
def units(out: Any, at: Any, p_sizes: Any, g_sizes: Any, cut: int, found: Any, u_starts: Any) -> None:
    """Write for each item the ranks that count under a cut (Equation 4).

    With |R| ≤ |G| that is, for each recommendation, its nearest gold; else, for each gold, its nearest
    recommendation. ``found`` comes filled with 65535.
    """
    for i in range(len(p_sizes)):
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
