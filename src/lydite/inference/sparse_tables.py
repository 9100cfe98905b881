"""Statistics that are nearly all zeros, as those of many classes are: sums of the other numbers alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray, IntArray

_ZEROS = 32  # for each other number, at least


@dataclass(frozen=True)
class SparseColumns:
    """Whole numbers of tables beside each other, column by column: they add up exactly in any order."""

    rows: IntArray
    values: FloatArray
    starts: IntArray
    """Where each column that has any begins."""
    columns: IntArray
    """Which columns these are."""
    width: int

    @classmethod
    def of(cls, tables: Sequence[FloatArray]) -> SparseColumns | None:
        """Return the columns of tables; None where too many are not zero, or broken.

        >>> table = np.zeros((400, 400))
        >>> table[3, 5] = 2
        >>> SparseColumns.of([table]).product(np.full((1, 400), 3.0))[0, 4:7].tolist()
        [0.0, 6.0, 0.0]
        >>> SparseColumns.of([table + 1]) is None, SparseColumns.of([table / 4]) is None
        (True, True)
        """
        width = sum(table.shape[1] for table in tables)
        if sum(map(np.count_nonzero, tables)) * _ZEROS > sum(t.size for t in tables):
            return None
        places, rows, values, before = [], [], [], 0
        for table in tables:
            row, column = np.nonzero(table)
            order = np.argsort(column, kind="stable")
            places.append(column[order] + before)
            rows.append(row[order])
            values.append(table[row, column][order])
            before += table.shape[1]
        value, place = np.concatenate(values), np.concatenate(places)
        if not (value == np.rint(value)).all():
            return None
        columns, starts = np.unique(place, return_index=True)
        return cls(np.concatenate(rows), value, starts, columns, width)

    def product(self, weights: FloatArray) -> FloatArray:
        """Return weights ``(b, n)`` times the tables, ``(b, d)``."""
        summed = np.zeros((len(weights), self.width))
        if len(self.rows):
            summed[:, self.columns] = np.add.reduceat(
                weights[:, self.rows] * self.values, self.starts, axis=1
            )
        return summed
