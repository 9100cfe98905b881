"""What is left of items where their rows need not be kept: exact sums, of all items and of each resample.

Sums of parts are added, and are those of the whole to the last bit, in whatever order: the sum of all items
is held in whole numbers that no rounding touches, those of resamples are of statistics taken to 2⁻²⁴.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import InputError
from lydite.inference.poisson import poisson_weights, unit_keys
from lydite.inference.resampling_plan import cluster_column, counted_items
from lydite.statistics import TOPIC, ItemStatistics

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.array_types import FloatArray, IntArray, UInt64Array
    from lydite.inference.intervals import Options

_GRID = 1 << 24
_HALF = 1 << 31  # a statistic is a number of 1/_GRID, and two of 31 bits each behind it


@dataclass(frozen=True, eq=False)
class ItemSums:
    """Sums of the statistics of items, by measure: those of the measure, then those of chance."""

    items: int
    counted: tuple[int, ...]
    """How many of the items each measure has a value for."""
    exact: tuple[IntArray, ...]
    """``(3, d)``: see :func:`exact_parts`."""
    draws: tuple[FloatArray, ...]
    """``(resamples, d)``."""
    seed: int
    cluster: str | None = None
    coverage: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def __add__(self, other: ItemSums) -> ItemSums:
        """Return the sums of both."""
        return ItemSums(
            self.items + other.items,
            tuple(a + b for a, b in zip(self.counted, other.counted, strict=True)),
            tuple(a + b for a, b in zip(self.exact, other.exact, strict=True)),
            tuple(a + b for a, b in zip(self.draws, other.draws, strict=True)),
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


def sum_items(scored: ItemStatistics, options: Options) -> ItemStatistics:
    """Return the sums of a system in place of its items; what does not follow from sums is refused."""
    sums = sums_of(scored, options)
    return replace(
        scored,
        ids=(),
        statistics=tuple(np.zeros((0, table.shape[1])) for table in scored.statistics),
        columns={},
        rows=None,
        chance={i: np.zeros((0, c.shape[1])) for i, c in scored.chance.items()},
        chance_spread={},
        coverage={},
        sums=sums,
        _codes={},
    )


def sums_of(scored: ItemStatistics, options: Options) -> ItemSums:
    """Return the sums of a system, which are known or are taken now."""
    if scored.sums is not None:
        return scored.sums
    ensure_summable(scored)
    cluster = cluster_column(scored, options)
    own = scored.each()
    tables = [
        np.concatenate([table, own.chance[i]], axis=1) if i in own.chance else table
        for i, table in enumerate(own.statistics)
    ]
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


def ensure_summable(scored: ItemStatistics) -> None:
    """Refuse measures whose value or interval does not follow from sums over all items."""
    for measure in scored.measures:
        by_topic = measure.grouped and TOPIC in scored.columns
        if not measure.summable or by_topic or measure.widened or measure.limit < np.inf:
            raise InputError(
                f"{measure}: its interval does not follow from sums over items; --interval poisson is for "
                "measures that are sums of theirs (precision, recall, F1, means)"
            )


def _drawn(keys: UInt64Array, tables: Sequence[FloatArray], options: Options) -> tuple[FloatArray, ...]:
    """Return the sums of each resample, of numbers that add up exactly in any order."""
    wide = np.rint(np.concatenate(tables, axis=1) * _GRID)
    sums = [np.zeros((0, wide.shape[1]))]
    sums += [weights @ wide for weights in poisson_weights(keys, options.bootstrap, options.seed)]
    ends = np.cumsum([table.shape[1] for table in tables])
    return tuple(np.split(np.concatenate(sums) / _GRID, ends[:-1], axis=1))


def options_of_sums(sums: ItemSums, options: Options) -> Options:
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
