"""What is left of items where their rows need not be kept: exact sums, of all items and of each resample.

Sums of parts are added, and are those of the whole to the last bit, in whatever order: the sum of all items
is held in whole numbers that no rounding touches, those of resamples are whole numbers of 2⁻²⁴, to which
statistics are rounded before.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.inference.poisson import poisson_weights, unit_keys
from lydite.inference.resampling_plan import cluster_column, counted_items
from lydite.inference.statistics import TOPIC, ItemStatistics, NetRows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import FloatArray, IntArray, UInt64Array
    from lydite.inference.options import Inference

_GRID = 1 << 24
_HALF = 1 << 31  # a statistic is a number of 1/_GRID, and two of 31 bits each behind it
_MOST = 2.0**36  # of a sum: times 8, the largest weight, and times _GRID it has 63 bits
_WHOLE = 2.0**49  # times the largest weight, floats still hold every whole number
ROUNDING = 0.5 / _GRID
"""By how much a statistic of a resample may be off."""


@dataclass(frozen=True, eq=False)
class ItemSums:
    """Sums of the statistics of items, by measure: those of the measure, of chance, and of net gains."""

    items: int
    counted: tuple[int, ...]
    """How many of the items each measure has a value for."""
    exact: tuple[IntArray, ...]
    """``(3, d)``: see :func:`exact_parts`."""
    draws: tuple[IntArray, ...]
    """``(resamples, d)``, in 1/2²⁴."""
    seed: int
    cluster: str | None = None
    coverage: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def __add__(self, other: ItemSums) -> ItemSums:
        """Return the sums of both."""
        return ItemSums(
            self.items + other.items,
            tuple(a + b for a, b in zip(self.counted, other.counted, strict=True)),
            tuple(map(_plus, self.exact, other.exact)),
            tuple(map(_plus, self.draws, other.draws)),
            self.seed,
            self.cluster,
            {k: (v[0] + other.coverage[k][0], v[1] + other.coverage[k][1]) for k, v in self.coverage.items()},
        )

    @property
    def resamples(self) -> int:
        """How many resamples there are."""
        return len(self.draws[0])

    def totals(self, place: int) -> FloatArray:
        """Return the sums of all items, each rounded once."""
        parts = self.exact[place].tolist()
        whole = [a * _HALF * _HALF + b * _HALF + c for a, b, c in zip(*parts, strict=True)]
        return np.array([float(Fraction(n, _GRID * _HALF * _HALF)) for n in whole])

    def drawn(self, place: int) -> FloatArray:
        """Return the sums of each resample."""
        return self.draws[place] / _GRID


def _plus(one: IntArray, two: IntArray) -> IntArray:
    if (np.abs(one / 2 + two / 2) >= 2.0**61).any():
        raise InputError("the sums of the parts are too large to be added; leave out --interval poisson")
    return one + two


def exact_parts(rows: FloatArray) -> IntArray:
    """Return the sums of rows as whole numbers ``(3, d)``, which lose nothing that is over 2⁻⁸⁶.

    >>> import math
    >>> rows = np.random.default_rng(0).random((1000, 1)) / 3
    >>> sums = ItemSums(0, (), (exact_parts(rows[:10]) + exact_parts(rows[10:]),), (), 0)
    >>> sums.totals(0)[0] == math.fsum(rows[:, 0])
    np.True_
    """
    scaled = rows * _GRID
    first = np.floor(scaled)
    scaled = (scaled - first) * _HALF
    second = np.floor(scaled)
    third = np.rint((scaled - second) * _HALF)
    return np.stack([part.astype(np.int64).sum(axis=0) for part in (first, second, third)])


def sum_items(scored: ItemStatistics, options: Inference) -> ItemStatistics:
    """Return the sums of a system in place of its items; what has no sums is refused."""
    sums = sums_of(scored, options)
    return replace(
        scored,
        ids=(),
        statistics=tuple(table[:0] for table in scored.statistics),
        columns={},
        rows=None,
        chance={i: rows[:0] for i, rows in scored.chance.items()},
        chance_spread={},
        net={i: NetRows(net.rows[:0], net.sums) for i, net in scored.net.items()},
        coverage={},
        sums=sums,
        _codes={},
    )


def sums_of(scored: ItemStatistics, options: Inference) -> ItemSums:
    """Return the sums of a system, which are known or are taken now."""
    if scored.sums is not None:
        return scored.sums
    ensure_summable(scored)
    cluster = cluster_column(scored, options)
    own = scored.each()
    tables = [
        np.concatenate(
            [
                table,
                *([own.chance[i]] if i in own.chance else []),
                *([own.net[i].rows] if i in own.net else []),
            ],
            axis=1,
        )
        for i, table in enumerate(own.statistics)
    ]
    _ensure_held(scored, tables)
    known = {i: c.sum(axis=0).tolist() for i, c in scored.coverage.items()}
    return ItemSums(
        len(scored.ids),
        tuple(int(counted_items(scored, i).sum()) for i in range(len(tables))),
        tuple(map(exact_parts, tables)),
        _drawn(unit_keys(scored.column(cluster) if cluster else scored.ids), tables, options),
        options.seed,
        cluster,
        {i: (int(a), int(b)) for i, (a, b) in known.items()},
    )


def poisson_values(scored: ItemStatistics, options: Inference) -> list[FloatArray]:
    """Return the values of each measure in each resample."""
    sums = sums_of(scored, options)
    widths = [table.shape[1] for table in scored.statistics]
    return [
        np.asarray(measure.value(sums.drawn(i)[:, None, :width]))
        for i, (measure, width) in enumerate(zip(scored.measures, widths, strict=True))
    ]


def ensure_summable(scored: ItemStatistics) -> None:
    """Refuse measures whose value or interval does not follow from sums over all items, or is a total.

    The number of items in a Poisson resample varies: the values of measures must not change with it.
    """
    for measure in scored.measures:
        by_topic = measure.grouped and TOPIC in scored.columns
        if not measure.summable or by_topic or measure.widened or measure.limit < np.inf:
            raise InputError(
                f"{measure}: its interval does not follow from sums over items; --interval poisson is for "
                "measures that are sums of theirs (precision, recall, F1, means)"
            )
    for measure, table in zip(scored.measures, scored.statistics, strict=True):
        rising = np.arange(1.0, table.shape[1] + 1)
        once = np.stack([rising, rising[::-1]])[:, None, :]
        with np.errstate(all="ignore"):
            same = np.isclose(measure.value(once), measure.value(2 * once), rtol=1e-9, atol=0, equal_nan=True)
        if not np.all(same):
            raise InputError(
                f"{measure}: its value hangs on how many items there are, and Poisson resamples vary in "
                "that; --interval poisson is for ratios and means"
            )


def _ensure_held(scored: ItemStatistics, tables: Sequence[FloatArray]) -> None:
    """Refuse statistics of which sums would not be exact."""
    for measure, table in zip(scored.measures, tables, strict=True):
        if not (np.abs(table).sum(axis=0) < _MOST).all():
            raise InputError(
                f"{measure}: its statistics are no numbers, or add up to 2³⁶ and more, which --interval "
                "poisson does not hold exactly; leave it out"
            )


def _drawn(keys: UInt64Array, tables: Sequence[FloatArray], options: Inference) -> tuple[IntArray, ...]:
    """Return the sums of each resample, of numbers that add up exactly in any order."""
    wide = np.rint(np.concatenate(tables, axis=1) * _GRID)
    size = max(1, int(_WHOLE / max(1.0, np.abs(wide).max(initial=0.0))))
    pieces = [slice(a, a + size) for a in range(0, len(wide), size)]
    sums = [np.zeros((0, wide.shape[1]), np.int64)]
    sums += [
        _product(weights, wide, pieces) for weights in poisson_weights(keys, options.bootstrap, options.seed)
    ]
    ends = np.cumsum([table.shape[1] for table in tables])
    return tuple(np.split(np.concatenate(sums), ends[:-1], axis=1))


def _product(weights: FloatArray, wide: FloatArray, pieces: Sequence[slice]) -> IntArray:
    """Return ``weights @ wide`` exactly: pieces are so small that floats hold their sums."""
    summed = np.zeros((len(weights), wide.shape[1]), np.int64)
    for some in pieces:
        summed += (weights[:, some] @ wide[some]).astype(np.int64)
    return summed


def options_of_sums(sums: ItemSums, options: Inference) -> Inference:
    """Return options by which these sums were made; others need the items."""
    default = type(options)()
    held = replace(
        options, bootstrap=sums.resamples, seed=sums.seed, cluster=sums.cluster, interval="poisson"
    )
    for name in ("bootstrap", "seed", "cluster", "interval"):
        value = getattr(held, name)
        asked = getattr(options, name)
        if asked not in (value, getattr(default, name)):
            raise InputError(f"the parts hold sums that were made with {name} {value}, not {asked}")
    if options.by is not None:
        raise InputError("the parts hold sums of all items, which cannot be broken down; keep items")
    return held
