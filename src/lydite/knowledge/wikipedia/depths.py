"""How deep each category lies in the tree of categories."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import spread
from lydite.knowledge.graph import TransitionKind

if TYPE_CHECKING:
    from lydite.core.array_types import IntArray
    from lydite.knowledge.wikipedia.store import Wikipedia


def category_depths(wikipedia: Wikipedia) -> IntArray:
    """Return the depth of each category, by the shortest way down from one without parents.

    Such a one is at depth 1, and so is what hangs in a cycle without a way in.
    """
    graph, first = wikipedia.graph, wikipedia.first_category
    starts = np.asarray(graph.offsets[first:], np.int64)
    sizes = np.diff(starts)
    base = starts[0]
    near = np.asarray(graph.neighbours[base:], np.int64) - first
    kinds = graph.kinds[graph.classes[base:]]
    down = (near >= 0) & (kinds == TransitionKind.SPECIALISATION)
    has_parent = np.zeros(len(sizes), bool)
    has_parent[near[down]] = True
    depths = np.where(has_parent, 0, 1).astype(np.int64)
    level, depth = np.flatnonzero(~has_parent), 1
    while len(level):
        places = spread(starts[level] - base, sizes[level])
        below = np.unique(near[places[down[places]]])
        level, depth = below[depths[below] == 0], depth + 1
        depths[level] = depth
    return np.maximum(depths, 1)
