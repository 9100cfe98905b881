"""Best paths between words, all at once: what each word reaches going up, and where two words meet.

A path goes from a sense of one word up to where both meet, and down to a sense of the other. Each may step
aside once, to what is derived or similar; on the way there it climbs no further from that, for what is
derived from a kind of something is no kind of it (to company, from companion, a worker). So each word
climbs once, for all pairs that it is in and for both directions; a pair is then one walk along two sorted
lists. (A search that may turn as often as it likes, as ``wordnet`` has it, finds ways such as worker →
clerk → sorter → to sort → to group → group → company.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.core.compiled import kernel
from lydite.knowledge.graph import TransitionKind
from lydite.matchers.meaning.model import BACK, LEAST, MET, THERE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.knowledge.graph import Graph

    Senses = tuple[
        tuple[int, float, float], ...
    ]  # synsets, and what each weighs: as it is, and to step aside

ASIDE, UP = 1, 2  # moves: to what is derived or similar, and to what is more general
_ASIDE = (TransitionKind.SIMILAR, TransitionKind.SEE_ALSO, TransitionKind.DERIVATION)


class ReachedSynsets(NamedTuple):
    """Synsets that a word reaches, in their order, each with its worth in four columns.

    There as candidate, there as reference, back as reference, back as candidate.
    """

    synsets: IntArray
    worth: FloatArray


class Climbs:
    """What each set of senses reaches; sets are numbered in the order in which they were added."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.tables = np.stack([*THERE.tables(graph), *BACK.tables(graph)], axis=1)
        self.moves = np.where(graph.kinds == TransitionKind.GENERALISATION, UP, 0)
        self.moves[np.isin(graph.kinds, _ASIDE)] = ASIDE
        self.sets: list[Senses] = []
        self._starts = np.zeros(1, np.int64)
        self._reached = ReachedSynsets(np.zeros(0, np.int64), np.zeros((0, 4)))

    def add(self, sets: Sequence[Senses]) -> None:
        """Let more sets of senses climb."""
        self.sets += sets
        members = np.array([sense[0] for senses in sets for sense in senses], np.int64)
        weights = np.array([sense[1:] for senses in sets for sense in senses], np.float64).reshape(-1, 2)
        starts = np.concatenate([[0], np.cumsum([len(senses) for senses in sets])]).astype(np.int64)
        net = (self.graph.offsets, self.graph.neighbours, self.graph.classes, self.moves, self.tables)
        run, size = climb.for_work(len(members)), len(self.graph)
        space = (
            np.full(size, -1),
            np.zeros(size, np.int64),
            np.zeros((size, 4)),
            np.zeros(size, np.int64),
            np.zeros(size, np.int64),
        )
        done, room = 0, 64 * len(members) + 1024
        while done < len(sets):
            fresh = ReachedSynsets(np.zeros(room, np.int64), np.zeros((room, 4)))
            ends = np.zeros(len(sets), np.int64)
            begin, done = done, run(net, (members, starts, weights), done, space, *fresh, ends)
            last = int(ends[done - 1]) if done > begin else 0
            self._keep(fresh, last)
            self._starts = np.concatenate([self._starts, self._starts[-1] + ends[begin:done]])
            room *= 4

    def _keep(self, fresh: ReachedSynsets, count: int) -> None:
        """Keep what was reached, behind what there is; room is doubled, so that few words do not copy all."""
        used = int(self._starts[-1])
        if used + count > len(self._reached.synsets):
            more = max(used, count, 1024)
            rooms = (np.zeros(more, np.int64), np.zeros((more, 4)))
            both = zip(self._reached, rooms, strict=True)
            self._reached = ReachedSynsets(*(np.concatenate([old[:used], new]) for old, new in both))
        for kept, new in zip(self._reached, fresh, strict=True):
            kept[used : used + count] = new[:count]

    def meet(self, left: IntArray, right: IntArray) -> FloatArray:
        """Return four rows: the best path from set ``left[i]`` to set ``right[i]``, the best path back.

        Then the same with both sets exchanged.
        """
        out = np.zeros((4, len(left)))
        size = len(self.graph)
        meet.for_work(len(left))(size, self._starts, *self._reached, left, right, out)
        return out

    def reached(self, number: int) -> ReachedSynsets:
        """Return what one set reaches."""
        here = slice(int(self._starts[number]), int(self._starts[number + 1]))
        return ReachedSynsets(self._reached.synsets[here], self._reached.worth[here])


@kernel(large=2_000)  # a sense takes half a millisecond in plain Python
def climb(net: Any, sets: Any, begin: Any, space: Any, synsets: Any, worth: Any, ends: Any) -> Any:
    """Fill what sets of senses reach, from one of them on; return the first for which there was no room.

    In ``space`` are the place of each synset among those reached (−1 before and after), these with their
    worth, a queue (in a circle) of those to climb from, and a mark for each in it. Who waits longest is
    next: from a stack one synset would climb again and again where there are many ways up, or circles.
    """
    members, starts, weights = sets
    place, reached, value, _, _ = space
    ones, back, first = np.ones(4), np.array([0.0, 0.0, 1.0, 1.0]), 0
    for i in range(begin, len(starts) - 1):
        sizes = (0, 0, 0)  # synsets reached, how many of them wait to climb, and where the first of those is
        for j in range(starts[i], starts[i + 1]):
            sizes = _lift(members[j], ones * weights[j, 0], ones, space, sizes)
        sizes = _rise(ones, net, space, sizes)
        for j in range(starts[i], starts[i + 1]):
            sizes = _leave(members[j], ones * weights[j, 1], ASIDE, net, space, sizes)
        sizes = _rise(back, net, space, sizes)
        count, fits = sizes[0], first + sizes[0] <= len(synsets)
        order = np.argsort(reached[:count])
        for j in range(count):
            if fits:
                synsets[first + j] = reached[order[j]]
                worth[first + j] = value[order[j]]
            place[reached[j]] = -1
        if not fits:
            return i
        first += count
        ends[i] = first
    return len(starts) - 1


@kernel
def _rise(columns: Any, net: Any, space: Any, sizes: Any) -> Any:
    """Climb from all that waits, in some columns."""
    _, reached, value, queue, waits = space
    while sizes[1] > 0:
        here = queue[sizes[2]]
        waits[here] = 0
        sizes = (sizes[0], sizes[1] - 1, (sizes[2] + 1) % len(queue))
        sizes = _leave(reached[here], value[here] * columns, UP, net, space, sizes)
    return sizes


@kernel
def _leave(synset: Any, base: Any, move: Any, net: Any, space: Any, sizes: Any) -> Any:
    """Go all ways of one kind from a synset."""
    offsets, neighbours, classes, moves, tables = net
    for at in range(offsets[synset], offsets[synset + 1]):
        if moves[classes[at]] == move:
            sizes = _lift(neighbours[at], base, tables[classes[at]], space, sizes)
    return sizes


@kernel
def _lift(synset: Any, base: Any, scores: Any, space: Any, sizes: Any) -> Any:
    """Come to a synset; where that is worth more than before, it waits to climb."""
    place, reached, value, queue, waits = space
    count, waiting, first = sizes
    at = place[synset]
    better = False
    for k in range(4):
        new = base[k] * scores[k]
        better = better or (new >= LEAST and (at < 0 or new > value[at, k]))
    if not better:
        return sizes
    if at < 0:
        at = count
        place[synset] = at
        reached[at] = synset
        value[at] = 0.0
        count += 1
    for k in range(4):
        new = base[k] * scores[k]
        if new >= LEAST:
            value[at, k] = max(value[at, k], new)
    if waits[at] == 0:
        waits[at] = 1
        queue[(first + waiting) % len(queue)] = at
        waiting += 1
    return count, waiting, first


@kernel(large=20_000)  # a pair takes some 20 microseconds in plain Python
def meet(count: int, starts: Any, synsets: Any, worth: Any, left: Any, right: Any, out: Any) -> None:
    """Fill the best paths of each pair of sets there and back, and exchanged: the best of where they meet.

    ``count`` is how many synsets there are.
    """
    place, laid = np.full(count, -1, np.int32), -1
    for i in range(len(left)):
        if left[i] != laid:  # pairs come in the order of their first sets: each is laid out once
            if laid >= 0:
                place[synsets[starts[laid] : starts[laid + 1]]] = -1
            laid = left[i]
            for j in range(starts[laid], starts[laid + 1]):
                place[synsets[j]] = j
        there, back, turned, turned_back = 0.0, 0.0, 0.0, 0.0
        for b in range(starts[right[i]], starts[right[i] + 1]):
            a = place[synsets[b]]
            if a >= 0:
                there = max(there, worth[a, 0] * worth[b, 1])
                back = max(back, worth[b, 2] * worth[a, 3])
                turned = max(turned, worth[b, 0] * worth[a, 1])
                turned_back = max(turned_back, worth[a, 2] * worth[b, 3])
        out[0, i] = np.rint(there * 1e12) / 1e12 if there >= MET else 0.0
        out[1, i] = np.rint(back * 1e12) / 1e12 if back >= MET else 0.0
        out[2, i] = np.rint(turned * 1e12) / 1e12 if turned >= MET else 0.0
        out[3, i] = np.rint(turned_back * 1e12) / 1e12 if turned_back >= MET else 0.0
