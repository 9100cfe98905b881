"""Whole numbers that stand in texts; Python refuses to read one of thousands of digits."""

from __future__ import annotations

DIGITS = 18  # what has no more of them fits into 64 bits


def whole_number(text: str) -> int | None:
    """Return the number that decimal digits say, None where there is anything else, or too many of them.

    >>> whole_number("07"), whole_number("-7"), whole_number("²"), whole_number("9" * 5000)
    (7, None, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= DIGITS else None
