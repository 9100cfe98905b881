"""Values of measures in each resample, from one set of weights for all that is drawn together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.rows import Rows, clustered, stratified
from lydite.statistics import TOPIC, sums, total

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lydite.inference.intervals import Options
    from lydite.statistics import ItemStatistics

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Resampled:
    """The values of one measure in each resample: of all items, and of each topic where that was asked."""

    overall: FloatArray
    topics: FloatArray | None = None
    """``(resamples, topics)``; only where items are drawn within topics."""


NONE = Resampled(np.array([np.nan]))


def resample(
    systems: Sequence[ItemStatistics], options: Options, *, topics: bool = False
) -> list[list[Resampled]]:
    """Return the resampled values of systems on the same items, by system and measure; NaN for none."""
    measures = systems[0].measures
    found: list[list[Resampled]] = [[NONE] * len(measures) for _ in systems]
    if not options.bootstrap:
        return found
    for within in (False, True):
        places = [i for i, m in enumerate(measures) if stratified(m, systems[0], options) == within]
        if not places:
            continue
        rows = Rows.of(systems, options, stratified=within)
        if not rows.plan.several:
            continue
        for system, place, values in _drawn(rows, places, options, topics=topics and within):
            found[system][place] = values
    return found


def _drawn(
    rows: Rows, places: Sequence[int], options: Options, *, topics: bool
) -> list[tuple[int, int, Resampled]]:
    measures = rows.systems[0].measures
    chosen = [(s, i) for s in range(len(rows.systems)) for i in places]
    tables = {
        (s, id(rows.systems[s].statistics[i])): rows.statistics(s, i)
        for s, i in chosen
        if measures[i].summable
    }
    wide = np.concatenate([*tables.values(), np.zeros((len(rows.plan.units), 0))], axis=1)
    ends = np.cumsum([0, *(t.shape[1] for t in tables.values())])
    spans = {key: slice(a, b) for key, a, b in zip(tables, ends[:-1], ends[1:], strict=True)}
    grouped = any(measures[i].grouped for i in places) and rows.groups is not None
    overall: dict[tuple[int, int], list[FloatArray]] = {key: [] for key in chosen}
    each: dict[tuple[int, int], list[FloatArray]] = {key: [] for key in chosen}
    whole = clustered(rows.systems[0], options) == TOPIC
    for weights in rows.plan.weights(options.bootstrap, options.seed):
        flat, by_topic = _summed(rows, weights, wide, whole=whole, topics=grouped or topics)
        for s, i in chosen:
            measure = measures[i]
            if not measure.summable:
                overall[s, i].append(_recomputed(rows, s, i, weights))
                continue
            span = spans[s, id(rows.systems[s].statistics[i])]
            if topics:
                each[s, i].append(measure.value(by_topic[..., None, span]))
            if topics and measure.grouped:
                overall[s, i].append(_mean(each[s, i][-1]))
            else:
                overall[s, i].append(measure.value((by_topic if measure.grouped else flat)[..., span]))
    return [
        (s, i, Resampled(np.concatenate(overall[s, i]), np.concatenate(each[s, i]) if each[s, i] else None))
        for s, i in chosen
    ]


def _summed(
    rows: Rows, weights: FloatArray, wide: FloatArray, *, whole: bool, topics: bool
) -> tuple[FloatArray, FloatArray]:
    """Return the sums of each resample, and those by topic where they are needed."""
    if not topics:
        flat = sums(weights, wide, None)
        return flat, flat
    by_topic = _whole_topics(weights, wide, rows.groups) if whole else sums(weights, wide, rows.groups)
    counted = rows.plan.counts is not None  # whole numbers add up exactly in any order
    flat = np.sum(by_topic, axis=1, keepdims=True) if counted else sums(weights, wide, None)
    return flat, by_topic


def _mean(values: FloatArray) -> FloatArray:
    """Return the mean over topics of what is defined, which is what a grouped measure is; NaN for nothing."""
    defined = ~np.isnan(values)
    count = defined.sum(-1)
    with np.errstate(invalid="ignore"):
        mean = np.where(defined, values, 0.0).sum(-1) / count
    return np.asarray(np.where(count > 0, mean, np.nan))


def _recomputed(rows: Rows, system: int, place: int, weights: FloatArray) -> FloatArray:
    """Return the values of what does not follow from sums, on the rows as drawn."""
    measure, table = rows.systems[system].measures[place], rows.statistics(system, place)
    return np.array(
        [measure.value(np.repeat(table, w, axis=0)) for w in weights.astype(np.int64)], np.float64
    )


def _whole_topics(weights: FloatArray, wide: FloatArray, groups: IntArray | None) -> FloatArray:
    """Return the sums of whole topics; one that was drawn twice stands there twice."""
    first = np.unique(np.asarray(groups), return_index=True)[1]
    times = weights[:, first].astype(np.int64)
    drawn = np.repeat(np.tile(np.arange(len(first)), len(weights)), times.ravel())
    return total(wide, groups)[drawn].reshape(len(weights), len(first), wide.shape[1])
