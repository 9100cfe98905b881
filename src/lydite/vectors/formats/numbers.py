"""Decimal numbers out of bytes, one row at a time, rounded as ``float32(float(text))`` would.

A row that is not plainly regular (a word with spaces, ``nan``, a number whose rounding is in doubt) is left
to the caller: the kernel says where it stopped, and Python reads that one row the slow and certain way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lydite.core.compiled import kernel

TENS = 10.0 ** np.arange(23)  # all exact in float64
_LARGE = 200_000  # bytes


@kernel(large=_LARGE)
def number(text: Any, i: Any, stop: Any, tens: Any) -> Any:  # noqa: PLR0915
    """Return (value, position after it, whether it is certain) of the number that starts at ``i``."""
    negative = False
    if i < stop and (text[i] == 45 or text[i] == 43):
        negative = text[i] == 45
        i += 1
    digits = 0
    significant = 0
    mantissa = 0
    exponent = 0
    point = False
    while i < stop:
        c = int(text[i])
        if 48 <= c <= 57:
            digits += 1
            if significant < 18:
                mantissa = mantissa * 10 + (c - 48)
                if mantissa > 0:
                    significant += 1
                if point:
                    exponent -= 1
            elif not point:
                exponent += 1
        elif c == 46 and not point:
            point = True
        else:
            break
        i += 1
    if digits == 0:
        return 0.0, i, False
    if i < stop and (text[i] == 101 or text[i] == 69):
        i += 1
        minus = i < stop and text[i] == 45
        if i < stop and (text[i] == 45 or text[i] == 43):
            i += 1
        power = 0
        first = i
        while i < stop and 48 <= text[i] <= 57:
            power = min(power * 10 + (int(text[i]) - 48), 9999)
            i += 1
        if i == first:
            return 0.0, i, False
        exponent += -power if minus else power
    value = float(mantissa)
    certain = True
    if mantissa > 0 and (exponent != 0 or mantissa >= 1 << 53):
        if exponent < -44 or exponent > 22:
            return 0.0, i, False
        if exponent >= 0:
            value *= tens[exponent]
        elif exponent >= -22:
            value /= tens[-exponent]
        else:
            value = value / tens[22] / tens[-exponent - 22]
        if mantissa >= 1 << 53 or exponent < -22:
            # not exact as a float64: certain only if both ends of the error round to one float32
            error = value * 2.0**-49
            certain = np.float32(value - error) == np.float32(value + error)
    return -value if negative else value, i, certain


@kernel(large=_LARGE)
def rows(text: Any, i: Any, stop: Any, row: Any, matrix: Any, starts: Any, stops: Any, tens: Any) -> Any:
    """Read regular lines ``word number … number`` until one is not, and return (its position, its row)."""
    count, dimensions = matrix.shape
    while i < stop and row < count:
        j = i
        while j < stop and text[j] != 32 and text[j] != 9 and text[j] != 10:
            j += 1
        starts[row] = i
        stops[row] = j
        for column in range(dimensions):
            first = j
            while j < stop and (text[j] == 32 or text[j] == 9):
                j += 1
            if j == first:
                return i, row
            value, j, certain = number(text, j, stop, tens)
            if not certain:
                return i, row
            matrix[row, column] = value
        while j < stop and (text[j] == 32 or text[j] == 9 or text[j] == 13):
            j += 1
        if j < stop and text[j] != 10:
            return i, row
        i = j + 1
        row += 1
    return min(i, stop), row
