"""How many lines of a large file may be broken: they are counted, reported and passed over."""

from __future__ import annotations

FEW = 10
"""Broken lines that a file may always have."""
SHARE = 0.01
"""The share of its lines that may be broken in a larger one."""


def most_broken(lines: int) -> int:
    """Return how many of so many lines may be broken: ten, or one in a hundred.

    >>> most_broken(20), most_broken(5_000)
    (10, 50)
    """
    return max(FEW, int(SHARE * lines))
