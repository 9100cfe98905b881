"""The best path through a base that was added to others, where those alone have none.

Such a path goes up to some first entity of the added base, and on from some last one, within the bases
before only. So the ways of each set into it are found, once for all pairs; then the best path between the
ways of two sets. Both go only where there is hope: for each entity of the bases before it is known what the
best way from it into the added base is worth, and the best way back from there.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.knowledge.graph import EntitySets
from lydite.knowledge.pair_search import make_room, resume, slots_for
from lydite.knowledge.search import Search
from lydite.knowledge.search_state import NO_HOPES, Network, PairTask, ScoreTables, SearchTask
from lydite.knowledge.through_kernels import find_outlooks, search_entries

if TYPE_CHECKING:
    from lydite.array_types import FloatArray, IntArray

PAYS = 100  # entities of the bases before for each pair, above which looking ahead takes longer than it saves
OFTEN = 8  # pairs for each set, below which finding the ways of sets takes longer than it saves
SLACK = 1e-9  # what is so near to the least that counts is left to the search, which decides


@dataclass(frozen=True, eq=False)
class ThroughSearch:
    """Searches by the rules of ``whole`` in its graph; of its entities the first ``before`` were searched.

    What scores below its threshold scores 0, and no two transitions have scores of their own at targets.
    """

    whole: Search
    before: int

    def pairs(self, sets: EntitySets, left: IntArray, right: IntArray) -> FloatArray:
        """Return the best score from set ``left[i]`` to set ``right[i]``, which had no path before."""
        often = len(left) >= OFTEN * len(np.unique(right))
        if often and ("outlooks" in self.__dict__ or len(left) * PAYS >= self.before):
            return self.beyond(sets, left, right)
        return self.whole.pairs(sets, left, right)

    def beyond(self, sets: EntitySets, left: IntArray, right: IntArray) -> FloatArray:
        """Return the best score of paths that touch the added base."""
        least = self.whole.threshold * (1 - SLACK)
        hopes = [_hopes(sets, outlook) for outlook in self.outlooks]
        scores = np.zeros(len(left))
        worth = hopes[0][left] * hopes[1][right]
        todo = np.flatnonzero((worth >= least) & (worth > 0))  # a threshold of 0 lets all but no path pass
        ends = left[todo], right[todo]
        sides = []
        for back in (False, True):
            floors = np.full(len(hopes[0]), np.inf)
            np.minimum.at(floors, ends[back], least / hopes[not back][ends[not back]])
            sides.append(self._entries(sets, floors, back=back))
        scores[todo] = self.search.pairs(sides[0].join(sides[1]), ends[0], ends[1] + len(hopes[0]))
        return scores

    @functools.cached_property
    def search(self) -> Search:
        """The search between the ways of two sets, which goes only where there is hope."""
        return replace(self.whole, hopes=self.outlooks)

    @functools.cached_property
    def outlooks(self) -> tuple[FloatArray, FloatArray]:
        """What the best way from each entity before into the added base is worth, and the best way back."""
        graph, limit = self.whole.graph, self.before
        net = Network(graph.offsets, graph.neighbours, graph.classes)
        ahead, back = self.whole.tables[:2]
        most = limit + int(graph.offsets[limit])
        room = np.zeros(most), np.zeros(most, np.int64)
        run = find_outlooks.for_work(most)
        outlooks = np.zeros(limit), np.zeros(limit)
        for best, tables in zip(outlooks, ((ahead, back), (back, ahead)), strict=True):
            run(net, tables, limit, self.whole.threshold * (1 - SLACK), (best, *room))
        return outlooks

    def _entries(self, sets: EntitySets, least: FloatArray, *, back: bool) -> EntitySets:
        """Return the ways of each set into the added base, or back from it, with what they are worth."""
        ahead, behind = self.whole.tables[:2]
        tables = (ahead, behind) if back else (behind, ahead)  # the kernel goes backwards
        none = np.zeros(0, np.int64)
        given = PairTask(*sets, none, none, least, np.zeros(0))
        hopes = NO_HOPES[0], self.outlooks[back]
        run = search_entries.for_work(len(least))
        ends = np.zeros(len(sets.starts), np.int64)
        begin, slots = 0, slots_for(len(self.whole.graph), len(least))
        entities, scores, room = np.zeros(slots, np.int32), np.zeros(slots), None
        while begin < len(least):
            task = SearchTask(
                given, ScoreTables(*tables, *tables), hopes, (entities, scores, ends), self.before
            )
            room = room or make_room(self.whole.graph, task, run, slots)
            stop = resume(self.whole.graph, task, run, begin, len(least), room)
            if stop == begin:
                slots, room = slots * 8, None
            begin = stop
            more = max(slots, len(entities))
            entities, scores = (np.concatenate([a, np.zeros(more, a.dtype)]) for a in (entities, scores))
        return EntitySets(entities[: ends[-1]], ends, scores[: ends[-1]])


def _hopes(sets: EntitySets, outlook: FloatArray) -> FloatArray:
    """Return the best that each set can hope for: weights times outlooks of the entities before."""
    first = sets.members < len(outlook)
    worth = sets.weights.copy()
    worth[first] *= outlook[sets.members[first]]
    best = np.zeros(len(sets.starts) - 1)
    np.maximum.at(best, np.repeat(np.arange(len(best)), np.diff(sets.starts)), worth)
    return best
