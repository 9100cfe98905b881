"""How general words are in a wordnet, and what two of them share: information content and Lin's similarity.

The information of a synset is 1 − log(1 + n) / log(N), with n synsets below it of N of its part of speech
(Seco, Veale and Hayes 2004); two synsets share 2 · IC(c) / (IC(a) + IC(b)), with c above both (Lin 1998).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.compiled import kernel
from lydite.knowledge.graph import TransitionKind

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.knowledge.wordnet import WordNet
    from lydite.matchers.meaning.climbing import Senses

FAR = 20  # steps that stand for no way


class Shared(NamedTuple):
    """Of pairs of sets of senses: Lin's similarity, and the steps from each to where they meet."""

    lin: FloatArray
    left: FloatArray
    right: FloatArray


class _Ancestors(NamedTuple):
    """What sets of senses have above them, end to end, by number of synset.

    Columns: what the sense weighs against the likeliest, its information, and the steps from it.
    """

    synsets: IntArray
    columns: FloatArray


@dataclass
class Taxonomy:
    """Sets of senses by number, with all that is above them; each climbs once."""

    base: WordNet
    information: FloatArray
    """Of each synset."""
    sets: dict[Senses, int] = field(default_factory=dict)
    of_set: list[float] = field(default_factory=list)
    """The information of each set: the mean over its senses."""
    _sizes: list[int] = field(default_factory=list)
    _synsets: list[int] = field(default_factory=list)
    _columns: list[tuple[float, float, int]] = field(default_factory=list)
    _up: dict[int, dict[int, int]] = field(default_factory=dict)
    _next: dict[int, list[int]] = field(default_factory=dict)
    _arrays: tuple[IntArray, _Ancestors] | None = None

    def add(self, senses: Senses) -> int:
        """Return the number of a set of senses."""
        number = self.sets.get(senses)
        if number is None:
            number = self.sets[senses] = len(self.sets)
            self._arrays = None
            best = max(weight for _, weight, _ in senses)
            reached: dict[int, tuple[float, float, int]] = {}
            for synset, weight, _ in senses:
                share, content = weight / best, float(self.information[synset])
                for above, steps in self._above(synset).items():
                    old = reached.get(above)
                    if old is None or share * (1 - content * 0.1) > old[0] * (1 - old[1] * 0.1):
                        reached[above] = share, content, steps
            self._sizes.append(len(reached))
            for above in sorted(reached):
                self._synsets.append(above)
                self._columns.append(reached[above])
            total = sum(weight for _, weight, _ in senses)
            self.of_set.append(sum(w * float(self.information[s]) for s, w, _ in senses) / total)
        return number

    def share(self, left: IntArray, right: IntArray) -> Shared:
        """Return what pairs of sets share."""
        out = Shared(np.zeros(len(left)), np.full(len(left), float(FAR)), np.full(len(left), float(FAR)))
        if len(left):
            if self._arrays is None:
                above = _Ancestors(np.array(self._synsets, np.int64), np.array(self._columns).reshape(-1, 3))
                self._arrays = offsets(self._sizes), above
            starts, above = self._arrays
            meet_above.for_work(len(left))(starts, *above, self.information, left, right, *out)
        return out

    def _above(self, synset: int) -> dict[int, int]:
        """Return the synset and all above it with the number of steps."""
        chain = [synset]  # up to what is known, or has no parent or several
        while chain[-1] not in self._up:
            parents = self._parents(chain[-1])
            if len(parents) != 1 or parents[0] in chain:
                self._up[chain[-1]] = self._search(chain[-1])
                break
            chain += parents
        for at in reversed(chain[:-1]):
            self._up[at] = {above: steps + 1 for above, steps in self._up[self._parents(at)[0]].items()} | {
                at: 0
            }
        return self._up[synset]

    def _search(self, synset: int) -> dict[int, int]:
        found, front, steps = {synset: 0}, [synset], 0
        while front:
            steps += 1
            front = list(dict.fromkeys(p for s in front for p in self._parents(s) if p not in found))
            found |= dict.fromkeys(front, steps)
        return found

    def _parents(self, synset: int) -> list[int]:
        above = self._next.get(synset)
        if above is None:
            starts, parents = self._links
            above = self._next[synset] = parents[starts[synset] : starts[synset + 1]].tolist()
        return above

    @functools.cached_property
    def _links(self) -> tuple[memoryview, memoryview]:
        """Where the synsets above each synset begin, and these; of arrays, single places are slow to read."""
        starts, parents = _upward(self.base)
        return starts.data, parents.data


def _upward(base: WordNet) -> tuple[IntArray, IntArray]:
    graph = base.graph
    up = (graph.kinds == TransitionKind.GENERALISATION)[graph.classes]
    counts = np.concatenate([[0], np.cumsum(up)])
    return counts[graph.offsets].astype(np.int64), graph.neighbours[up].astype(np.int64)


def information_of(base: WordNet) -> FloatArray:
    """Return the information of each synset of a wordnet."""
    starts, parents = _upward(base)
    below = np.ones(len(base.graph))
    count_below.for_work(16 * len(below))(starts, parents, below)  # few are above one, but for circles
    pos = np.asarray(base.pos, np.int64)
    total = np.maximum(2, np.bincount(pos))[pos]
    return np.asarray(1 - np.log(below) / np.log(total))


@kernel(large=20_000)
def count_below(starts: Any, parents: Any, below: Any) -> None:
    """Add to each synset the number of those below it; circles are gone round once."""
    seen = np.full(len(below), -1)
    front = np.empty(len(below), np.int64)
    for synset in range(len(below)):
        seen[synset] = front[0] = synset
        waiting = 1
        while waiting:
            waiting -= 1
            at = front[waiting]
            for above in parents[starts[at] : starts[at + 1]]:
                if seen[above] != synset:
                    seen[above] = synset
                    below[above] += 1
                    front[waiting] = above
                    waiting += 1


@kernel(large=20_000)
def meet_above(
    starts: Any, synsets: Any, columns: Any, information: Any, left: Any, right: Any, lin: Any, one: Any,
    other: Any,
) -> None:  # fmt: skip
    """Fill Lin's similarity of each pair of sets, and the steps of each to the best synset above both."""
    place, laid = np.full(len(information), -1, np.int32), -1
    for i in range(len(left)):
        if left[i] != laid:  # pairs mostly come in the order of their first sets
            if laid >= 0:
                place[synsets[starts[laid] : starts[laid + 1]]] = -1
            laid = left[i]
            for j in range(starts[laid], starts[laid + 1]):
                place[synsets[j]] = j
        for b in range(starts[right[i]], starts[right[i] + 1]):
            a = place[synsets[b]]
            if a >= 0:
                score = 2 * information[synsets[b]] / max(columns[a, 1] + columns[b, 1], 1e-9)
                if score > lin[i]:  # the rest is 1 at most
                    score = score * (columns[a, 0] * columns[b, 0]) ** 0.3
                    if score > lin[i]:
                        lin[i], one[i], other[i] = score, columns[a, 2], columns[b, 2]
