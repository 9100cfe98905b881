"""Columns of strings as numbers: each distinct string has one, in order of appearance."""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import polars as pl

    from lydite.core.array_types import IntArray, UInt32Array


class NumberedColumn(NamedTuple):
    """A column of strings as numbers, and the distinct strings in order of number."""

    codes: IntArray
    strings: list[str]


def codes_of(column: list[str] | pl.Series | NumberedColumn) -> tuple[IntArray, list[str]]:
    """Return a number for each string of a column, and the distinct strings in order of number."""
    if isinstance(column, NumberedColumn):
        return column
    if isinstance(column, list):
        numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
        return np.fromiter(map(numbers.__getitem__, column), np.int64, len(column)), list(numbers)
    numbered = StringNumbers()
    return numbered.number(column).astype(np.int64), numbered.strings()


class StringNumbers:
    """Numbers of strings in order of appearance, over many columns of polars; a distinct text is kept once.

    >>> import polars as pl
    >>> numbers = StringNumbers()
    >>> [numbers.number(pl.Series(some)).tolist() for some in (["b", "a"], ["c", "b"])], numbers.strings()
    ([[0, 1], [2, 0]], ['b', 'a', 'c'])
    """

    def __init__(self) -> None:
        import polars as pl

        self._alive = pl.Series([], dtype=pl.Categorical(pl.Categories.random()))  # as are the categories
        self._strings: list[pl.Series] = []
        self._count = 0

    def number(self, strings: pl.Series) -> UInt32Array:
        """Return the number of each string; none may be null."""
        numbers: UInt32Array = strings.cast(self._alive.dtype).to_physical().to_numpy()
        if (fresh := int(numbers.max(initial=0)) + 1 - self._count) > 0 and len(numbers):
            places = np.flatnonzero(numbers >= self._count)[::-1]
            first = np.empty(fresh, np.int64)
            first[numbers[places] - self._count] = places  # where each comes first is written last
            self._strings.append(alone(strings.gather(first)))
            self._count += fresh
        return numbers

    def strings(self) -> list[str]:
        """Return the strings by number."""
        return [string for strings in self._strings for string in strings.to_list()]


def alone(cells: pl.Series) -> pl.Series:
    """Return a column as texts of its own: else a few would keep alive the whole text that they stand in."""
    import polars as pl

    return cells.cast(pl.String) + ""
