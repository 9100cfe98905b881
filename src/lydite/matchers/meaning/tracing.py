"""Which path two words meet by: found again from what both reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.knowledge.graph import TransitionKind
from lydite.knowledge.paths import EntityStep
from lydite.matchers.meaning.climbing import MET, UP

if TYPE_CHECKING:
    from lydite.matchers.meaning.climbing import Climbs

TIED = 1e-12  # one product is taken in one order: what differs by more is another


class TracedPath(NamedTuple):
    """The synsets that a path begins and ends with, what these senses weigh, and the steps between them."""

    ends: tuple[int, int]
    weights: tuple[float, float]
    steps: tuple[EntityStep, ...]


def trace(climbs: Climbs, number: int, other: int, *, back: bool = False) -> TracedPath | None:
    """Return the best path from one set of senses to another, None where they do not meet.

    ``back`` takes the scores of a way back. Of equally good paths it is the one that meets at the synset with
    the lowest number.
    """
    mine, theirs = (2, 3) if back else (0, 1)
    (ones, worth), (others, rest) = climbs.reached(number), climbs.reached(other)
    shared, left, right = np.intersect1d(ones, others, return_indices=True)
    scores = worth[left, mine] * rest[right, theirs]
    if scores.max(initial=0.0) < MET:
        return None
    top = int(shared[np.argmax(scores)])
    up, first = _climbed(climbs, number, top, mine)
    down, last = _climbed(climbs, other, top, theirs)
    inverse = {TransitionKind.GENERALISATION: TransitionKind.SPECIALISATION}
    turned = [EntityStep(s.target, s.source, inverse.get(s.kind, s.kind), s.score) for s in reversed(down)]
    ends = (up[0].source if up else top, turned[-1].target if turned else top)
    return TracedPath(ends, (first, last), (*up, *turned))


def _climbed(climbs: Climbs, number: int, top: int, column: int) -> tuple[list[EntityStep], float]:
    """Return the steps by which a set of senses came to a synset, and what its first sense weighs."""
    senses = {synset: (as_is, aside) for synset, as_is, aside in climbs.sets[number]}
    synsets, worth = climbs.reached(number)
    values = dict(zip(synsets.tolist(), worth[:, column].tolist(), strict=True))
    steps: list[EntityStep] = []
    while top not in senses or abs(senses[top][0] - values[top]) > TIED:
        step = _step(climbs, senses, values, top, column)
        steps.insert(0, step)
        top = step.source
        if step.kind != TransitionKind.GENERALISATION:
            return steps, senses[top][1]
    return steps, senses[top][0]


def _step(
    climbs: Climbs, senses: dict[int, tuple[float, float]], values: dict[int, float], top: int, column: int
) -> EntityStep:
    """Return the step by which a synset came to its worth."""
    graph = climbs.graph
    for source, value in values.items():
        here = slice(int(graph.offsets[source]), int(graph.offsets[source + 1]))
        for c in graph.classes[here][graph.neighbours[here] == top].tolist():
            score, move = float(climbs.tables[c, column]), int(climbs.moves[c])
            before = value if move == UP else senses[source][1] if move and source in senses else 0.0
            if before and abs(before * score - values[top]) <= TIED:
                return EntityStep(source, top, TransitionKind(int(graph.kinds[c])), score)
    raise LookupError(f"no step to {top}")  # pragma: no cover - what is reached was reached by a step
