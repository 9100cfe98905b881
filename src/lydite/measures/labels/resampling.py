"""Resampling of labels, drawn as counts instead of row by row.

Rows of a topic with the same labels cannot be told apart, so that drawing as many rows as a topic has,
with replacement, is one multinomial draw over its confusion matrix. Nothing is scored again, the cost
does not grow with the number of rows, and the order of the rows cannot matter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.measures.labels.base import mean
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
    found: list[list[tuple[Array, Array | None]]] = [[] for _ in measures]
    for block in blocks(times, counts.size):
        drawn = generator.multinomial(rows.astype(np.int64), chances, (block, len(counts)))
        matrices = drawn.reshape(block, *counts.shape).astype(float)
        for place, sums in enumerate(reductions(measures, matrices, items.labels)):
            each = measures[place].within(sums) if measures[place].grouped else None
            found[place].append((measures[place].value(sums) if each is None else mean(each), each))
    return [_joined(parts) for parts in found]


def reductions(measures: Sequence[LabelMeasure], counts: Array, labels: tuple[Any, ...]) -> list[Array]:
    """Return the statistics of each measure; those that differ in their average only share them."""
    keys = [replace(m, average="topics") for m in measures]
    size = len(labels)
    cells = np.eye(size * size).reshape(-1, size, size)
    flat = counts.reshape(*counts.shape[:-2], size * size)
    # statistics are linear in the counts: one product with what each cell adds to them
    known = {m: flat @ m.reduce(cells, labels) for m in dict.fromkeys(keys)}
    return [known[k] for k in keys]


def _joined(parts: Sequence[tuple[Array, Array | None]]) -> Spread:
    each = [p[1] for p in parts if p[1] is not None]
    return Spread(np.concatenate([p[0] for p in parts]), np.concatenate(each) if each else None)


def _topics(
    measures: Sequence[LabelMeasure], items: Labelled | Prevalences, times: int, seed: int
) -> list[Spread]:
    chosen = np.random.default_rng(seed).integers(0, len(items.topics), (times, len(items.topics)))
    totals = [m.totals(items) for m in measures]
    return [Spread(m.value(t[chosen])) for m, t in zip(measures, totals, strict=True)]


def blocks(times: int, width: int) -> Iterator[int]:
    """Yield how many draws of this width are made at once."""
    step = max(1, CELLS // max(width, 1))
    for start in range(0, times, step):
        yield min(step, times - start)
