"""What is drawn from: the items that a measure has a value for, and how many units they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.inference.resampling_plan import cluster_column, is_stratified
from lydite.statistics import TOPIC

if TYPE_CHECKING:
    from lydite.array_types import BoolArray
    from lydite.inference.intervals import Options
    from lydite.statistics import ItemStatistics


def counted_items(scored: ItemStatistics, place: int) -> BoolArray:
    """Return which items the measure has a value for."""
    table = scored.statistics[place]
    measure = scored.measures[place]
    if measure.summable:
        some = np.asarray(table.any(axis=1))
    else:  # rows are not summed, and zeros in them are numbers like others
        column = measure.counted
        some = np.ones(len(table), np.bool_) if column is None else table[:, column] != 0
    return some if scored.rows is None else some[scored.rows]


def units(scored: ItemStatistics, place: int, counted: BoolArray, options: Options) -> int:
    """Return how many units are drawn from."""
    if not options.bootstrap:
        return 0
    column = cluster_column(scored, options)
    if column is not None:
        return len(np.unique(scored.codes(column)[counted]))
    if is_stratified(scored.measures[place], scored, options) and len(set(scored.column(TOPIC))) > 1:
        several = np.bincount(scored.codes(TOPIC)[counted])
        return int(several[several > 1].sum())
    return int(counted.sum())
