"""Values of measures in each resample, from one set of weights for all that is drawn together.

Notes tell where items are too few for a test, or so alike that they should be drawn together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.notes import NARROW, Note
from lydite.inference.item_sums import poisson_values
from lydite.inference.label_lists import read_labels
from lydite.inference.normal_sums import normal_sums
from lydite.inference.resampling_plan import (
    PairedRows,
    cluster_column,
    is_stratified,
    item_values,
    sums_are_normal,
)
from lydite.inference.sparse_tables import SparseColumns
from lydite.inference.statistics import MATCH, TOPIC, sums, total

_MANY = 128  # columns of tables in which zeros are worth being passed over

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.inference.options import Inference
    from lydite.inference.statistics import ExtraVariance, ItemStatistics


MUCH = 0.2  # of the variance: a column that explains so much is worth drawing whole
FEW = 5  # gold rows of a class: with fewer, intervals are what other classes are like
WIDER = 1.5  # times the variance of the mean that items would have if they were not alike


@dataclass(frozen=True)
class ResampledValues:
    """The values of one measure in each resample: of all items, and of each topic where that was asked."""

    overall: FloatArray
    topics: FloatArray | None = None
    """``(resamples, topics)``; only where items are drawn within topics."""


NONE = ResampledValues(np.array([np.nan]))


def resample(
    systems: Sequence[ItemStatistics], options: Inference, *, topics: bool = False
) -> list[list[ResampledValues]]:
    """Return the resampled values of systems on the same items, by system and measure; NaN for none."""
    measures = systems[0].measures
    values_by_system: list[list[ResampledValues]] = [[NONE] * len(measures) for _ in systems]
    if not options.bootstrap:
        return values_by_system
    if options.interval == "poisson":  # weights follow from names, and are those of all systems
        return [[ResampledValues(values) for values in poisson_values(s, options)] for s in systems]
    for within in (False, True):
        places = [i for i, m in enumerate(measures) if is_stratified(m, systems[0], options) == within]
        if not places:
            continue
        rows = PairedRows.of(systems, options, stratified=within)
        if not rows.plan.several:
            continue
        drawn = (
            _drawn(rows, places, options, topics=topics and within)
            if within or not all(sums_are_normal(s, options) for s in systems)
            else _drawn_normal(rows, places, options)
        )
        for system, place, values in drawn:
            values_by_system[system][place] = values
    return values_by_system


def _sparse(tables: Sequence[FloatArray]) -> SparseColumns | None:
    """Return tables as what is not zero in them, where there are many columns and few such numbers."""
    if sum(table.shape[1] for table in tables) <= _MANY:
        return None

    return SparseColumns.of(tables)


def _drawn(
    rows: PairedRows, places: Sequence[int], options: Inference, *, topics: bool
) -> list[tuple[int, int, ResampledValues]]:
    measures = rows.systems[0].measures
    chosen = [(s, i) for s in range(len(rows.systems)) for i in places]
    tables = {
        (s, id(rows.systems[s].statistics[i])): rows.statistics(s, i)
        for s, i in chosen
        if measures[i].summable
    }
    grouped = any(measures[i].grouped for i in places) and rows.groups is not None
    sparse = None if grouped or topics else _sparse(list(tables.values()))
    none = np.zeros((len(rows.plan.units), 0))
    wide = none if sparse else np.concatenate([*tables.values(), none], axis=1)
    ends = offsets([t.shape[1] for t in tables.values()])
    spans = {key: slice(a, b) for key, a, b in zip(tables, ends[:-1], ends[1:], strict=True)}
    overall: dict[tuple[int, int], list[FloatArray]] = {key: [] for key in chosen}
    each: dict[tuple[int, int], list[FloatArray]] = {key: [] for key in chosen}
    whole = cluster_column(rows.systems[0], options) == TOPIC
    for weights in rows.plan.weights(options.bootstrap, options.seed):
        if sparse:
            flat = by_topic = sparse.product(weights)[:, None, :]
        else:
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
        (
            s,
            i,
            ResampledValues(
                np.concatenate(overall[s, i]), np.concatenate(each[s, i]) if each[s, i] else None
            ),
        )
        for s, i in chosen
    ]


def _drawn_normal(
    rows: PairedRows, places: Sequence[int], options: Inference
) -> list[tuple[int, int, ResampledValues]]:
    """Return the values of sums that are drawn from their normal distribution, all together."""
    measures = rows.systems[0].measures
    chosen = [(s, i) for s in range(len(rows.systems)) for i in places]
    chosen.sort(key=lambda one: (rows.systems[one[0]].system, str(measures[one[1]])))  # in any order the same
    tables = [rows.statistics(s, i) for s, i in chosen]
    drawn = normal_sums(np.concatenate(tables, axis=1), rows.plan, options.bootstrap, options.seed)
    sides = np.split(drawn, np.cumsum([t.shape[1] for t in tables])[:-1], axis=-1)
    return [
        (s, i, ResampledValues(np.asarray(measures[i].value(side))))
        for (s, i), side in zip(chosen, sides, strict=True)
    ]


def _summed(
    rows: PairedRows, weights: FloatArray, wide: FloatArray, *, whole: bool, topics: bool
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


def _recomputed(rows: PairedRows, system: int, place: int, weights: FloatArray) -> FloatArray:
    """Return the values of what does not follow from sums, on the rows as drawn."""
    return rows.systems[system].measures[place].resampled(rows.statistics(system, place), weights)


def _whole_topics(weights: FloatArray, wide: FloatArray, groups: IntArray | None) -> FloatArray:
    """Return the sums of whole topics; one that was drawn twice stands there twice."""
    first = np.unique(np.asarray(groups), return_index=True)[1]
    times = weights[:, first].astype(np.int64)
    drawn = np.repeat(np.tile(np.arange(len(first)), len(weights)), times.ravel())
    return total(wide, groups)[drawn].reshape(len(weights), len(first), wide.shape[1])


def least_p(units: int) -> float:
    """Return the least p value of n units: all of them for one system have one chance in 2ⁿ, on either side.

    >>> least_p(4), least_p(0)
    (0.125, 1.0)
    """
    return min(1.0, 2.0 ** (1 - units))


def note_too_few(units: Mapping[str, int], systems: int, options: Inference) -> Iterator[Note]:
    """Return a note on measures with too few units for any significant difference.

    >>> from lydite.inference import Inference
    >>> list(note_too_few({"F1": 40, "R": 3}, 2, Inference()))
    ['R: 3 items are too few for a significant difference (2 systems): corrected p (Holm) is at least 0.25']
    """
    pairs = systems * (systems - 1) // 2
    few = {name: n for name, n in units.items() if n and pairs and pairs * least_p(n) >= 1 - options.level}
    for count in dict.fromkeys(few.values()):
        named = [name for name, n in few.items() if n == count]
        sentence = (
            f"{{count:,}} {{unit}} {'is' if count == 1 else 'are'} too few for a significant difference "
            "({systems} systems): corrected p (Holm) is at least {p:.2g}"
        )
        yield Note(
            sentence,
            "" if len(named) == sum(map(bool, units.values())) else ", ".join(named),
            count=count,
            unit=f"{options.cluster or 'item'}{'s' * (count != 1)}",
            systems=systems,
            p=min(pairs * least_p(count), 1.0),
        )


def note_clustered(systems: Sequence[ItemStatistics], options: Inference) -> Iterator[Note]:
    """Return notes on columns that explain much of the variance between items and are not clusters."""
    if not systems or not options.bootstrap or cluster_column(systems[0], options):
        return
    first = systems[0]
    if not first.measures[0].summable:
        return
    within = first.measures[0].grouped or first.measures[0].stratified
    for name in first.columns:
        if name == MATCH or (name == TOPIC and within):
            continue
        codes = first.codes(name)
        groups = int(codes.max(initial=-1)) + 1
        if not 1 < groups <= len(codes) / 1.5:
            continue
        for scored in (s for s in systems if not s.reference):
            share, wider = variance_explained(item_values(scored, 0), codes)
            if share >= MUCH and wider >= WIDER:
                of = {"measure": str(scored.measures[0]), "system": scored.system}
                yield Note(NARROW, column=name, share=100 * share, **of)
                break


def variance_explained(values: FloatArray, codes: IntArray) -> tuple[float, float]:
    """Return the share of the variance that groups explain, and by how much that widens the mean's.

    The intraclass correlation of a one-way analysis of variance, and the design effect 1 + (m − 1) · ICC.

    >>> variance_explained(np.array([0.0, 0.0, 1.0, 1.0]), np.array([0, 0, 1, 1]))
    (1.0, 2.0)
    """
    known = ~np.isnan(values)
    values, codes = values[known], np.unique(codes[known], return_inverse=True)[1]
    n, groups = len(values), int(codes.max(initial=-1)) + 1
    if groups < 2 or n <= groups:
        return 0.0, 1.0
    sizes = np.bincount(codes)
    means = np.bincount(codes, values) / sizes
    between = float((sizes * (means - values.mean()) ** 2).sum()) / (groups - 1)
    inside = float(((values - means[codes]) ** 2).sum()) / (n - groups)
    size = (n - float((sizes**2).sum()) / n) / (groups - 1)
    below = between + (size - 1) * inside
    share = (between - inside) / below if below > 0 else 0.0
    return share, 1 + (size - 1) * share


def extra_variance_of(scored: ItemStatistics, place: int, options: Inference) -> ExtraVariance | None:
    """Return the extra variance of a value whose items are drawn one by one; None where there is none."""
    measure = scored.measures[place]
    if not measure.widened or cluster_column(scored, options):
        return None
    table = scored.statistics[place]
    grouped = measure.grouped and TOPIC in scored.columns
    groups = scored.codes(TOPIC) if grouped else np.zeros(len(scored.ids), np.int64)
    cells = groups * len(table) + (np.arange(len(table)) if scored.rows is None else scored.rows)
    size = (int(groups.max(initial=0)) + 1) * len(table)
    return measure.extra_variance(
        table, np.bincount(cells, minlength=size).reshape(-1, len(table)).astype(float)
    )


def note_rare_classes(systems: Sequence[ItemStatistics], options: Inference) -> Iterator[Note]:
    """Return a note on classes with too few gold rows for a reliable value."""
    if not systems or not options.bootstrap:
        return
    first = systems[0]
    measures: dict[float, list[str]] = {}
    classes: dict[float, str] = {}
    for place, measure in enumerate(first.measures):
        spread = extra_variance_of(first, place, options)
        if spread is not None and spread.least < FEW:
            measures.setdefault(spread.least, []).append(str(measure))

            labels = read_labels(first.policies.get("labels", ""))
            if 0 <= spread.rarest < len(labels):
                classes[spread.least] = f"class {labels[spread.rarest]}"
    for least, named in measures.items():
        sentence = (
            f"{{of}} has {{rows:,.0f}} gold row{'s' * (least != 1)} only, which say little of it, "
            "whatever the interval"
        )
        yield Note(sentence, ", ".join(named), of=classes.get(least, "a class"), rows=least)
