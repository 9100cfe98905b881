"""Several graphs as one: their entities end to end, their classes end to end, then the ways between them.

So the search that knows one graph knows them all. Breadth stays what it is in each base, since the classes
are taken over as they are; only scores are looked up base by base.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core import arrays
from lydite.core.errors import InputError
from lydite.knowledge.graph import Graph, TransitionKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import AnyArray, FloatArray, IntArray
    from lydite.knowledge.crossing import CrossLinks
    from lydite.knowledge.graph import TransitionScores

_MOST = (1 << 31) - 1  # entities that neighbours can name
_CHUNK = 1 << 20  # entities that are moved at a time
_KINDS = (
    (TransitionKind.CROSS, TransitionKind.NONE),
    (TransitionKind.NONE, TransitionKind.CROSS),
    (TransitionKind.CROSS, TransitionKind.CROSS),
)


@dataclass(frozen=True)
class JoinedScores:
    """What transitions of joined graphs are worth: those of each base its own, and those between bases.

    ``classes`` tells how many classes each base has; ``cross[a, b]`` is the score of a way from base a to b.
    """

    parts: tuple[TransitionScores, ...]
    classes: tuple[int, ...]
    cross: Mapping[tuple[int, int], float]

    def tables(self, graph: Graph) -> tuple[FloatArray, FloatArray]:
        """Return the score of each class of the joined graph towards the neighbour and back from it."""
        ahead, back = np.zeros(len(graph.kinds)), np.zeros(len(graph.kinds))
        bounds = arrays.offsets(self.classes)
        for part, begin, end in zip(self.parts, bounds, bounds[1:], strict=False):
            here = slice(int(begin), int(end))
            ahead[here] = part.look_up(graph.kinds[here], graph.breadths[here])
            back[here] = part.look_up(graph.inverses[here], graph.breadths[here])
        for c in range(int(bounds[-1]), len(graph.kinds)):
            a, b = divmod(int(graph.breadths[c]), len(self.parts))
            ahead[c] = self.cross[a, b] if graph.kinds[c] else 0.0
            back[c] = self.cross[b, a] if graph.inverses[c] else 0.0
        return ahead, back


def join_graphs(graphs: Sequence[Graph], crossings: Sequence[CrossLinks]) -> Graph:
    """Return one graph of several, whose entities and classes follow each other; one alone stays as it is.

    A way between bases is of a class whose breadth tells which: a · n + b from base a to base b of n.

    >>> from lydite.knowledge.crossing import CrossLinks
    >>> pair = [Graph.build(2, []), Graph.build(1, [])]
    >>> joined = join_graphs(pair, [CrossLinks(1, 0, np.array([0]), np.array([1]))])
    >>> [(v, kind.label) for v, kind, _ in joined.transitions(2)], list(joined.transitions(1))
    ([(1, 'inter-knowledge')], [])
    """
    if len(graphs) == 1:
        return graphs[0]
    shifts = arrays.offsets([len(graph) for graph in graphs])
    if shifts[-1] > _MOST:
        raise InputError(f"{shifts[-1]:,} entities are more than the {_MOST:,} that one graph can have")
    base_classes = arrays.offsets([len(graph.kinds) for graph in graphs])
    owners, others, classes, named = _ways(crossings, shifts, len(graphs))
    extra = np.bincount(owners, minlength=int(shifts[-1]))
    own = np.concatenate([np.diff(graph.offsets) for graph in graphs])
    offsets = arrays.offsets(own + extra)
    narrow = np.uint16 if base_classes[-1] + len(named) <= 1 << 16 else np.uint32
    neighbours = np.empty(int(offsets[-1]), np.int32)
    numbers: AnyArray = np.empty(int(offsets[-1]), narrow)
    for graph, shift, first in zip(graphs, shifts, base_classes, strict=False):
        for begin in range(0, len(graph), _CHUNK):
            _move(graph, begin, int(shift), int(first), offsets, neighbours, numbers)
    within = np.arange(len(owners)) - arrays.offsets(extra)[owners]
    places = offsets[owners + 1] - extra[owners] + within  # after the entity's own, as their classes are
    neighbours[places], numbers[places] = others, base_classes[-1] + classes
    described = np.array(named, np.int64).reshape(-1, 3)
    return Graph(
        offsets,
        neighbours,
        numbers,
        np.concatenate([*(g.kinds for g in graphs), described[:, 0].astype(np.uint8)]),
        np.concatenate([*(g.inverses for g in graphs), described[:, 1].astype(np.uint8)]),
        np.concatenate([*(g.breadths for g in graphs), described[:, 2]]),
    )


def _ways(
    crossings: Sequence[CrossLinks], shifts: IntArray, count: int
) -> tuple[IntArray, IntArray, IntArray, list[tuple[int, int, int]]]:
    """Return owner, neighbour and class of each way as its ends list it, in that order; then the classes."""
    rows = np.concatenate(
        [np.zeros((0, 4), np.int64)]
        + [
            np.stack([here, there, np.full(len(here), bit), np.full(len(here), a * count + b)], 1)
            for c in crossings
            for one, other in [(c.sources + shifts[c.base], c.targets + shifts[c.other])]
            for here, there, bit, a, b in ((one, other, 1, c.base, c.other), (other, one, 2, c.other, c.base))
        ]
    )
    rows = rows[np.lexsort((rows[:, 2], rows[:, 1], rows[:, 0]))]
    firsts = np.ones(len(rows), bool)
    firsts[1:] = (rows[1:, :2] != rows[:-1, :2]).any(axis=1)
    bits = np.bitwise_or.reduceat(rows[:, 2], np.flatnonzero(firsts)) if len(rows) else rows[:, 2]
    kept = rows[firsts]
    codes, classes = np.unique(kept[:, 3] * len(_KINDS) + bits - 1, return_inverse=True)
    named = [(*map(int, _KINDS[code % len(_KINDS)]), code // len(_KINDS)) for code in codes.tolist()]
    order = np.lexsort((kept[:, 1], classes, kept[:, 0]))
    return kept[order, 0], kept[order, 1], classes.reshape(-1)[order], named


def _move(
    graph: Graph,
    begin: int,
    shift: int,
    first: int,
    offsets: IntArray,
    neighbours: AnyArray,
    numbers: AnyArray,
) -> None:
    """Copy the lists of some entities to where they lie in the joined graph."""
    end = min(begin + _CHUNK, len(graph))
    here = slice(int(graph.offsets[begin]), int(graph.offsets[end]))
    by = offsets[shift + begin : shift + end] - graph.offsets[begin:end]
    places = np.arange(here.start, here.stop) + np.repeat(by, np.diff(graph.offsets[begin : end + 1]))
    neighbours[places] = graph.neighbours[here] + shift
    numbers[places] = graph.classes[here].astype(np.int64) + first
