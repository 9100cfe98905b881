"""The paired randomisation test: under no difference, each answer could be either system's.

Units (items, or whole clusters) swap their answers at random; p is the share of swaps under which two systems
differ at least as much as they do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.resampling_plan import PairedRows, ResamplingPlan, cluster_column
from lydite.statistics import sums, total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.array_types import ByteArray, FloatArray, IntArray
    from lydite.inference.intervals import Options
    from lydite.statistics import ItemStatistics, Scorable


_CHUNK = 4_000_000


def randomise(
    systems: Sequence[ItemStatistics],
    pairs: Sequence[tuple[int, int]],
    options: Options,
    least: int,
    times: int,
) -> FloatArray:
    """Return p by measure and pair; between ``least`` and ``times`` swaps, more where it takes them."""
    if all(s.rows is not None for s in systems) and not cluster_column(systems[0], options):
        from lydite.inference.early_stopping import randomise_counts

        return randomise_counts(systems, pairs, options, least, times)
    rows = PairedRows.of(systems, options, stratified=False)
    return _one_by_one(rows, pairs, options.seed, times)


def _one_by_one(rows: PairedRows, pairs: Sequence[tuple[int, int]], seed: int, times: int) -> FloatArray:
    """Swap units one by one.

    All pairs and measures share the swaps, and the sums of each system over what is swapped are taken
    once; a value that is undefined counts against a difference.
    """
    measures = rows.systems[0].measures
    generator = np.random.default_rng(seed)
    extreme = np.zeros((len(measures), len(pairs)))
    swappers = [_Swapper.of(rows, place) for place in range(len(measures))]
    width = max([len(rows.plan.units), *(s.width for s in swappers)])
    for start in range(0, times, step := max(1, _CHUNK // max(width, 1))):
        count = min(step, times - start)
        swap = _bits(generator, count, rows.plan).astype(np.float64)
        for place, swapper in enumerate(swappers):
            extreme[place] += swapper.extreme(swap, pairs)
    return np.asarray((extreme + 1) / (times + 1), dtype=np.float64)


def _bits(generator: np.random.Generator, rows: int, plan: ResamplingPlan) -> ByteArray:
    columns = len(plan.strata)
    wide = -(-columns // 8)
    drawn = np.frombuffer(generator.bytes(rows * wide), np.uint8).reshape(rows, wide)
    return np.unpackbits(drawn, axis=1, count=columns)[:, plan.units]


@dataclass(frozen=True)
class _Swapper:
    """The statistics of all systems under one measure, side by side."""

    measure: Scorable
    statistics: tuple[FloatArray, ...]
    groups: IntArray | None
    values: tuple[float, ...]

    @classmethod
    def of(cls, rows: PairedRows, place: int) -> _Swapper:
        measure = rows.systems[0].measures[place]
        groups = rows.groups if measure.grouped else None
        statistics = tuple(rows.statistics(s, place) for s in range(len(rows.systems)))
        sides = [total(s, groups) if measure.summable else s for s in statistics]
        return cls(measure, statistics, groups, tuple(float(measure.value(side)) for side in sides))

    @property
    def width(self) -> int:
        groups = 1 if self.groups is None else int(self.groups.max(initial=0)) + 1
        return groups * sum(int(s.shape[1]) for s in self.statistics)

    def extreme(self, swap: FloatArray, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Count for each pair the swaps with a difference at least as large as the observed one."""
        return [
            count_as_extreme(gaps, abs(self.values[a] - self.values[b]))
            for (a, b), gaps in zip(pairs, self._gaps(swap, pairs), strict=True)
        ]

    def _gaps(self, swap: FloatArray, pairs: Sequence[tuple[int, int]]) -> Iterator[FloatArray]:
        value = self.measure.value
        if not self.measure.summable:
            for a, b in pairs:
                one, two = self.statistics[a], self.statistics[b]
                mixed = [
                    (np.where(s[:, None] > 0, two, one), np.where(s[:, None] > 0, one, two)) for s in swap
                ]
                yield np.array([value(x) - value(y) for x, y in mixed])
            return
        wide = sums(swap, np.concatenate(self.statistics, axis=1), self.groups)
        moved = np.split(wide, np.cumsum([s.shape[1] for s in self.statistics])[:-1], axis=-1)
        whole = [total(s, self.groups) for s in self.statistics]
        for a, b in pairs:
            shift = moved[b] - moved[a]
            yield value(whole[a] + shift) - value(whole[b] - shift)


def count_as_extreme(gaps: FloatArray, seen: float) -> int:
    """Count differences at least as large as the observed one; undefined ones are counted, too."""
    return len(gaps) - int((np.abs(gaps) < seen - 1e-12).sum())


def holm(p: Sequence[float]) -> list[float]:
    """Correct p values for the number of comparisons (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    out = [1.0] * len(p)
    worst = 0.0
    for rank, i in enumerate(sorted(range(len(p)), key=lambda i: p[i])):
        worst = max(worst, min(1.0, (len(p) - rank) * p[i]))
        out[i] = worst
    return out
