"""The best path from one set of entities to another (Algorithms 4 and 5 of the thesis).

A path is worth the product of its transitions. Two searches, one from the substitute's targets
forwards and one from the substitutee's backwards, each expand the entity with the highest score; they
stop when no path through what is left can beat the best one found. This is exact: it finds what a
search from one side finds, and visits far less.

A score is compared with the threshold within 1e-12, for products taken in another order differ by less.
Scratch space is a hash table, so that memory follows what a search visits, not the size of the graph.
"""

from __future__ import annotations

import functools
import itertools
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core import arrays
from lydite.core.progress import track
from lydite.knowledge.graph import EntitySets, TransitionKind, TransitionScores
from lydite.knowledge.pair_search import BACKWARDS, PERFECT, fill, search_pairs
from lydite.knowledge.paths import arrivals, trace
from lydite.knowledge.search_kernels import search_towards
from lydite.knowledge.search_state import NO_HOPES, PairTask, ScoreTables, SearchTask
from lydite.knowledge.through_kernels import find_leads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.core.compiled import Kernel
    from lydite.knowledge.graph import Ends, Graph
    from lydite.knowledge.joining import JoinedScores
    from lydite.knowledge.paths import EntityStep

Below = Literal["thesis", "zero"]
DIGITS = 12  # the same score comes out, whichever way its product was taken
SHARED = 8  # pairs with the same target set from which one search for all of them pays

_PAYS = 100  # entities for each pair, above which looking at all transitions takes longer than it saves
_MANY = 2_000  # searches from which several threads pay
_SCRATCH = 1 << 12  # slots that the first scratch space has
_DENSE = 1 << 20  # entities of a graph up to which each may have a slot of its own
_OFTEN = 256  # entities for each search, above which slots of their own take longer to make than they save


@dataclass(frozen=True, eq=False)
class Search:
    """Searches in one graph with one set of transition scores.

    Entities below ``threshold`` are not expanded (section 5.3.1). ``below="zero"`` scores a pair 0
    whose best path ends below it; ``"thesis"`` returns what Algorithm 4 then finds. ``perfect`` makes
    derivations at either end of a path worth 1 (section 3.1.3, against the thesis's own examples).
    Large work is shared by ``threads``, one for each processor unless told otherwise. ``hopes`` are, for the
    first entities, the most that what follows each in a path is worth, and what comes before it, where the
    path has not touched an entity after these yet.
    """

    graph: Graph
    scores: TransitionScores | JoinedScores = field(default_factory=TransitionScores)
    threshold: float = 0.08
    below: Below = "zero"
    perfect: bool = False
    threads: int | None = None
    hopes: FloatArray = field(default_factory=lambda: NO_HOPES)

    def best(self, sources: Ends, targets: Ends) -> float:
        """Return the score of the best path between two sets of entities; 0 where there is none.

        >>> from lydite.knowledge.graph import Graph, Relation
        >>> chain = Graph.build(3, [Relation([0, 1], [1, 2], TransitionKind.SIMILAR, TransitionKind.SIMILAR)])
        >>> Search(chain).best([0], [2])
        0.25
        """
        return float(self.many(sources, [targets])[0])

    def many(self, sources: Ends, targets: Sequence[Ends]) -> FloatArray:
        """Return the best score from one set to each of many (MULTISEARCH, section 5.3.2)."""
        sets = EntitySets.of([sources, *targets])
        right = np.arange(1, len(targets) + 1)
        return self.pairs(sets, np.zeros(len(right), np.int64), right)

    def pairs(self, sets: EntitySets, left: IntArray, right: IntArray) -> FloatArray:
        """Return the best score from set ``left[i]`` to set ``right[i]``."""
        floors = np.full(len(left), self.threshold)
        scores = self._run(sets, left, right, floors, self.tables)
        if self.below == "thesis" and self.threshold > 0:
            lost = np.flatnonzero(scores == 0)
            if len(lost):
                scores[lost] = self._below(sets, left[lost], right[lost])
        return np.round(scores, DIGITS)

    def path(self, sources: Ends, targets: Ends) -> list[EntityStep] | None:
        """Return the best path, None where there is none, and no step where the sets meet.

        Among paths that are equally good: the one with fewest transitions, then the one whose
        entities have the smallest numbers, compared from the substitute on.
        """
        ones, others = (s if isinstance(s, dict) else dict.fromkeys(s, 1.0) for s in (sources, targets))
        if self.perfect and {*ones.values(), *others.values()} != {1.0}:  # a target on the way is no end
            pairs = [(self.best({a: v}, {b: w}), -a, -b) for a, v in ones.items() for b, w in others.items()]
            _, a, b = max(pairs, default=(0.0, 0, 0))
            ones, others = {-a: ones.get(-a, 0.0)}, {-b: others.get(-b, 0.0)}
        return trace(self, ones, others)

    @functools.cached_property
    def tables(self) -> ScoreTables:
        """The scores of all classes of transitions."""
        ahead, back = self.scores.tables(self.graph)
        if not self.perfect:
            return ScoreTables(ahead, back, ahead, back)
        lifted = [
            np.where((k == TransitionKind.DERIVATION) | (k == TransitionKind.LEMMA_DERIVATION), np.sign(t), t)
            for k, t in ((self.graph.kinds, ahead), (self.graph.inverses, back))
        ]
        return ScoreTables(ahead, back, *lifted)

    @functools.cached_property
    def leads(self) -> FloatArray:
        """The square root of the best transition from each entity, and of the best one to it, in turn."""
        graph = self.graph
        leads = np.zeros(2 * len(graph))
        run = find_leads.for_work(len(graph.neighbours))
        for side, table in enumerate(self.tables[:2]):
            run(graph.offsets, graph.classes, table, leads, side)
        return leads

    def before(self) -> ScoreTables:
        """Return the tables for a search that ends one transition before the targets."""
        return self.tables._replace(back_at_target=self.tables.back)

    def _below(self, sets: EntitySets, left: IntArray, right: IntArray) -> FloatArray:
        """Return the best paths whose last transition alone falls below the threshold.

        Only the last entity of a path may lie below it: the search stops there. So for each score
        that a last transition can have, look for the best path to where such transitions start.
        """
        best = np.zeros(len(left))
        goals, which = np.unique(right, return_inverse=True)

        ends = [arrivals(self, sets.one(g)) for g in goals.tolist()]
        for depth in range(max(map(len, ends), default=0)):
            last = np.array([e[depth][0] if depth < len(e) else 0.0 for e in ends])[which]
            todo = np.flatnonzero(last > best)
            if not len(todo):
                continue
            rows = np.unique(which[todo])
            extra = EntitySets.of([ends[r][depth][1] for r in rows])
            goal = len(sets.starts) - 1 + np.searchsorted(rows, which[todo])
            floors = np.maximum(self.threshold, best[todo] / last[todo])
            scores = self._run(sets.join(extra), left[todo], goal, floors, self.before()) * last[todo]
            best[todo] = np.maximum(best[todo], scores)
        return best

    def _run(
        self,
        sets: EntitySets,
        left: IntArray,
        right: IntArray,
        floors: FloatArray,
        tables: ScoreTables,
    ) -> FloatArray:
        scores = np.zeros(len(left))
        if self.perfect:
            alone = np.arange(len(left))
        else:
            alone = self._shared(sets, left, right, floors, scores, tables)
        how, side = _side_of_fewer(left[alone], right[alone])
        order = alone[_neighbourly(sets, side)]
        given = PairTask(*sets, left, right, floors, scores)
        pays = "leads" in self.__dict__ or len(order) * _PAYS >= len(self.graph)
        leads = self.leads if pays else NO_HOPES
        task = SearchTask(given, tables, self.hopes, (order,), how | PERFECT * self.perfect, leads)
        self._spread(task, search_pairs, len(order))
        return scores

    def _shared(
        self,
        sets: EntitySets,
        left: IntArray,
        right: IntArray,
        floors: FloatArray,
        scores: FloatArray,
        tables: ScoreTables,
    ) -> IntArray:
        """Fill the scores of pairs that share their target set with many; return which are left."""
        order = np.argsort(right, kind="stable")
        begins = _group_starts(right[order])
        sizes = np.diff(begins, append=len(order))
        shared = sizes >= SHARED
        together = order if shared.all() else order[np.repeat(shared, sizes)]
        starts = arrays.offsets(sizes[shared])
        given = PairTask(*sets, left, right, floors, scores)
        task = SearchTask(given, tables, self.hopes, (together, starts), 0)
        self._spread(task, search_towards, len(starts) - 1)
        return np.concatenate([order[np.repeat(~shared, sizes)], np.flatnonzero(scores < 0)])

    def _spread(self, task: SearchTask, kernel: Kernel, count: int) -> None:
        """Run a kernel over its pairs or groups of pairs, in several threads where there are many."""
        if not count:
            return
        work = len(task.which[0])
        run = kernel.for_work(work)  # asked once: what is asked for adds up
        threads = self.threads or _processors()
        slots = _slots_for(len(self.graph), count)
        rooms: list[Any] = []
        if threads == 1 or work < _MANY:
            fill(self.graph, task, run, (0, count), rooms, slots)
            return
        from concurrent.futures import ThreadPoolExecutor

        cuts = np.linspace(0, count, 8 * threads + 1).astype(np.int64).tolist()
        with ThreadPoolExecutor(threads) as pool:
            parts = list(itertools.pairwise(cuts))
            done = pool.map(lambda part: fill(self.graph, task, run, part, rooms, slots), parts)
            for _ in track(parts, "parts of the search"):
                next(done)


def _side_of_fewer(left: IntArray, right: IntArray) -> tuple[int, IntArray]:
    """Return from which side searches are kept, and its sets: the side of fewer, which more pairs share."""
    # np.unique would load masked arrays
    distinct = [len(_group_starts(np.sort(side))) for side in (left, right)]
    if distinct[0] < distinct[1]:
        return 0, left
    return BACKWARDS, right


def _neighbourly(sets: EntitySets, near: IntArray) -> IntArray:
    """Return an order of equal sets together, then by the numbers of entities: near ones share caches."""
    first = np.append(sets.members, 0)[sets.starts[:-1]]
    return np.lexsort((near, first[near]))


def _group_starts(codes: IntArray) -> IntArray:
    """Return where in sorted codes another one begins."""
    new = np.ones(len(codes), np.bool_)
    np.not_equal(codes[1:], codes[:-1], out=new[1:])
    return np.flatnonzero(new)


def _processors() -> int:
    """Return how many processors this process may use; only some systems tell."""
    may = getattr(os, "sched_getaffinity", None)
    return len(may(0)) if may else os.cpu_count() or 1


def _slots_for(entities: int, searches: int) -> int:
    """Return how many slots to begin with: for many searches, one for each entity, so that none collide."""
    dense = entities <= _DENSE and searches * _OFTEN >= entities
    return max(_SCRATCH, 1 << (2 * entities).bit_length()) if dense else _SCRATCH
