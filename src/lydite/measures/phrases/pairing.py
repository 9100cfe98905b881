"""Every distinct pair of phrases scored once, and the best assignment of predictions to gold."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from lydite.arrays import RaggedArray, Vocabulary, offsets
from lydite.compiled import kernel

if TYPE_CHECKING:
    from lydite.array_types import FloatArray, IntArray
    from lydite.matchers.base import Matcher
    from lydite.measures.phrases.items import PhraseItems


def drop_duplicates(lists: RaggedArray, keys: IntArray) -> RaggedArray:
    """Drop phrases (or whole concepts) that stand earlier in the same item under the same keys."""
    if lists.concepts is not None:
        return _distinct_concepts(lists, keys, lists.concepts)
    owner = lists.owners
    _, first = np.unique(owner * (keys.max(initial=0) + 1) + keys[lists.codes], return_index=True)
    keep = np.sort(first)
    return RaggedArray(lists.codes[keep], np.searchsorted(keep, lists.starts))


def _distinct_concepts(lists: RaggedArray, keys: IntArray, concepts: IntArray) -> RaggedArray:
    keep: list[int] = []
    numbers: list[int] = []
    starts = [0]
    for a, b in itertools.pairwise(lists.starts.tolist()):
        groups: dict[int, list[int]] = {}
        for place in range(a, b):
            groups.setdefault(int(concepts[place]), []).append(place)
        fresh = {frozenset(keys[lists.codes[g]].tolist()): g for g in reversed(groups.values())}
        for number, group in enumerate(sorted(fresh.values())):
            keep += group
            numbers += [number] * len(group)
        starts.append(len(keep))
    return RaggedArray(lists.codes[keep], np.array(starts), np.array(numbers, dtype=np.int64))


def score_blocks(
    items: PhraseItems, match: Matcher, kept: RaggedArray, gold: RaggedArray
) -> tuple[FloatArray, IntArray]:
    """Return, item after item, the scores of its predictions (rows) with its gold concepts (columns)."""
    sizes = kept.sizes * gold.sizes
    starts = offsets(sizes)
    owner = np.repeat(np.arange(len(kept)), sizes)
    within = np.arange(starts[-1]) - starts[owner]
    wide = gold.sizes[owner]
    row, column = within // np.maximum(wide, 1), within % np.maximum(wide, 1)
    place = gold.starts[owner] + column
    left, right = kept.codes[kept.starts[owner] + row], gold.codes[place]
    known = items.shared(("scores", match), ScoreCache)
    scores = known.score(items.words, match, left, right)
    if gold.concepts is None:
        return scores, starts
    counts = gold.concept_counts
    narrow = offsets(kept.sizes * counts)
    best = np.zeros(narrow[-1])
    np.maximum.at(best, narrow[owner] + row * counts[owner] + gold.concepts[place], scores)
    return best, narrow


@dataclass
class ScoreCache:
    """Scores of pairs of phrase numbers under one matcher, in the order of their keys; each is asked once."""

    keys: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    scores: FloatArray = field(default_factory=lambda: np.zeros(0))

    def score(self, words: Vocabulary, match: Matcher, left: IntArray, right: IntArray) -> FloatArray:
        """Return the scores of pairs; those not known yet are matched, in one batch."""
        base = max(len(words.phrases), 1)
        pairs, back = np.unique(left * base + right, return_inverse=True)
        places = np.asarray(np.searchsorted(self.keys, pairs), dtype=np.int64)
        inside = places < len(self.keys)
        new = ~inside
        new[inside] = self.keys[places[inside]] != pairs[inside]
        if new.any():
            fresh = np.asarray(
                match.score_coded(words.phrases, *np.divmod(pairs[new], base)), dtype=np.float64
            )
            self.scores = np.insert(self.scores, places[new], fresh)
            self.keys = np.insert(self.keys, places[new], pairs[new])
            places = np.asarray(np.searchsorted(self.keys, pairs), dtype=np.int64)
        scores: FloatArray = self.scores[places][back]
        return scores


@kernel(large=2_000)  # the Hungarian method: a row of gold takes a tenth of a millisecond
def assign_incrementally(scores, starts, rows, columns, one_to_one, out):  # type: ignore[no-untyped-def]
    """Write what each row adds to the best assignment (or best match) of the rows before it.

    One to one: the Hungarian method, row by row, over the gold columns and one idle column per row.
    """
    for i in range(len(rows) - 1):
        n, m = rows[i + 1] - rows[i], columns[i]
        if n == 0 or m == 0:
            continue
        if not one_to_one:
            for r in range(n):
                best = 0.0
                for c in range(m):
                    best = max(best, scores[starts[i] + r * m + c])
                out[rows[i] + r] = best
            continue
        wide = m + n
        u, v = np.zeros(n + 1), np.zeros(wide + 1)
        taken = np.zeros(wide + 1, dtype=np.int64)
        way = np.zeros(wide + 1, dtype=np.int64)
        before = 0.0
        for r in range(1, n + 1):
            taken[0] = r
            at = 0
            least = np.full(wide + 1, np.inf)
            seen = np.zeros(wide + 1, dtype=np.bool_)
            while True:
                seen[at] = True
                row, delta, after = taken[at], np.inf, 0
                for c in range(1, wide + 1):
                    if seen[c]:
                        continue
                    cost = -u[row] - v[c]
                    if c <= m:
                        cost -= scores[starts[i] + (row - 1) * m + c - 1]
                    if cost < least[c]:
                        least[c] = cost
                        way[c] = at
                    if least[c] < delta:
                        delta = least[c]
                        after = c
                for c in range(wide + 1):
                    if seen[c]:
                        u[taken[c]] += delta
                        v[c] -= delta
                    else:
                        least[c] -= delta
                at = after
                if taken[at] == 0:
                    break
            while at != 0:
                taken[at] = taken[way[at]]
                at = way[at]
            total = 0.0
            for c in range(1, m + 1):
                if taken[c] != 0:
                    total += scores[starts[i] + (taken[c] - 1) * m + c - 1]
            out[rows[i] + r - 1] = max(total - before, 0.0)
            before = max(total, before)
