"""Sums over the units that swap, for all systems and measures in one pass.

Eight units make a byte. What each of its 256 patterns adds to the sums is worked out once and looked up for
every swap, so that a swap costs an eighth of the additions, and nobody multiplies by 0 or 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.compiled import kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import AnyArray, ByteArray, FloatArray, IntArray


_LARGE = 1_000_000_000  # units × swaps × columns; below, a product is done before a kernel is loaded
_BITS = 4_000_000  # unpacked at once
_COLUMNS = 64  # looked up together: 256 rows of them stay in the cache


@dataclass(frozen=True)
class SwappedColumns:
    """The distinct columns of several tables of statistics, summed over units."""

    table: FloatArray
    """``(units, columns)``."""
    places: tuple[IntArray, ...]
    """For each table, where its columns are."""
    compiled: bool = False

    @classmethod
    def of(cls, tables: Sequence[FloatArray], units: IntArray, count: int, swaps: int = 0) -> SwappedColumns:
        """Gather tables over the same rows; the items of a macro mean are counted once for all systems.

        ``swaps`` is how many are to come: where they are many, a kernel takes the sums.

        >>> ones, some = np.ones((2, 1)), np.array([[0.5], [0.0]])
        >>> both = SwappedColumns.of([np.hstack([some, ones]), np.hstack([some + 1, ones])], np.arange(2), 2)
        >>> both.table.tolist(), [p.tolist() for p in both.places]
        ([[0.5, 1.0, 1.5], [0.0, 1.0, 1.0]], [[0, 1], [2, 1]])
        """
        known: dict[bytes, int] = {}
        columns: list[FloatArray] = []
        places = []
        for table in tables:
            place = []
            for column in np.ascontiguousarray(table.T):
                at = known.setdefault(column.tobytes(), len(columns))
                if at == len(columns):
                    columns.append(column)
                place.append(at)
            places.append(np.array(place, np.int64))
        whole = np.array_equal(units, np.arange(count))
        summed = columns if whole else [np.bincount(units, c, minlength=count) for c in columns]
        large = swap_sums.for_work(count * len(columns) * swaps) is not swap_sums.plain
        return cls(np.stack(summed, axis=1) if summed else np.zeros((count, 0)), tuple(places), large)

    def moved(self, swaps: ByteArray) -> FloatArray:
        """Return the sums ``(columns, swaps)`` over what swaps, given a bit for each unit."""
        units, columns = self.table.shape
        if not self.compiled:
            step = max(1, _BITS // max(units, 1))
            blocks = (swaps[i : i + step] for i in range(0, len(swaps), step))
            parts = [np.unpackbits(b, axis=1, count=units).astype(np.float64) @ self.table for b in blocks]
            return np.ascontiguousarray(np.concatenate([*parts, np.zeros((0, columns))]).T)
        moved = np.zeros((columns, len(swaps)))
        padded = np.zeros((swaps.shape[1] * 8, _COLUMNS))
        for first in range(0, columns, _COLUMNS):
            part = self.table[:, first : first + _COLUMNS]
            padded[:units, : part.shape[1]] = part
            sums = np.zeros((len(swaps), part.shape[1]))
            swap_sums.compiled(swaps, np.ascontiguousarray(padded[:, : part.shape[1]]), sums)
            moved[first : first + _COLUMNS] = sums.T
        return moved


@kernel(large=_LARGE)
def swap_sums(swaps: AnyArray, table: AnyArray, sums: AnyArray) -> None:
    """Add to the sums of each swap those rows of a table whose bits are set, the first unit's highest."""
    columns = table.shape[1]
    added = np.zeros((256, columns))
    for byte in range(swaps.shape[1]):
        for bit in range(8):
            row = 8 * byte + 7 - bit
            half = 1 << bit
            for pattern in range(half):
                for column in range(columns):
                    added[half + pattern, column] = added[pattern, column] + table[row, column]
        for swap in range(len(swaps)):
            pattern = swaps[swap, byte]
            for column in range(columns):
                sums[swap, column] += added[pattern, column]


@kernel(large=20_000_000)
def count_extreme_means(
    moved: AnyArray, whole: AnyArray, pairs: AnyArray, items: float, seen: AnyArray, extreme: AnyArray
) -> None:
    """Count the swaps under which two means differ at least as much as they do.

    ``moved`` and ``whole`` are sums by system; both means are over the same items.
    """
    for pair in range(len(pairs)):
        a, b = pairs[pair]
        inside = 0
        for swap in range(moved.shape[1]):
            shift = moved[b, swap] - moved[a, swap]
            gap = (whole[a] + shift) / items - (whole[b] - shift) / items
            inside += abs(gap) < seen[pair]
        extreme[pair] += moved.shape[1] - inside
