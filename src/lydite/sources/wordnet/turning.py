"""Paths that seldom turn: Hirst and St-Onge's weight between sets of synsets.

A path has at most five links: some up, some sideways (similar to, see also), some down, in this order, or
some down and then some sideways. What a set of synsets reaches by the first two, and from where it is reached
by the last, is worked out once a set, so that two sets are compared by what both reach, not synset by synset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from lydite.knowledge.graph import TransitionKind
from lydite.sources.wordnet.taxonomy import NOUN, REMEMBERED, ROOT, fewest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.sources.wordnet.taxonomy import Taxonomy

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
    """Paths through the hierarchy of one wordnet and its links sideways."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        self._taxonomy = taxonomy
        self._reaches: dict[tuple[int, ...], Reach] = {}

    def weight(self, left: Sequence[int], right: Sequence[int]) -> int:
        """Return the greatest weight of any two synsets: 16 if equal or linked sideways.

        Else it is 8 - links - turns of the best path, 0 where there is none.
        """
        one, two = self._reach(tuple(left)), self._reach(tuple(right))
        if not one.beside.isdisjoint(right) or not set(left).isdisjoint(right):
            return SAME
        ways = [(one, two, left), (two, one, right)]
        return max(max(_met(a, b), _down(b, starts)) for a, b, starts in ways)

    def _reach(self, synsets: tuple[int, ...]) -> Reach:
        found = self._reaches.get(synsets)
        if found is None:
            if len(self._reaches) >= REMEMBERED:
                self._reaches.clear()
            found = self._reaches[synsets] = self._find(synsets)
        return found

    def _find(self, synsets: tuple[int, ...]) -> Reach:
        up: dict[int, int] = {}
        across: dict[int, set[BentPath]] = {}
        from_above: dict[int, int] = {}
        for synset in synsets:
            fewest(up, self._near(synset))
            for y, h in self._beside(synset, _MOST - 1).items():
                near = self._near(y) if h else {}
                fewest(from_above, {z: i + h for z, i in near.items() if i and i + h <= _MOST})
        for x, i in up.items():
            for y, h in self._beside(x, _MOST - i).items():
                bent = BentPath(i + h, int(i > 0), 1) if h else BentPath(i, 0, int(i > 0))
                across.setdefault(y, set()).add(bent)
        beside = frozenset(t for s in synsets for t in self._sideways(s))
        return Reach(up, across, from_above, beside)

    def _near(self, synset: int) -> dict[int, int]:
        return {s: n for s, n in self._taxonomy.above(synset).items() if n <= _MOST and s != ROOT}

    def _sideways(self, synset: int) -> list[int]:
        graph = self._taxonomy.wordnet.graph
        return [s for s, kind, _ in graph.transitions(synset) if kind in _SIDEWAYS]

    def _beside(self, synset: int, most: int) -> dict[int, int]:
        distances, level = {synset: 0}, [synset]
        if self._taxonomy.wordnet.pos[synset] == NOUN:  # nouns have no links sideways
            return distances
        for steps in range(1, most + 1):
            level = [t for s in level for t in self._sideways(s) if distances.setdefault(t, steps) == steps]
        return distances


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
