"""Which items stand on which sheet, in which order: shuffled, and the same again from the same seed."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import InputError
from lydite.probes.agreement.sheets.sheet import Sheet, SheetEntry, SheetSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.agreement.sheets.items import SheetItem


def lay_out(
    name: str,
    items: Sequence[SheetItem],
    per_sheet: int = 10,
    *,
    times: int = 1,
    first: int = 1,
    seed: int = 0,
) -> SheetSet:
    """Put every item on ``times`` sheets, none twice on one, and shuffle its options on each.

    Sheets are numbered from ``first``; the last ones may be shorter.

    >>> from lydite.probes.agreement.sheets.items import VerdictItem
    >>> many = [VerdictItem(f"a{n}", "b") for n in range(5)]
    >>> [len(s.entries) for s in lay_out("x", many, 3, times=2).sheets]
    [3, 3, 3, 1]
    """
    if not items:
        raise InputError(f"{name}: there is nothing to ask")
    if len({type(item) for item in items}) > 1:
        raise InputError(f"{name}: items of several kinds cannot stand on one sheet")
    generator = np.random.default_rng([seed, len(items), per_sheet, times])
    waiting = deque(int(i) for _ in range(times) for i in generator.permutation(len(items)))
    sheets: list[Sheet] = []
    while waiting:
        chosen: list[int] = []
        later: list[int] = []
        while waiting and len(chosen) < per_sheet:
            item = waiting.popleft()
            (later if item in chosen else chosen).append(item)
        waiting.extendleft(reversed(later))
        entries = [SheetEntry(i, generator.permutation(len(items[i].options)).tolist()) for i in chosen]
        sheets.append(Sheet(first + len(sheets), entries))
    written = name.encode("utf-8", "backslashreplace").decode()  # that of a file may be of any bytes
    return SheetSet("lydite sheets", 1, written, seed, list(items), sheets)
