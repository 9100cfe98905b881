"""Which rows are drawn: single items, the distinct ones with their numbers, or whole clusters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.options import TOPIC
from lydite.inference.resampling import ResamplingPlan, total

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lydite.inference.options import Options
    from lydite.statistics import ItemStatistics, Scorable

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]

_GRID = 1 << 16  # rows that are counted whether any item has them or not


@dataclass(frozen=True)
class Rows:
    """Systems on the same items, drawn together."""

    systems: tuple[ItemStatistics, ...]
    picks: tuple[IntArray | None, ...]
    """By system, the row of its statistics that each drawn row has; None where it has its own."""
    groups: IntArray | None
    """The topic of each row, where items have topics."""
    plan: ResamplingPlan

    @classmethod
    def of(cls, systems: Sequence[ItemStatistics], options: Options, *, stratified: bool) -> Rows:
        """Gather the rows of systems: whole clusters, or items within topics where ``stratified``."""
        first = systems[0]
        cluster = clustered(first, options)
        shared = all(s.rows is not None for s in systems)
        if shared and not cluster:
            return _distinct(systems, stratified=stratified)
        if shared and cluster:
            systems = [gathered(s, (cluster, *(c for c in (TOPIC,) if c in s.columns))) for s in systems]
        systems = [s.each() for s in systems]
        first = systems[0]
        groups = first.codes(TOPIC) if TOPIC in first.columns else None
        clusters = first.codes(cluster) if cluster else None
        plan = ResamplingPlan.of_items(len(first.ids), clusters, groups if stratified else None)
        return cls(tuple(systems), (None,) * len(systems), groups, plan)

    def statistics(self, system: int, place: int) -> FloatArray:
        """Return the statistics of the rows, of one system under one measure."""
        table, picks = self.systems[system].statistics[place], self.picks[system]
        return table if picks is None else table[picks]


def clustered(scored: ItemStatistics, options: Options) -> str | None:
    """Return the column whose values are drawn whole, if any."""
    return options.cluster or scored.cluster


def stratified(measure: Scorable, scored: ItemStatistics, options: Options) -> bool:
    """Whether items are drawn within topics."""
    within = measure.grouped or measure.stratified
    return within and TOPIC in scored.columns and not clustered(scored, options)


def totals(scored: ItemStatistics, place: int, column: str | None = None) -> FloatArray:
    """Return the sums ``(g, d)`` of one measure within the groups it needs, or those of a column."""
    if column is None and scored.measures[place].grouped and TOPIC in scored.columns:
        column = TOPIC
    groups = None if column is None else scored.codes(column)
    table = scored.statistics[place]
    if scored.rows is None:
        return total(table, groups)
    size = len(table)
    code = scored.rows if groups is None else groups * size + scored.rows
    topics = 1 if groups is None else int(groups.max(initial=-1)) + 1
    counts = np.bincount(code, minlength=topics * size).reshape(topics, size).astype(np.float64)
    return np.asarray(counts @ table, dtype=np.float64)


def item_values(scored: ItemStatistics, place: int) -> FloatArray:
    """Return the value of each item alone under one measure; NaN where it is unscored."""
    with np.errstate(invalid="ignore", divide="ignore"):
        values = scored.measures[place].value(scored.statistics[place][:, None, :])
    return values if scored.rows is None else values[scored.rows]


def gathered(scored: ItemStatistics, columns: Sequence[str]) -> ItemStatistics:
    """Return the sums of the items that agree in some columns, as one row each."""
    size = len(scored.statistics[0])
    joint = np.zeros(len(scored.ids), np.int64)
    for name in columns:
        codes = scored.codes(name)
        joint = joint * (int(codes.max(initial=0)) + 1) + codes
    _, first, place = np.unique(joint, return_index=True, return_inverse=True)
    cells = place * size + (scored.rows if scored.rows is not None else np.arange(len(joint)))
    counts = np.bincount(cells, minlength=len(first) * size).reshape(len(first), size)
    return replace(
        scored,
        ids=tuple(scored.ids[i] for i in first),
        statistics=tuple(counts @ table for table in scored.statistics),
        columns={name: tuple(scored.columns[name][i] for i in first) for name in columns},
        rows=None,
        chance={},
        coverage={},
        _codes={},
    )


def _distinct(systems: Sequence[ItemStatistics], *, stratified: bool) -> Rows:
    """Return the distinct combinations of topic and rows of all systems, and how many items have each."""
    first = systems[0]
    topics = first.codes(TOPIC) if stratified else np.zeros(len(first.ids), np.int64)
    joint, cells = topics, int(topics.max(initial=-1)) + 1
    for scored in systems:
        size = len(scored.statistics[0])
        if cells * size > 2**62:  # many systems: number what there is before the next
            joint = np.unique(joint, return_inverse=True)[1].astype(np.int64)
            cells = int(joint.max(initial=-1)) + 1
        joint, cells = joint * size + np.asarray(scored.rows), cells * size
    if len(systems) == 1 and cells <= max(_GRID, 4 * len(joint)):
        size = len(first.statistics[0])
        counts = np.bincount(joint, minlength=cells)
        group, pick = np.divmod(np.arange(cells), size)
        return _drawn(systems, (pick,), group if stratified else None, group, counts)
    _, place, counts = np.unique(joint, return_index=True, return_counts=True)
    picks = tuple(np.asarray(s.rows)[place] for s in systems)
    return _drawn(systems, picks, topics[place] if stratified else None, topics[place], counts)


def _drawn(
    systems: Sequence[ItemStatistics],
    picks: tuple[IntArray, ...],
    groups: IntArray | None,
    strata: IntArray,
    counts: IntArray,
) -> Rows:
    plan = ResamplingPlan(np.arange(len(counts)), strata, counts)
    return Rows(tuple(systems), picks, groups, plan)
