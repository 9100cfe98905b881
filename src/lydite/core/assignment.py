"""Rows and columns of many tables of scores put together: the best one-to-one assignment, the greedy cover.

The Hungarian method (H. W. Kuhn, 1955, The Hungarian method for the assignment problem) adds one row at a
time, so that what each row adds to the best sum is known as well. The cover is that of Algorithm 3 of the
thesis on substitutability.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.compiled import kernel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.core.array_types import FloatArray, Int32Array, IntArray
    from lydite.core.arrays import RaggedArray


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
    """Fill an assignment: row by row, over the columns and an idle one that rows may share."""
    scores, starts, rows, columns = tables
    gains, chosen = assignment
    u, v, least, taken, way, seen = _room(rows, columns)
    for i in range(len(rows) - 1):
        first, n, m = rows[i], rows[i + 1] - rows[i], columns[i]
        if n == 0 or m == 0:
            continue
        if n == 1:  # nothing to give way to
            best = _best_column(scores, starts[i], m)
            gains[first], chosen[first] = max(scores[starts[i] + best], 0.0), best
            continue
        wide = m + 1
        u[: n + 1], v[: wide + 1], taken[: wide + 1] = 0.0, 0.0, 0
        before = 0.0
        for r in range(1, n + 1):
            taken[0] = r
            at = 0
            least[: wide + 1], seen[: wide + 1] = np.inf, False
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
            taken[wide] = 0
            total = 0.0
            for c in range(1, m + 1):
                if taken[c] != 0:
                    total += scores[starts[i] + (taken[c] - 1) * m + c - 1]
            gains[first + r - 1] = max(total - before, 0.0)
            before = max(total, before)
        for c in range(1, m + 1):
            if taken[c] != 0:
                chosen[first + taken[c] - 1] = c - 1


@kernel
def _room(rows: IntArray, columns: IntArray) -> Any:
    """Return arrays that are wide enough for the rows of each table, and for its columns and the idle one."""
    wide = 1
    for i in range(len(rows) - 1):
        wide = max(wide, rows[i + 1] - rows[i] + 1, columns[i] + 2)
    numbers = np.zeros(wide, dtype=np.int64)
    return np.zeros(wide), np.zeros(wide), np.zeros(wide), numbers, numbers.copy(), numbers > 0


@kernel
def _best_column(scores: FloatArray, start: int, count: int) -> int:
    """Return the first column of a row that has the best score."""
    best = 0
    for c in range(1, count):
        if scores[start + c] > scores[start + best]:
            best = c
    return best


class CoverTables(NamedTuple):
    """Tables of scores end to end, row by row: table i has ``rows[i]`` by ``columns[i]`` cells.

    Cell j has the score ``scores[cells[j]]``, for what occurs more than once is scored once.
    """

    scores: FloatArray
    cells: IntArray | Int32Array
    rows: IntArray
    columns: IntArray


def cover(scores: FloatArray) -> list[tuple[int, int]]:
    """Return pairs of rows and columns, best first, until each is in one (Algorithm 3, greedy).

    >>> cover(np.array([[0.10, 0.60], [1.00, 0.35], [0.85, 0.80]]))
    [(1, 0), (2, 0), (2, 1), (0, 1)]
    """
    rows, columns = (np.ones(size, np.int64) for size in scores.shape)
    cells, chosen = np.arange(scores.size), []
    while rows.any() or columns.any():
        place = best_open(scores.reshape(-1), cells, 0, (rows, columns), scores.shape)
        if place < 0:
            break
        row, column = divmod(place, scores.shape[1])
        chosen.append((row, column))
        rows[row] = columns[column] = 0
    return chosen


def mean_covers(tables: CoverTables, digits: int) -> FloatArray:
    """Return the harmonic mean over the cover of each table; a table of one cell is worth what that is."""
    means = np.zeros(len(tables.rows))
    free = tuple(np.zeros(int(most.max(initial=0)), np.int64) for most in (tables.rows, tables.columns))
    fill_means.for_work(len(tables.cells))(tables, free, means)
    several = tables.rows * tables.columns > 1
    means[several] = round_decimals(means[several], digits)
    return means


@kernel(large=20_000)  # a cell takes a few microseconds in plain Python
def fill_means(tables: CoverTables, free: Any, means: FloatArray) -> None:
    """Fill the means of tables, not rounded. ``free`` is room to mark rows and columns not yet covered."""
    scores, cells, rows, columns = tables
    at = 0
    for i in range(len(rows)):
        size = (rows[i], columns[i])
        if size[0] == 1 and size[1] == 1:
            means[i] = scores[cells[at]]
        elif size[0] > 0 and size[1] > 0:
            free[0][: size[0]] = 1
            free[1][: size[1]] = 1
            left, count, total = size[0] + size[1], 0, 0.0
            while left > 0:
                place = best_open(scores, cells, at, free, size)
                if place < 0 or scores[cells[at + place]] <= 0:
                    break
                row, column = place // size[1], place % size[1]
                left -= free[0][row] + free[1][column]
                free[0][row] = 0
                free[1][column] = 0
                total += 1 / scores[cells[at + place]]
                count += 1
            if left == 0:
                means[i] = count / total
        at += size[0] * size[1]


@kernel
def best_open(scores: FloatArray, cells: Any, at: int, free: Any, size: Any) -> int:
    """Return the first of the best cells of a table whose row or column is still free; -1 if none is."""
    best, place = -np.inf, -1
    for row in range(size[0]):
        for column in range(size[1]):
            if free[0][row] + free[1][column] > 0:
                score = scores[cells[at + row * size[1] + column]]
                if score > best:
                    best = score
                    place = row * size[1] + column
    return place


class DistinctCells(NamedTuple):
    """Pairs of a row's and a column's code, each once, and which of them each cell of the tables is."""

    rows: Int32Array
    columns: Int32Array
    cells: Int32Array

    def by_column(self, most: int) -> Iterator[slice]:
        """Yield slices of about so many distinct cells; those with one column are in one slice."""
        end = 0
        while end < len(self.columns):
            begin, last = end, self.columns[min(end + most, len(self.columns)) - 1]
            end = int(np.searchsorted(self.columns, last, "right"))
            yield slice(begin, end)


def number_cells(ours: RaggedArray, theirs: RaggedArray, left: IntArray, right: IntArray) -> DistinctCells:
    """Return the cells of tables: rows are the codes of list ``left[i]`` of ours, columns those of theirs.

    Distinct cells with one column stand together.

    >>> from lydite.core.arrays import RaggedArray
    >>> lists = RaggedArray(np.array([0, 1, 1]), np.array([0, 2, 3]))
    >>> number_cells(lists, lists, np.array([0, 1]), np.array([1, 1])).cells.tolist()
    [0, 1, 1]
    """
    cells = int((ours.sizes[left] * theirs.sizes[right]).sum())
    codes = 1 + max(int(ours.codes.max(initial=0)), int(theirs.codes.max(initial=0)))
    numbers, room = np.zeros(cells, np.int32), np.zeros((2, cells), np.int32)
    marks, firsts = np.zeros((2, codes), np.int64), np.zeros(codes + 1, np.int64)
    lists = (ours.codes, ours.starts, theirs.codes, theirs.starts)
    done = fill_cells.for_work(cells)(lists, left, right, firsts, marks, numbers, room)
    return DistinctCells(room[0, :done], room[1, :done], numbers)


@kernel(large=20_000)  # a cell takes a few microseconds in plain Python
def fill_cells(lists: Any, left: Any, right: Any, firsts: Any, marks: Any, numbers: Any, room: Any) -> int:
    """Number the distinct cells of tables; return how many there are.

    Cells get their ``numbers``, row by row; by number, ``room[0]`` and ``room[1]`` get the two codes. On the
    way cells are counted by their column's code into ``firsts``, and laid out in this order in ``room``: the
    row's code, and the cell. Rows' codes seen with a column's are marked.
    """
    ours, our_starts, theirs, their_starts = lists
    for i in range(len(left)):
        rows = our_starts[left[i] + 1] - our_starts[left[i]]
        for b in range(their_starts[right[i]], their_starts[right[i] + 1]):
            firsts[theirs[b] + 1] += rows
    for s in range(len(firsts) - 1):
        firsts[s + 1] += firsts[s]
    cell = 0
    for i in range(len(left)):
        for a in range(our_starts[left[i]], our_starts[left[i] + 1]):
            for b in range(their_starts[right[i]], their_starts[right[i] + 1]):
                at = firsts[theirs[b]]
                firsts[theirs[b]] += 1
                room[0, at] = ours[a]
                room[1, at] = cell
                cell += 1
    done, begin = 0, 0
    for s in range(len(firsts) - 1):
        for at in range(begin, firsts[s]):  # where a column's began the next one's begins now
            one, cell = room[0, at], room[1, at]
            if marks[0, one] != s + 1:
                marks[0, one] = s + 1
                marks[1, one] = done
                room[0, done] = one
                room[1, done] = s
                done += 1
            numbers[cell] = marks[1, one]
        begin = firsts[s]
    return done


def round_decimals(values: FloatArray, digits: int) -> FloatArray:
    """Round numbers to decimals as Python's ``round`` does, to the last bit; numpy's own differs near ties.

    >>> round_decimals(np.array([2.675]), 2).item(), round(2.675, 2), np.round(2.675, 2).item()
    (2.67, 2.67, 2.68)
    """
    scale = 10.0**digits
    large = values * scale
    rounded = np.rint(large) / scale
    near = np.abs(large - np.floor(large) - 0.5) < 1e-3  # ties, or what multiplying may have made one
    odd = np.flatnonzero(near | ~(np.abs(large) < 2.0**42))
    rounded[odd] = [round(value, digits) for value in values[odd].tolist()]
    return np.asarray(rounded)
