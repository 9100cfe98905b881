"""The one door: what arrays from disk must be before anything looks into them, or a kernel runs over them.

A digest says that a store is what its maker wrote, not that its maker wrote sense. Each kind of store says
what its arrays are to each other in these few words: offsets divide, codes stay within, numbers are finite.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.store.store import check_array

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.array_types import AnyArray
    from lydite.core.store.store import Arrays

_ROWS = 1 << 22  # numbers that are compared with the next at a time


class ArrayChecker:
    """Checks of the arrays of one store; each raises ValueError."""

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays

    def array(self, name: str, kinds: str, length: int | None = None, columns: int | None = None) -> AnyArray:
        """Return an array that has one of these types and so many rows."""
        array = self.arrays[name]
        kind = array.dtype.str if array.dtype.str in kinds.split() else kinds.split(maxsplit=1)[0]
        rows = array.shape[:1] if length is None else (length,)
        check_array(self.arrays, name, kind, rows if columns is None else (*rows, columns))
        return array

    def offsets(self, name: str, lists: int | None, entries: int, kinds: str = "<i8") -> int:
        """Check where lists start, and that the last ends with the entries; return how many there are."""
        starts = self.array(name, kinds, None if lists is None else lists + 1)
        if not len(starts) or starts[0] != 0 or starts[-1] != entries or (np.diff(starts) < 0).any():
            raise ValueError(f"{name} does not divide {entries:,} entries")
        return len(starts) - 1

    def texts(self, ends: str, text: str, count: int | None = None) -> int:
        """Check where texts end that lie end to end in UTF-8; return how many there are."""
        there, stop = self.array(text, "|u1"), self.array(ends, "<i8", count)
        inside = not len(stop) or (stop[0] >= 0 and stop[-1] == len(there) and not (np.diff(stop) < 0).any())
        if not inside or (len(there) and not len(stop)):
            raise ValueError(f"{ends} does not divide {text}")
        begins = stop[:-1][stop[:-1] < len(there)]
        if (there[begins] & 0xC0 == 0x80).any():
            raise ValueError(f"{ends} cuts a character of {text}")
        there.tobytes().decode("utf-8", "surrogatepass")
        return len(stop)

    def codes(
        self,
        name: str,
        length: int | None,
        below: int,
        *,
        least: int = 0,
        kinds: str = "<i4",
        columns: int | None = None,
    ) -> AnyArray:
        """Return an array whose numbers are places in something that has so many."""
        array = self.array(name, kinds, length, columns)
        if array.size and not least <= array.min() <= array.max() < below:
            raise ValueError(f"{name} names what is not there: {array.min()} … {array.max()} of {below:,}")
        return array

    def ascending(self, name: str, starts: str) -> None:
        """Check that the numbers of each list ascend: lists are merged where they are compared."""
        array, begins = self.arrays[name], self.arrays[starts]
        first = np.zeros(len(array) + 1, np.bool_)
        first[begins] = True
        for start in range(0, len(array) - 1, _ROWS):
            part = array[start : start + _ROWS + 1]
            if not ((part[1:] > part[:-1]) | first[start + 1 : start + len(part)]).all():
                raise ValueError(f"{name} does not ascend within its lists")

    def lines(self, name: str) -> list[str]:
        """Return texts that are lines in UTF-8."""
        return self.array(name, "|u1").tobytes().decode("utf-8", "surrogatepass").split("\n")

    def weights(self, name: str, length: int, kinds: str = "<f4") -> None:
        """Check that an array has as many finite numbers."""
        if not np.isfinite(self.array(name, kinds, length)).all():
            raise ValueError(f"{name} has a number that is not finite")

    def names(self, name: str) -> int:
        """Check that 64-bit names ascend; return how many there are."""
        array = self.array(name, "<i8 <u8").view(np.uint64)
        if (array[1:] < array[:-1]).any():
            raise ValueError(f"{name} is not sorted")
        return len(array)


def check_note(
    notes: Mapping[str, Any], name: str, kind: type | tuple[type, ...], least: int | None = None
) -> Any:
    """Return what a note says; ValueError unless it is of this type and, a number, not below the least."""
    value = notes[name]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise ValueError(f"its note {name} is {value!r:.60}")
    if least is not None and (not isinstance(value, int) or value < least):
        raise ValueError(f"its note {name} is {value}")
    return value
