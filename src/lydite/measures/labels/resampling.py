"""Resampling and swapping of labels, drawn as counts instead of row by row.

Rows of a topic with the same labels cannot be told apart, so that drawing as many rows as a topic has,
with replacement, is one multinomial draw over its confusion matrix, and swapping the answers of two
systems at random is one binomial draw for each pair of answers. Nothing is scored again, the cost does
not grow with the number of rows, and the order of the rows cannot matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.measures.labels.counting import confusion
from lydite.measures.labels.items import Labelled, Prevalences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.measures.labels.base import Array, LabelMeasure

CELLS = 2_000_000  # counts held at once


@dataclass(frozen=True)
class Spread:
    """Values of one measure in each resample: overall, and of each topic where rows were drawn."""

    overall: Array
    topics: Array | None = None


def resample(
    measures: Sequence[LabelMeasure], items: Labelled | Prevalences, times: int, seed: int, *, topics: bool
) -> list[Spread]:
    """Return the spread of measures when rows are drawn within topics, or whole topics are."""
    if not times:
        return [Spread(np.zeros(0)) for _ in measures]
    if topics or isinstance(items, Prevalences):
        return _topics(measures, items, times, seed)
    return _rows(measures, items, times, seed)


def _rows(measures: Sequence[LabelMeasure], items: Labelled, times: int, seed: int) -> list[Spread]:
    counts = items.confusion
    size = counts[0].size
    rows = counts.sum((1, 2))
    chances = counts.reshape(len(counts), size) / rows[:, None]
    generator = np.random.default_rng(seed)
    found: list[list[tuple[Array, Array]]] = [[] for _ in measures]
    for block in _blocks(times, counts.size):
        drawn = generator.multinomial(rows.astype(np.int64), chances, (block, len(counts)))
        matrices = drawn.reshape(block, *counts.shape).astype(float)
        for place, measure in enumerate(measures):
            sums = measure.reduce(matrices, items.labels)
            found[place].append((measure.value(sums), measure.within(sums)))
    return [Spread(*(np.concatenate(part) for part in zip(*parts, strict=True))) for parts in found]


def _topics(
    measures: Sequence[LabelMeasure], items: Labelled | Prevalences, times: int, seed: int
) -> list[Spread]:
    chosen = np.random.default_rng(seed).integers(0, len(items.topics), (times, len(items.topics)))
    totals = [m.totals(items) for m in measures]
    return [Spread(m.value(t[chosen])) for m, t in zip(measures, totals, strict=True)]


def randomise(
    measure: LabelMeasure, one: Labelled | Prevalences, two: Labelled | Prevalences, times: int, seed: int
) -> float:
    """Return the p value of two systems' difference: the share of random swaps that differ as much.

    Swapped are the answers to single rows, or the estimates of whole topics where only those are known.
    """
    if isinstance(one, Labelled) and isinstance(two, Labelled):
        differences = _swap_rows(measure, one, two, times, seed)
    else:
        differences = _swap_topics(measure, one, two, times, seed)
    seen = abs(float(measure.value(measure.totals(one)) - measure.value(measure.totals(two))))
    extreme = int((np.abs(differences) >= seen - 1e-12).sum())
    return (extreme + 1) / (times + 1)


def _swap_rows(measure: LabelMeasure, one: Labelled, two: Labelled, times: int, seed: int) -> Array:
    size, topics = len(one.labels), len(one.topics)
    joint = _joint(one, two)
    topic, gold, a, b = np.nonzero(joint)
    keep = a != b
    topic, gold, a, b = topic[keep], gold[keep], a[keep], b[keep]
    counts = joint[topic, gold, a, b]
    generator = np.random.default_rng(seed)
    base_one, base_two = one.confusion, two.confusion
    at_a, at_b = ((topic * size + gold) * size + x for x in (a, b))
    found = []
    for block in _blocks(times, max(base_one.size, len(counts))):
        swapped = generator.binomial(counts, 0.5, (block, len(counts))).astype(float)
        moved = _scatter(swapped, at_b, base_one.size) - _scatter(swapped, at_a, base_one.size)
        moved = moved.reshape(block, topics, size, size)
        values = [measure.value(measure.reduce(m, one.labels)) for m in (base_one + moved, base_two - moved)]
        found.append(values[0] - values[1])
    return np.concatenate(found)


def _joint(one: Labelled, two: Labelled) -> Array:
    """Count rows by topic, gold class and the classes that two systems predict."""
    size = len(one.labels)
    topic = np.zeros(len(one), np.int64) if one.topic is None else one.topic.astype(np.int64)
    counts = confusion(one.predicted, two.predicted, topic * size + one.gold, size, len(one.topics) * size)
    return counts.reshape(len(one.topics), size, size, size)  # type: ignore[return-value]


def _scatter(values: Array, place: Array, size: int) -> Array:
    """Add columns (b, m) up at their places: (b, size)."""
    order = np.argsort(place, kind="stable")
    starts = np.flatnonzero(np.diff(place[order], prepend=-1))
    out = np.zeros((len(values), size))
    if len(place):
        out[:, place[order][starts]] = np.add.reduceat(values[:, order], starts, axis=1)
    return out


def _swap_topics(
    measure: LabelMeasure, one: Labelled | Prevalences, two: Labelled | Prevalences, times: int, seed: int
) -> Array:
    first, second = measure.totals(one), measure.totals(two)
    swap = np.random.default_rng(seed).integers(0, 2, (times, len(first)), dtype=np.int8)[..., None] > 0
    return measure.value(np.where(swap, second, first)) - measure.value(np.where(swap, first, second))


def _blocks(times: int, width: int) -> Iterator[int]:
    step = max(1, CELLS // max(width, 1))
    for start in range(0, times, step):
        yield min(step, times - start)
