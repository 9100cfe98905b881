"""Rows that many items share, as those of labels do: drawn by number, the distinct ones together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.resampling_plan import PairedRows, ResamplingPlan
from lydite.inference.statistics import TOPIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.inference.statistics import ItemStatistics

_GRID = 1 << 16  # rows that are counted whether any item has them or not


def gathered_sums(scored: ItemStatistics, columns: Sequence[str]) -> ItemStatistics:
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


def distinct_rows(systems: Sequence[ItemStatistics], *, stratified: bool) -> PairedRows:
    """Return the distinct combinations of topic and rows of all systems, and how many items have each.

    Within a topic they stand in the order of their first items: draws do not follow the order of labels.
    """
    first = systems[0]
    n = len(first.ids)
    topics = first.codes(TOPIC) if stratified else np.zeros(n, np.int64)
    joint, cells = topics, int(topics.max(initial=-1)) + 1
    for scored in systems:
        size = len(scored.statistics[0])
        if cells * size > 2**62:  # many systems: number what there is before the next
            joint = np.unique(joint, return_inverse=True)[1].astype(np.int64)
            cells = int(joint.max(initial=-1)) + 1
        joint, cells = joint * size + np.asarray(scored.rows), cells * size
    if cells <= max(_GRID, 4 * n):
        counts = np.bincount(joint, minlength=cells)
        at = np.zeros(cells, np.int64)
        at[joint[::-1]] = np.arange(n)[::-1]  # the last one written is the first item
        place, counts = at[counts > 0], counts[counts > 0]
    else:
        _, place, counts = np.unique(joint, return_index=True, return_counts=True)
    order = np.lexsort((place, topics[place]))
    place, counts = place[order], counts[order]
    picks = tuple(np.asarray(s.rows)[place] for s in systems)
    plan = ResamplingPlan(np.arange(len(counts)), topics[place], counts)
    return PairedRows(tuple(systems), picks, topics[place] if stratified else None, plan)
