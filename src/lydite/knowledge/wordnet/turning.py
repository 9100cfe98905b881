"""Paths that seldom turn: Hirst and St-Onge's weight between sets of synsets.

A path has at most five links: some up, some sideways, some down, in this order, or some down and then some
sideways. Up are hypernyms and meronyms, down hyponyms and holonyms, sideways similar to, see also, antonyms,
attributes and pertainyms. What a set of synsets reaches by the first two, and from where it is reached by the
last, is worked out once a set, so that two sets are compared by what both reach, not synset by synset.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.knowledge.graph import TransitionKind
from lydite.knowledge.wordnet.relations import relations_of
from lydite.knowledge.wordnet.taxonomy import REMEMBERED, fewest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.knowledge.wordnet.taxonomy import Taxonomy

SAME = 16  # the weight of one synset, or of two with a link sideways
_SIDEWAYS = (TransitionKind.SIMILAR, TransitionKind.SEE_ALSO)
_MOST, _C = 5, 8  # links of a path; what it has before links and turns are taken off


class BentPath(NamedTuple):
    """A way up and then sideways."""

    links: int
    turns: int
    """Turns that it has made."""
    more: int
    """Turns that it makes where it goes down."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What a set of synsets reaches, with the fewest links."""

    up: dict[int, int]
    across: dict[int, set[BentPath]]
    """Up, then sideways."""
    from_above: dict[int, int]
    """From where it is reached by going down, then sideways."""
    beside: frozenset[int]
    """By one link sideways."""


class TurningPaths:
    """Paths through the hierarchies of one wordnet, of kinds and of parts, and its links sideways."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        self._taxonomy = taxonomy
        self._reaches: dict[tuple[int, ...], Reach] = {}
        relations = relations_of(taxonomy.wordnet.store)
        self._parts, self._sides = (_lists(relations[name].tolist()) for name in ("parts", "beside"))
        graph = taxonomy.wordnet.graph
        places = np.flatnonzero(np.isin(graph.kinds[graph.classes], _SIDEWAYS))
        owners = np.searchsorted(graph.offsets, places, "right") - 1
        for synset, other in zip(owners.tolist(), graph.neighbours[places].tolist(), strict=True):
            if other not in self._sides[synset]:
                self._sides[synset].append(other)

    def weight(self, left: Sequence[int], right: Sequence[int]) -> int:
        """Return the greatest weight of any two synsets: 16 if equal or linked sideways.

        Else it is 8 - links - turns of the best path, 0 where there is none.
        """
        one, two = self._reach(tuple(left)), self._reach(tuple(right))
        beside = not one.beside.isdisjoint(right) or not two.beside.isdisjoint(left)  # some lead one way only
        if beside or not set(left).isdisjoint(right):
            return SAME
        ways = [(one, two, left), (two, one, right)]
        return max(max(_met(a, b), _down(b, starts)) for a, b, starts in ways)

    def linked(self, left: Sequence[int], right: Sequence[int]) -> bool:
        """Whether a link of any kind leads from a synset of one set to one of the other."""
        one, two = self._reach(tuple(left)), self._reach(tuple(right))
        ways = ((one, right), (two, left))
        return any(not a.beside.isdisjoint(b) or any(a.up.get(s) == 1 for s in b) for a, b in ways)

    def _reach(self, synsets: tuple[int, ...]) -> Reach:
        found = self._reaches.get(synsets)
        if found is None:
            if len(self._reaches) >= REMEMBERED:
                self._reaches.clear()
            found = self._reaches[synsets] = self._find(synsets)
        return found

    def _find(self, synsets: tuple[int, ...]) -> Reach:
        up = self._above(synsets, _MOST)
        across: dict[int, set[BentPath]] = {}
        from_above: dict[int, int] = {}
        for synset in synsets:
            for y, h in self._beside(synset, _MOST - 1).items():
                near = self._above((y,), _MOST - h) if h else {}
                fewest(from_above, {z: i + h for z, i in near.items() if i})
        for x, i in up.items():
            for y, h in self._beside(x, _MOST - i).items():
                bent = BentPath(i + h, int(i > 0), 1) if h else BentPath(i, 0, int(i > 0))
                across.setdefault(y, set()).add(bent)
        beside = frozenset(t for s in synsets for t in self._sides.get(s, ()))
        return Reach(up, across, from_above, beside)

    def _above(self, synsets: Sequence[int], most: int) -> dict[int, int]:
        """Return what is reached by going up, with the fewest links."""
        distances, level = dict.fromkeys(synsets, 0), list(synsets)
        for steps in range(1, most + 1):
            reached = (t for s in level for t in (*self._taxonomy.parents(s), *self._parts.get(s, ())))
            level = [t for t in reached if distances.setdefault(t, steps) == steps]
            level = list(dict.fromkeys(level))
        return distances

    def _beside(self, synset: int, most: int) -> dict[int, int]:
        distances, level = {synset: 0}, [synset]
        for steps in range(1, most + 1):
            level = [
                t for s in level for t in self._sides.get(s, ()) if distances.setdefault(t, steps) == steps
            ]
            level = list(dict.fromkeys(level))
            if not level:
                break
        return distances


def _lists(pairs: list[list[int]]) -> defaultdict[int, list[int]]:
    lists: defaultdict[int, list[int]] = defaultdict(list)
    for owner, member in pairs:
        lists[owner].append(member)
    return lists


def _met(one: Reach, two: Reach) -> int:
    """Return the weight of the best way up, sideways and down."""
    best = 0
    for place in one.across.keys() & two.up.keys():
        down = two.up[place]
        for links, turns, more in one.across[place]:
            if links + down <= _MOST:
                best = max(best, _C - links - down - turns - (more if down else 0))
    return best


def _down(reach: Reach, starts: Sequence[int]) -> int:
    """Return the weight of the best way down and then sideways, which turns once."""
    links = [reach.from_above[s] for s in starts if s in reach.from_above]
    return _C - min(links) - 1 if links else 0
