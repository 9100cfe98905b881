"""Which path is the best: found backwards from the targets once its score is known."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, NamedTuple

from lydite.knowledge.graph import TransitionKind

if TYPE_CHECKING:
    from lydite.knowledge.search import Search
    from lydite.knowledge.search_state import ScoreTables

    Ends = dict[int, float]  # entities with their weights

TIED = 1e-9  # scores closer than this (relatively) are equally good


class EntityStep(NamedTuple):
    """One transition of a path."""

    source: int
    target: int
    kind: TransitionKind
    score: float


def trace(search: Search, origin: Ends, goal: Ends) -> list[EntityStep] | None:
    """Return the best path; see :meth:`lydite.knowledge.search.Search.path` for how ties break."""
    score = search.best(origin, goal)
    if score <= 0:
        return None
    if score >= search.threshold * (1 - TIED):
        return _walk(search, search.tables, origin, goal, score)
    routes = []
    for last, group in arrivals(search, goal):
        if search.threshold * (1 - TIED) <= score / last <= 1 + TIED:
            head = _walk(search, search.before(), origin, dict.fromkeys(group, 1.0), min(score / last, 1.0))
            if head is not None:
                start = head[-1].target if head else min(origin.keys() & set(group))
                routes.append(head if goal.get(start) == last else [*head, _last(search, start, goal, last)])
    return min(routes, key=lambda route: (len(route), [step[:2] for step in route])) if routes else None


def _walk(
    search: Search, tables: ScoreTables, origin: Ends, goal: Ends, score: float
) -> list[EntityStep] | None:
    """Return the first path of this score among the equally good."""
    least = score * (1 - TIED)
    worth = _worth(search, tables, origin, goal, least)
    level = sorted(e for e, weight in goal.items() if weight >= worth.get(e, 2.0) * (1 - TIED))
    after: dict[int, EntityStep | None] = dict.fromkeys(level)
    while level:
        starts = [entity for entity in level if worth[entity] * origin.get(entity, 0.0) >= least]
        if starts:
            return _follow(after, min(starts))
        fresh: dict[int, EntityStep] = {}
        for target in level:  # in ascending order, so the first step found to a target is kept
            for source, number, tie in _into(search, tables, target, origin, goal):
                if source in after or tie * worth[target] < worth.get(source, 2.0) * (1 - TIED):
                    continue
                if source not in fresh:
                    fresh[source] = EntityStep(source, target, _kind(search, number), tie)
        after |= fresh
        level = sorted(fresh)
    return None


def _worth(search: Search, tables: ScoreTables, origin: Ends, goal: Ends, floor: float) -> dict[int, float]:
    """Return the best score from each entity to the goal, where it is at least ``floor``."""
    worth: dict[int, float] = {}
    fringe = sorted((-weight, entity) for entity, weight in goal.items())
    reached = dict(goal)
    while fringe:
        minus, entity = heapq.heappop(fringe)
        if entity in worth:
            continue
        worth[entity] = -minus
        if origin.get(entity, 0.0) >= 1:
            continue  # what comes before is worth no more
        for source, _, score in _into(search, tables, entity, origin, goal):
            new = -minus * score
            if new >= floor and new > reached.get(source, 0.0):
                reached[source] = new
                heapq.heappush(fringe, (-new, source))
    return worth


def _into(
    search: Search, tables: ScoreTables, entity: int, origin: Ends, goal: Ends
) -> list[tuple[int, int, float]]:
    """Return (source, class, score) of the transitions into an entity."""
    graph = search.graph
    here = slice(int(graph.offsets[entity]), int(graph.offsets[entity + 1]))
    classes, sources = graph.classes[here], graph.neighbours[here].tolist()
    scores = (tables.back_at_target if entity in goal else tables.back)[classes].tolist()
    if search.perfect:
        lifted = search.tables.back_at_target[classes].tolist()
        scores = [lifted[i] if source in origin else scores[i] for i, source in enumerate(sources)]
    return [into for into in zip(sources, classes.tolist(), scores, strict=True) if into[2] > 0]


def _kind(search: Search, number: int) -> TransitionKind:
    """Return the kind that a transition into an entity has, by its class."""
    return TransitionKind(int(search.graph.inverses[number]))


def _last(search: Search, source: int, goal: Ends, score: float) -> EntityStep:
    """Return the transition of this score from an entity to the first of the goal it leads to."""
    for target in sorted(goal):
        for before, number, worth in _into(search, search.tables, target, {}, goal):
            if before == source and worth * goal[target] == score:
                return EntityStep(source, target, _kind(search, number), worth)
    raise LookupError(f"no transition of score {score} from {source}")  # pragma: no cover


def _follow(after: dict[int, EntityStep | None], entity: int) -> list[EntityStep]:
    steps = []
    while (step := after[entity]) is not None:
        steps.append(step)
        entity = step.target
    return steps


def arrivals(search: Search, targets: dict[int, float]) -> list[tuple[float, list[int]]]:
    """Return the entities one transition before a set, grouped by its score, highest first.

    The weight of a target counts as part of the last transition, or as the last one.
    """
    groups: dict[float, set[int]] = {}
    table = search.tables.back_at_target
    for target, weight in targets.items():
        if 0 < weight < 1:
            groups.setdefault(weight, set()).add(target)
        here = slice(int(search.graph.offsets[target]), int(search.graph.offsets[target + 1]))
        last = table[search.graph.classes[here]] * weight
        for entity, score in zip(search.graph.neighbours[here].tolist(), last.tolist(), strict=True):
            if score > 0:
                groups.setdefault(score, set()).add(entity)
    return [(score, sorted(groups[score])) for score in sorted(groups, reverse=True)]
