"""Which part of the items a run scored, so that any scheduler can share the work."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError

if TYPE_CHECKING:
    from lydite.core.array_types import IntArray


_SHORT = re.compile(r"[0-9]{1,9}")  # more shards than a thousand million nobody has


@dataclass(frozen=True, slots=True)
class Shard:
    """Part ``number`` of ``total``: every total-th item of the sorted ids."""

    number: int
    total: int

    @classmethod
    def read(cls, text: str) -> Shard:
        """Read ``3/16``.

        >>> Shard.read("3/16")
        Shard(number=3, total=16)
        """
        number, slash, total = text.partition("/")
        if not (slash and _SHORT.fullmatch(number) and _SHORT.fullmatch(total)):
            raise InputError(f"a shard is written 3/16 (the third of sixteen), not {text!r:.80}")
        if not 1 <= int(number) <= int(total):
            raise InputError(f"shard {text}: the first number runs from 1 to the second")
        return cls(int(number), int(total))

    def __str__(self) -> str:
        return f"{self.number}/{self.total}"

    def places(self, n: int) -> IntArray:
        """Return which of n items belong to this shard."""
        return np.arange(self.number - 1, n, self.total)
