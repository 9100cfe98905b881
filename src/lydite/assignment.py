"""The best one-to-one assignment of rows to columns, for many tables of scores at once.

The Hungarian method (H. W. Kuhn, 1955, The Hungarian method for the assignment problem) adds one row at a
time, so that what each row adds to the best sum is known as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.arrays import offsets
from lydite.compiled import kernel

if TYPE_CHECKING:
    from lydite.array_types import FloatArray, IntArray


class AssignmentTables(NamedTuple):
    """Tables of scores from 0 on, end to end.

    Table i has the rows from ``rows[i]`` up to ``rows[i + 1]`` of all, and ``columns[i]`` columns; its scores
    stand, row by row, from ``starts[i]`` on.
    """

    scores: FloatArray
    starts: IntArray
    rows: IntArray
    columns: IntArray


class Assignment(NamedTuple):
    """What each row adds to the best sum of the rows before it, and its column in the end (−1: none)."""

    gains: FloatArray
    columns: IntArray


def assign(tables: AssignmentTables) -> Assignment:
    """Return the assignment with the highest sum of each table.

    >>> scores = np.array([0.9, 0.8, 0.7, 0.0])  # two rows, two columns
    >>> gains, columns = assign(AssignmentTables(scores, np.array([0]), np.array([0, 2]), np.array([2])))
    >>> gains.round(3).tolist(), columns.tolist()
    ([0.9, 0.6], [1, 0])
    """
    count = int(tables.rows[-1])
    assignment = Assignment(np.zeros(count), np.full(count, -1, np.int64))
    assign_rows.for_work(len(tables.scores) // 8)(tables, assignment)
    return assignment


def best_of_rows(tables: AssignmentTables) -> FloatArray:
    """Return the best score of each row, whatever the others have; 0 where there is no column."""
    best = np.zeros(int(tables.rows[-1]))
    wide = np.repeat(tables.columns, np.diff(tables.rows))
    best[wide > 0] = np.maximum.reduceat(tables.scores, offsets(wide)[:-1][wide > 0]) if wide.any() else 0.0
    return best


@kernel(large=2_000)  # a row of gold takes a tenth of a millisecond
def assign_rows(tables: AssignmentTables, assignment: Assignment) -> None:
    """Fill an assignment: row by row, over the columns and one idle column for each row."""
    scores, starts, rows, columns = tables
    gains, chosen = assignment
    for i in range(len(rows) - 1):
        first, n, m = rows[i], rows[i + 1] - rows[i], columns[i]
        if n == 0 or m == 0:
            continue
        wide = m + n
        u, v = np.zeros(n + 1), np.zeros(wide + 1)
        taken = np.zeros(wide + 1, dtype=np.int64)
        way = np.zeros(wide + 1, dtype=np.int64)
        before = 0.0
        for r in range(1, n + 1):
            taken[0] = r
            at = 0
            least = np.full(wide + 1, np.inf)
            seen = np.zeros(wide + 1, dtype=np.bool_)
            while True:
                seen[at] = True
                row, delta, after = taken[at], np.inf, 0
                for c in range(1, wide + 1):
                    if seen[c]:
                        continue
                    cost = -u[row] - v[c]
                    if c <= m:
                        cost -= scores[starts[i] + (row - 1) * m + c - 1]
                    if cost < least[c]:
                        least[c] = cost
                        way[c] = at
                    if least[c] < delta:
                        delta = least[c]
                        after = c
                for c in range(wide + 1):
                    if seen[c]:
                        u[taken[c]] += delta
                        v[c] -= delta
                    else:
                        least[c] -= delta
                at = after
                if taken[at] == 0:
                    break
            while at != 0:
                taken[at] = taken[way[at]]
                at = way[at]
            total = 0.0
            for c in range(1, m + 1):
                if taken[c] != 0:
                    total += scores[starts[i] + (taken[c] - 1) * m + c - 1]
            gains[first + r - 1] = max(total - before, 0.0)
            before = max(total, before)
        for c in range(1, m + 1):
            if taken[c] != 0:
                chosen[first + taken[c] - 1] = c - 1
