"""Two systems on the same rows: random swaps of their answers, and resamples of their difference.

Rows of a topic with the same gold label and the same two answers cannot be told apart: swapping the
answers at random is one binomial draw for each such pattern, and resampling the rows one multinomial draw
over the patterns of a topic.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.comparison import SWAPS
from lydite.measures.labels.counting import confusion
from lydite.measures.labels.items import Labelled, Prevalences
from lydite.measures.labels.resampling import blocks, reductions, resample

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from lydite.measures.labels.base import Array, LabelMeasure

    Items = Labelled | Prevalences


ENOUGH = 100  # swaps that differ at least as much: the systems are tied, and more would not say it better


@dataclass(frozen=True)
class Paired:
    """How two systems differ under one measure: p value of random swaps, and the resampled difference."""

    p: float
    differences: Array


def pair(
    measures: Sequence[LabelMeasure],
    one: Items,
    two: Items,
    times: int,
    seed: int,
    *,
    topics: bool = False,
    swaps: int = SWAPS,
) -> list[Paired]:
    """Compare two systems under several measures, all on the same draws; ``times`` resamples.

    Swapped and resampled are the answers to single rows, or whole topics: where ``topics`` says so, or
    only their prevalences are known.
    """
    if isinstance(one, Labelled) and isinstance(two, Labelled) and not topics:
        patterns = Patterns.of(one, two)
        swapped = patterns.swaps(measures, swaps, seed)
        drawn = patterns.resamples(measures, times, seed)
    else:
        swapped = _swapped_topics(measures, one, two, swaps, seed)
        spreads = [resample(measures, items, times, seed, topics=True) for items in (one, two)]
        drawn = [a.overall - b.overall for a, b in zip(*spreads, strict=True)]
    seen = [abs(float(m.value(m.totals(one)) - m.value(m.totals(two)))) for m in measures]
    return [Paired(p, d) for p, d in zip(_p(swapped, seen), drawn, strict=True)]


@dataclass(frozen=True)
class Patterns:
    """The distinct (topic, gold, answer of one, answer of the other), and how many rows have each."""

    labels: tuple[object, ...]
    joint: NDArray[np.int64]  # (topics, gold, one, two)

    @classmethod
    def of(cls, one: Labelled, two: Labelled) -> Patterns:
        """Count the rows of two systems by pattern."""
        size, topics = len(one.labels), len(one.topics)
        code = np.zeros(len(one), np.int64) if one.topic is None else one.topic.astype(np.int64)
        joint = confusion(one.predicted, two.predicted, code * size + one.gold, size, topics * size)
        return cls(one.labels, joint.reshape(topics, size, size, size))

    def swaps(self, measures: Sequence[LabelMeasure], times: int, seed: int) -> Iterator[list[Array]]:
        """Yield blocks of the systems' differences after random swaps.

        Rows answered a and b by the one, and those answered b and a, are drawn together: n of them leave
        as many at a as heads among n coins, whoever said it first.
        """
        generator = np.random.default_rng(seed)
        first, second = self.joint.sum(3).astype(float), self.joint.sum(2).astype(float)
        both = self.joint + self.joint.swapaxes(2, 3)
        topic, gold, a, b = np.nonzero(np.triu(both, 1))
        size = len(self.labels)
        row = (topic * size + gold) * size
        counts, there = both[topic, gold, a, b], self.joint[topic, gold, a, b]
        for block in blocks(times, max(len(counts), first.size)):
            moved = generator.binomial(counts, 0.5, (block, len(counts))) - there.astype(float)
            change = _matrices(moved, row + a, first.shape) - _matrices(moved, row + b, first.shape)
            yield _differences(measures, self.labels, first + change, second - change)

    def resamples(self, measures: Sequence[LabelMeasure], times: int, seed: int) -> list[Array]:
        """Return the systems' differences with rows drawn within topics."""
        generator = np.random.default_rng(seed)
        topic, gold, a, b = np.nonzero(self.joint)
        size, counts = len(self.labels), self.joint[topic, gold, a, b]
        row, shape = (topic * size + gold) * size, self.joint.shape[:3]
        parts = np.split(counts, np.searchsorted(topic, np.arange(1, len(self.joint))))
        found: list[list[Array]] = [[] for _ in measures]
        for block in blocks(times, max(len(counts), int(np.prod(shape)))):
            draws = [generator.multinomial(c.sum(), c / c.sum(), block) for c in parts]
            drawn = np.concatenate(draws, axis=1).astype(float)
            sides = (_matrices(drawn, row + x, shape) for x in (a, b))
            for place, part in enumerate(_differences(measures, self.labels, *sides)):
                found[place].append(part)
        return [np.concatenate(parts) if parts else np.zeros(0) for parts in found]


def _differences(
    measures: Sequence[LabelMeasure], labels: tuple[object, ...], one: Array, two: Array
) -> list[Array]:
    first, second = (reductions(measures, matrices, labels) for matrices in (one, two))
    return [m.value(a) - m.value(b) for m, a, b in zip(measures, first, second, strict=True)]


def _matrices(values: Array, cells: NDArray[np.int64], shape: tuple[int, ...]) -> Array:
    """Add patterns (b, m) up in their cells: confusion matrices (b, topics, gold, predicted)."""
    order = np.argsort(cells, kind="stable")
    starts = np.flatnonzero(np.diff(cells[order], prepend=-1))
    out = np.zeros((len(values), int(np.prod(shape))))
    if len(cells):
        out[:, cells[order][starts]] = np.add.reduceat(values[:, order], starts, axis=1)
    return out.reshape(-1, *shape)


def _swapped_topics(
    measures: Sequence[LabelMeasure], one: Items, two: Items, times: int, seed: int
) -> Iterator[list[Array]]:
    generator = np.random.default_rng(seed)
    totals = [(m.totals(one), m.totals(two)) for m in measures]
    for block in blocks(times, sum(a.size for a, _ in totals)):
        swap = generator.integers(0, 2, (block, len(one.topics), 1), dtype=np.int8) > 0
        yield [
            m.value(np.where(swap, b, a)) - m.value(np.where(swap, a, b))
            for m, (a, b) in zip(measures, totals, strict=True)
        ]


def _p(swapped: Iterator[list[Array]], seen: Sequence[float]) -> list[float]:
    """Return for each measure the share of swaps that differ at least as much as was seen."""
    extreme, done = np.zeros(len(seen), np.int64), 0
    for differences in swapped:
        less = [int((np.abs(d) < gap - 1e-12).sum()) for d, gap in zip(differences, seen, strict=True)]
        extreme += len(differences[0]) - np.array(less)  # what is undefined counts against a difference
        done += len(differences[0])
        if extreme.min() >= ENOUGH:
            break
    return ((extreme + 1) / (done + 1)).tolist()  # type: ignore[no-any-return]
