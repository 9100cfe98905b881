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

from lydite.sources.graph import Kind
from lydite.sources.wordnet.lexicon import POS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from lydite.sources.wordnet import WordNet

DEEPEST = 100  # levels of a hierarchy
ROOT = -1  # the imagined root of all verbs
_SIDEWAYS = (Kind.SIMILAR, Kind.SEE_ALSO)
NOUN, VERB = POS.index("n"), POS.index("v")


class Taxonomy:
    """The is-a hierarchy of one wordnet."""

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet
        graph = wordnet.graph
        upwards = graph.kinds[graph.classes] == Kind.GENERALISATION
        self._parents = graph.neighbours[upwards].tolist()
        self._starts = np.concatenate([[0], np.cumsum(upwards)])[graph.offsets].tolist()
        self._above: dict[int, dict[int, int]] = {}

    def parents(self, synset: int) -> list[int]:
        """Return the direct hypernyms of a synset."""
        found: list[int] = self._parents[self._starts[synset] : self._starts[synset + 1]]
        return found

    def above(self, synset: int) -> dict[int, int]:
        """Return the synset and all above it, with the fewest steps to each."""
        if synset not in self._above:
            found, level, steps = {synset: 0}, [synset], 0
            while level:
                steps += 1
                level = [p for s in level for p in self.parents(s) if found.setdefault(p, steps) == steps]
                level = list(dict.fromkeys(level))
            if self.wordnet.pos[synset] == VERB:
                found[ROOT] = max(found.values()) + 1
            self._above[synset] = found
        return self._above[synset]

    def depths(self, synset: int) -> tuple[int, int]:
        """Return the length of the shortest and of the longest way to a root."""
        if synset == ROOT:
            return 0, 0
        low, high = self._levels
        return int(low[synset]), int(high[synset])

    @functools.cached_property
    def _levels(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
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

    def nearest(self, left: Iterable[int], right: Iterable[int]) -> dict[int, float]:
        """Return the least distance between two sets of synsets for each part of speech that has one."""
        found: dict[int, float] = {}
        pos = self.wordnet.pos
        for a in left:
            for b in right:
                if pos[a] == pos[b]:
                    steps = self.distance(a, b)
                    if steps < found.get(int(pos[a]), math.inf):
                        found[int(pos[a])] = steps
        return found

    def wup(self, a: int, b: int) -> float:
        """Return Wu and Palmer's relatedness, 2 d / (l₁ + l₂ + 2 d), d the depth of the subsumer."""
        if a == b:
            return 1.0
        if self.wordnet.pos[a] != self.wordnet.pos[b]:
            return 0.0
        common = set(self.above(a)) & set(self.above(b))
        if not common:
            return 0.0
        deepest = max(self.depths(s)[0] for s in common)
        lowest = [s for s in common if self.depths(s)[0] == deepest]
        chosen = a if a in lowest else min(lowest, key=self._name) if len(lowest) > 1 else lowest[0]
        depth = self.depths(chosen)[1] + 1
        return 2 * depth / (self._to(a, chosen) + self._to(b, chosen) + 2 * depth)

    def hso(self, a: int, b: int) -> int:
        """Return Hirst and St-Onge's weight: 16 if equal or linked sideways, else 8 - length - turns.

        A path has at most five links: some up, some sideways (similar to, see also), some down, in this
        order, or some down and then some sideways.
        """
        if a == b or b in self.sideways(a):
            return 16
        weights = [0]
        for one, two in ((a, b), (b, a)):
            ups, downs = self._near(one), self._near(two)
            for x, i in ups.items():
                for y, h in self._beside(x, 5 - i).items():
                    if (j := downs.get(y, 9)) + h + i <= 5:
                        turns = (i > 0) + (j > 0) if h else int(i > 0 and j > 0)
                        weights.append(8 - i - h - j - turns)
            for y, h in self._beside(two, 4).items():  # down from one, then sideways to the other
                if (i := self._near(y).get(one, 9)) + h <= 5 and i and h:
                    weights.append(8 - i - h - 1)
        return max(weights)

    def sideways(self, synset: int) -> list[int]:
        """Return the synsets that are similar to one, or named in its see-also."""
        return [s for s, kind, _ in self.wordnet.graph.transitions(synset) if kind in _SIDEWAYS]

    def _near(self, synset: int) -> dict[int, int]:
        return {s: steps for s, steps in self.above(synset).items() if steps <= 5 and s != ROOT}

    def _beside(self, synset: int, most: int) -> dict[int, int]:
        found, level = {synset: 0}, [synset]
        if self.wordnet.pos[synset] == NOUN:  # nouns have no links sideways
            return found
        for steps in range(1, most + 1):
            level = [t for s in level for t in self.sideways(s) if found.setdefault(t, steps) == steps]
        return found

    @functools.cached_property
    def height(self) -> dict[int, int]:
        """The greatest depth of nouns and of verbs, the latter from their imagined root."""
        _, depth = self._levels
        pos = self.wordnet.pos
        deepest = [int(depth[pos == code].max(initial=0)) for code in (NOUN, VERB)]
        return {NOUN: deepest[0], VERB: deepest[1] + 1}

    def _to(self, synset: int, ancestor: int) -> float:
        return self.above(synset)[ROOT] if ancestor == ROOT else self.distance(synset, ancestor)

    def _rooted(self, synset: int, other: int) -> dict[int, int]:
        """Return what is above a synset, nothing where the other is of another part of speech."""
        return self.above(synset) if self.wordnet.pos[synset] == self.wordnet.pos[other] else {}

    def _name(self, synset: int) -> str:
        """Return the name that nltk gives a synset, by which it chooses among several."""
        if synset == ROOT:
            return "*ROOT*"
        from lydite.text import fold

        word = next(iter(self.wordnet.words(synset)), None)
        if word is None:  # as where relations come from another language
            return f"\uffff{synset:09}"
        same = [
            s
            for s in self.wordnet.match([fold(word, language=self.wordnet.language)])
            if self.wordnet.pos[s] == self.wordnet.pos[synset]
        ]
        return f"{word.lower().replace(' ', '_')}.{POS[self.wordnet.pos[synset]]}.{same.index(synset) + 1:02}"
