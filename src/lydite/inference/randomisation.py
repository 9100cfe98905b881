"""The paired randomisation test: under no difference, each answer could be either system's.

Units (items, or whole clusters) swap their answers at random; p is the share of swaps under which two systems
differ at least as much as they do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.progress import progress_bar
from lydite.inference.resampling_plan import PairedRows, cluster_column
from lydite.inference.statistics import sums, total
from lydite.inference.swapped_sums import SwappedColumns, count_extreme_means

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lydite.core.array_types import ByteArray, FloatArray, IntArray
    from lydite.inference.options import Inference
    from lydite.inference.statistics import ItemStatistics, Scorable


_CHUNK = 4_000_000  # numbers held at once
_BLOCK = 1 << 26  # bytes of swaps held at once
DUST = 1e-12  # sums taken in another order


def randomise(
    systems: Sequence[ItemStatistics],
    pairs: Sequence[tuple[int, int]],
    options: Inference,
    times: int,
) -> FloatArray:
    """Return p by measure and pair, from as many swaps as asked for."""
    if all(s.rows is not None for s in systems) and not cluster_column(systems[0], options):
        from lydite.inference.row_swaps import randomise_counts

        return randomise_counts(systems, pairs, options, times)
    if not pairs:
        return np.zeros((len(systems[0].measures), 0))
    rows = PairedRows.of(systems, options, stratified=False)
    return _one_by_one(rows, pairs, options.seed, times)


def _one_by_one(rows: PairedRows, pairs: Sequence[tuple[int, int]], seed: int, times: int) -> FloatArray:
    """Swap units one by one.

    All pairs and measures share the swaps, and the sums of each system over what is swapped are taken
    once; a value that is undefined counts against a difference.
    """
    measures = rows.systems[0].measures
    swappers = [_Swapper.of(rows, place) for place in range(len(measures))]
    extreme = np.zeros((len(measures), len(pairs)), np.int64)
    flat = [place for place, s in enumerate(swappers) if s.measure.summable and s.groups is None]
    other = [place for place in range(len(measures)) if place not in flat]
    units = len(rows.plan.strata)
    tables = [t for place in flat for t in swappers[place].statistics]
    columns = SwappedColumns.of(tables, rows.plan.units, units, times)
    count = count_extreme_means.for_work(len(flat) * len(pairs) * times)
    kernel = None if count is count_extreme_means.plain else count
    step = max(1, _CHUNK // max([1, len(rows.plan.units), *(s.width for s in swappers)]))
    for swaps in _joined(_drawn(np.random.default_rng(seed), times, step, units), columns.table.shape[1]):
        moved = columns.moved(swaps)
        for number, place in enumerate(flat):
            at = columns.places[number * len(rows.systems) : (number + 1) * len(rows.systems)]
            extreme[place] += swappers[place].extreme_flat(moved, at, pairs, kernel)
        for first in range(0, len(swaps) if other else 0, step):
            bits = np.unpackbits(swaps[first : first + step], axis=1, count=units)[:, rows.plan.units]
            for place in other:
                extreme[place] += swappers[place].extreme(bits.astype(np.float64), pairs)
    return np.asarray((extreme + 1) / (times + 1), dtype=np.float64)


def _drawn(generator: np.random.Generator, times: int, step: int, units: int) -> Iterator[ByteArray]:
    """Yield a bit for each unit and swap, ``step`` swaps at a time."""
    wide = -(-units // 8)
    with progress_bar("swaps", times) as bar:
        for first in range(0, times, step):
            count = min(step, times - first)
            yield np.frombuffer(generator.bytes(count * wide), np.uint8).reshape(count, wide)
            bar.update(first + count)


def _joined(drawn: Iterator[ByteArray], columns: int) -> Iterator[ByteArray]:
    """Yield swaps in blocks of some size: tables of bytes are made once for each."""
    held: list[ByteArray] = []
    for swaps in drawn:
        held.append(swaps)
        if sum(s.nbytes for s in held) > _BLOCK or sum(map(len, held)) * columns > _CHUNK:
            yield np.concatenate(held)
            held = []
    if held:
        yield np.concatenate(held)


@dataclass(frozen=True)
class _Swapper:
    """The statistics of all systems under one measure, side by side."""

    measure: Scorable
    statistics: tuple[FloatArray, ...]
    groups: IntArray | None
    whole: tuple[FloatArray, ...]
    """The sums of each system over all units; or its rows, where the value does not follow from sums."""
    values: tuple[float, ...]

    @classmethod
    def of(cls, rows: PairedRows, place: int) -> _Swapper:
        measure = rows.systems[0].measures[place]
        groups = rows.groups if measure.grouped else None
        statistics = tuple(rows.statistics(s, place) for s in range(len(rows.systems)))
        whole = tuple(total(s, groups) if measure.summable else s for s in statistics)
        return cls(measure, statistics, groups, whole, tuple(float(measure.value(side)) for side in whole))

    @property
    def width(self) -> int:
        groups = 1 if self.groups is None else int(self.groups.max(initial=0)) + 1
        return groups * sum(int(s.shape[1]) for s in self.statistics)

    def extreme(self, swap: FloatArray, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """Count for each pair the swaps with a difference at least as large as the observed one."""
        return self._counted(pairs, self._gaps(swap, pairs))

    def extreme_flat(
        self,
        moved: FloatArray,
        places: Sequence[IntArray],
        pairs: Sequence[tuple[int, int]],
        kernel: Callable[..., None] | None,
    ) -> IntArray:
        """Count the same from the sums ``(columns, swaps)`` over what is swapped.

        A kernel counts means over the same items, where there is one.
        """
        items = {int(at[1]) for at in places} if self.measure.mean else set()
        if kernel and len(items) == 1 and self.whole[0][0, 1] > 0:
            seen = np.array([abs(self.values[a] - self.values[b]) - DUST for a, b in pairs])
            extreme = np.zeros(len(pairs), np.int64)
            sums = moved[[int(at[0]) for at in places]]
            whole = np.array([side[0, 0] for side in self.whole])
            kernel(sums, whole, np.array(pairs), self.whole[0][0, 1], seen, extreme)
            return extreme
        sides = [moved[at].T[:, None, :] for at in places]
        return np.array(self._counted(pairs, self._shifted(sides, pairs)))

    def _counted(self, pairs: Sequence[tuple[int, int]], gaps: Iterable[FloatArray]) -> list[int]:
        return [
            count_as_extreme(gap, abs(self.values[a] - self.values[b]))
            for (a, b), gap in zip(pairs, gaps, strict=True)
        ]

    def _gaps(self, swap: FloatArray, pairs: Sequence[tuple[int, int]]) -> Iterator[FloatArray]:
        value = self.measure.value
        if self.measure.summable:
            wide = sums(swap, np.concatenate(self.statistics, axis=1), self.groups)
            moved = np.split(wide, np.cumsum([s.shape[1] for s in self.statistics])[:-1], axis=-1)
            yield from self._shifted(moved, pairs)
            return
        for a, b in pairs:
            one, two = self.statistics[a], self.statistics[b]
            mixed = [(np.where(s[:, None] > 0, two, one), np.where(s[:, None] > 0, one, two)) for s in swap]
            yield np.array([value(x) - value(y) for x, y in mixed])

    def _shifted(self, moved: Sequence[FloatArray], pairs: Sequence[tuple[int, int]]) -> Iterator[FloatArray]:
        value = self.measure.value
        for a, b in pairs:
            shift = moved[b] - moved[a]
            yield value(self.whole[a] + shift) - value(self.whole[b] - shift)


def count_as_extreme(gaps: FloatArray, seen: float) -> int:
    """Count differences at least as large as the observed one; undefined ones are counted, too."""
    return len(gaps) - int((np.abs(gaps) < seen - DUST).sum())


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
