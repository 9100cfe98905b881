"""The best path through a base that was added to others, where those alone have none.

A side of the search that is still in the bases before has to get into the added one, unless it comes from
there. For each of their entities it is known what the best way into the added base is worth, and the best way
back from there; what cannot afford both is not searched. A path of the bases before that is as good as one
from the added base up to some entity stands for it: from there on no path without the added base is left.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.knowledge.search import Search
from lydite.knowledge.search_state import Network
from lydite.knowledge.through_kernels import find_outlooks

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.knowledge.graph import EntitySets

PAYS = 100  # entities of the bases before for each pair, above which looking ahead takes longer than it saves
SLACK = 1e-9  # by how much hopes are raised: products taken in another order differ by less


@dataclass(frozen=True, eq=False)
class ThroughSearch:
    """Searches by the rules of ``whole`` in its graph; of its entities the first ``before`` were searched.

    What scores below its threshold scores 0, and no two transitions have scores of their own at targets.
    """

    whole: Search
    before: int

    def pairs(self, sets: EntitySets, left: IntArray, right: IntArray) -> FloatArray:
        """Return the best score from set ``left[i]`` to set ``right[i]``, which had no path before."""
        pays = "search" in self.__dict__ or len(left) * PAYS >= self.before
        return (self.search if pays else self.whole).pairs(sets, left, right)

    @functools.cached_property
    def search(self) -> Search:
        """The search for paths that touch the added base, which goes only where there is hope for one."""
        return replace(self.whole, hopes=self.outlooks)

    @functools.cached_property
    def outlooks(self) -> FloatArray:
        """What the best way from each entity before into the added base is worth, then the best way back."""
        graph, limit = self.whole.graph, self.before
        net = Network(graph.offsets, graph.neighbours, graph.classes)
        ahead, back = self.whole.tables[:2]
        most = limit + int(graph.offsets[limit])
        room = np.zeros(most), np.zeros(most, np.int64)
        run = find_outlooks.for_work(most)
        outlooks = np.zeros((limit, 2))
        for side, tables in enumerate(((ahead, back), (back, ahead))):
            best = np.zeros(limit)
            run(net, tables, limit, self.whole.threshold * (1 - SLACK), (best, *room))
            outlooks[:, side] = best * (1 + SLACK)
        return outlooks.reshape(-1)
