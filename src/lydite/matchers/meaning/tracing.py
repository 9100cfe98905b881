"""Which path two words meet by: found again from what both reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.knowledge.graph import TransitionKind
from lydite.knowledge.paths import EntityStep
from lydite.matchers.meaning.climbing import ASIDE, UP
from lydite.matchers.meaning.model import LEAST, MET

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.matchers.meaning.climbing import Climbs

BACKWARD = (2, 3)  # columns of what is reached on the way back, where what is stepped aside to climbs on


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
    mine, theirs = BACKWARD if back else (0, 1)
    (ones, worth), (others, rest) = climbs.reached(number), climbs.reached(other)
    shared, left, right = np.intersect1d(ones, others, return_indices=True)
    scores = worth[left, mine] * rest[right, theirs]
    if scores.max(initial=0.0) < MET:
        return None
    top = int(shared[np.argmax(scores)])
    up, down = _climbed(climbs, number, top, mine), _climbed(climbs, other, top, theirs)
    inverse = {TransitionKind.GENERALISATION: TransitionKind.SPECIALISATION}
    turned = [
        EntityStep(s.target, s.source, inverse.get(s.kind, s.kind), s.score) for s in reversed(down.steps)
    ]
    steps = (*up.steps, *turned)
    ends = (steps[0].source, steps[-1].target) if steps else (top, top)
    return TracedPath(ends, (up.weight, down.weight), steps)


class _Way(NamedTuple):
    """What a synset is worth by one way up to it, what the sense that it began with weighs, and its steps."""

    worth: float
    weight: float
    steps: tuple[EntityStep, ...] = ()


def _climbed(climbs: Climbs, number: int, top: int, column: int) -> _Way:
    """Return the best way by which a set of senses came to a synset, climbing as :func:`climb` does.

    What is stepped aside to may lie on the way to something else that was climbed to before, and be worth
    more then: each way keeps the steps that it was made of.
    """
    best: dict[int, _Way] = {}
    senses = climbs.sets[number]
    _rise(climbs, best, [(synset, _Way(as_is, as_is)) for synset, as_is, _ in senses], column, climbs_on=True)
    aside = [
        arrival
        for synset, _, weight in senses
        for arrival in _leave(climbs, synset, _Way(weight, weight), ASIDE, column)
    ]
    _rise(climbs, best, aside, column, climbs_on=column in BACKWARD)
    return best[top]


def _rise(
    climbs: Climbs, best: dict[int, _Way], arrivals: list[tuple[int, _Way]], column: int, *, climbs_on: bool
) -> None:
    """Keep the best way to each synset, and of those that are kept climb on."""
    waiting = arrivals[::-1]
    while waiting:
        synset, way = waiting.pop()
        if way.worth >= LEAST and (synset not in best or way.worth > best[synset].worth):
            best[synset] = way
            if climbs_on:
                waiting += _leave(climbs, synset, way, UP, column)


def _leave(climbs: Climbs, synset: int, way: _Way, move: int, column: int) -> Iterator[tuple[int, _Way]]:
    """Yield where all steps of one kind lead from a synset, with the way there."""
    graph = climbs.graph
    here = slice(int(graph.offsets[synset]), int(graph.offsets[synset + 1]))
    for target, c in zip(graph.neighbours[here].tolist(), graph.classes[here].tolist(), strict=True):
        if climbs.moves[c] == move:
            score = float(climbs.tables[c, column])
            step = EntityStep(synset, target, TransitionKind(int(graph.kinds[c])), score)
            yield target, _Way(way.worth * score, way.weight, (*way.steps, step))
