"""Plain relatedness in the is-a hierarchy: distances, depths and lowest common subsumers.

Distances, depths and the choice among several subsumers follow nltk, so that numbers can be compared:
type and instance hypernyms count alike, and the many hierarchies of verbs hang from one imagined root.
Adjectives and adverbs have no hierarchy: they are related to themselves only.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.text import fold
from lydite.knowledge.graph import TransitionKind
from lydite.knowledge.wordnet.lexicon import POS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import IntArray
    from lydite.knowledge.wordnet import WordNet

DEEPEST = 100  # levels of a hierarchy
ROOT = -1  # the imagined root of all verbs
REMEMBERED = 50_000  # sets of synsets of which is kept what is above them
NOUN, VERB = POS.index("n"), POS.index("v")


class Taxonomy:
    """The is-a hierarchy of one wordnet."""

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet
        graph = wordnet.graph
        upwards = graph.kinds[graph.classes] == TransitionKind.GENERALISATION
        self._parents = graph.neighbours[upwards].tolist()
        self._starts = np.concatenate([[0], np.cumsum(upwards)])[graph.offsets].tolist()
        self._above: dict[int, dict[int, int]] = {}
        self._ordered: dict[int, list[tuple[int, int]]] = {}
        self._steps: dict[tuple[int, int], float] = {}
        self._unions: dict[tuple[int, ...], dict[int, dict[int, int]]] = {}

    def parents(self, synset: int) -> list[int]:
        """Return the direct hypernyms of a synset."""
        hypernyms: list[int] = self._parents[self._starts[synset] : self._starts[synset + 1]]
        return hypernyms

    def above(self, synset: int) -> dict[int, int]:
        """Return the synset and all above it, with the fewest steps to each."""
        if synset not in self._above:
            steps_to, level, steps = {synset: 0}, [synset], 0
            while level:
                steps += 1
                level = [p for s in level for p in self.parents(s) if steps_to.setdefault(p, steps) == steps]
                level = list(dict.fromkeys(level))
            if self.wordnet.pos[synset] == VERB:
                steps_to[ROOT] = max(steps_to.values()) + 1
            self._above[synset] = steps_to
        return self._above[synset]

    def depths(self, synset: int) -> tuple[int, int]:
        """Return the length of the shortest and of the longest way to a root."""
        if synset == ROOT:
            return 0, 0
        low, high = self._levels
        return int(low[synset]), int(high[synset])

    @functools.cached_property
    def _levels(self) -> tuple[IntArray, IntArray]:
        """Least and greatest depth of all synsets, in so many rounds at most: WordNet 3.0 has a cycle."""
        counts = np.diff(self._starts)
        children, parents = np.repeat(np.arange(len(counts)), counts), np.array(self._parents, np.int64)
        low, high = np.where(counts > 0, DEEPEST, 0), np.zeros(len(counts), np.int64)
        for _ in range(DEEPEST):
            before = low.copy(), high.copy()
            np.minimum.at(low, children, before[0][parents] + 1)
            np.maximum.at(high, children, before[1][parents] + 1)
            if (low == before[0]).all() and (high == before[1]).all():
                break
        return low, high

    def distance(self, a: int, b: int) -> float:
        """Return the fewest steps between two synsets through one above both; infinite if there is none."""
        if a == b:
            return 0
        one, two = self.above(a), self._rooted(b, a)
        return min((steps + two[s] for s, steps in one.items() if s in two), default=math.inf)

    def nearest(self, left: Sequence[int], right: Sequence[int]) -> dict[int, float]:
        """Return the least distance between two sets of synsets for each part of speech that has one.

        The least over all pairs is the least over what is above both sets, with the fewest steps from any
        synset of each, so that pairs need not be gone through one by one.
        """
        by_pos: dict[int, float] = {}
        one, two = self._above_any(left), self._above_any(right)
        for pos in one.keys() & two.keys():
            mine, theirs = one[pos], two[pos]
            common = mine.keys() & theirs.keys()
            if common:
                by_pos[pos] = min([mine[s] + theirs[s] for s in common])
        return by_pos

    def _above_any(self, synsets: Sequence[int]) -> dict[int, dict[int, int]]:
        """Return by part of speech all that is above any of some synsets, with the fewest steps."""
        key = tuple(synsets)
        found = self._unions.get(key)
        if found is None:
            if len(self._unions) >= REMEMBERED:
                self._unions.clear()
            found = {}
            for synset in key:
                fewest(found.setdefault(int(self.wordnet.pos[synset]), {}), self.above(synset))
            self._unions[key] = found  # when it is complete: another thread may ask for it
        return found

    def wup(self, a: int, b: int) -> float:
        """Return Wu and Palmer's relatedness, 2 d / (l₁ + l₂ + 2 d), d the depth of the subsumer."""
        if a == b:
            return 1.0
        if self.wordnet.pos[a] != self.wordnet.pos[b]:
            return 0.0
        deepest, lowest, other = -1, [], self.above(b)
        for depth, synset in self._deepest_first(a):
            if depth < deepest:
                break
            if synset in other:
                deepest = depth
                lowest.append(synset)
        if not lowest:
            return 0.0
        chosen = a if a in lowest else min(lowest, key=self._name) if len(lowest) > 1 else lowest[0]
        depth = self.depths(chosen)[1] + 1
        return 2 * depth / (self._to(a, chosen) + self._to(b, chosen) + 2 * depth)

    @functools.cached_property
    def height(self) -> dict[int, int]:
        """The greatest depth of nouns and of verbs, the latter from their imagined root."""
        _, depth = self._levels
        pos = self.wordnet.pos
        deepest = [int(depth[pos == code].max(initial=0)) for code in (NOUN, VERB)]
        return {NOUN: deepest[0], VERB: deepest[1] + 1}

    def _deepest_first(self, synset: int) -> list[tuple[int, int]]:
        """Return all that is above a synset with its depth, the deepest first (remembered)."""
        if synset not in self._ordered:
            depths = [(self.depths(s)[0], s) for s in self.above(synset)]
            self._ordered[synset] = sorted(depths, key=lambda one: -one[0])
        return self._ordered[synset]

    def _to(self, synset: int, ancestor: int) -> float:
        """Return the steps to a synset above (remembered)."""
        key = synset, ancestor
        if key not in self._steps:
            rooted = ancestor == ROOT
            self._steps[key] = self.above(synset)[ROOT] if rooted else self.distance(synset, ancestor)
        return self._steps[key]

    def _rooted(self, synset: int, other: int) -> dict[int, int]:
        """Return what is above a synset, nothing where the other is of another part of speech."""
        return self.above(synset) if self.wordnet.pos[synset] == self.wordnet.pos[other] else {}

    def _name(self, synset: int) -> str:
        """Return the name that nltk gives a synset, by which it chooses among several."""
        if synset == ROOT:
            return "*ROOT*"

        word = next(iter(self.wordnet.words(synset)), None)
        if word is None:  # as where relations come from another language
            return f"\uffff{synset:09}"
        same = [
            s
            for s in self.wordnet.match([fold(word, language=self.wordnet.language)])
            if self.wordnet.pos[s] == self.wordnet.pos[synset]
        ]
        return f"{word.lower().replace(' ', '_')}.{POS[self.wordnet.pos[synset]]}.{same.index(synset) + 1:02}"


def fewest(known: dict[int, int], more: Mapping[int, int]) -> None:
    """Add steps to those that were found; of two ways to one synset the shorter one is kept.

    >>> found = {7: 1, 9: 4}
    >>> fewest(found, {9: 2, 5: 3})
    >>> found
    {7: 1, 9: 2, 5: 3}
    """
    for synset, steps in more.items():
        if steps < known.get(synset, DEEPEST):
            known[synset] = steps
