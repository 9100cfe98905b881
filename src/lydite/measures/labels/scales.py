"""The scale of an ordinal measure, where nobody gave it."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 1_000  # classes; whole numbers further apart are no labels


def whole_scale(values: Sequence[Any]) -> Sequence[Any] | None:
    """Return every whole number from the lowest to the highest; None where the labels are no numbers.

    Between 2 and 5 lie 3 and 4, whether or not a row has them. What lies between other numbers nobody knows.

    >>> whole_scale([1, 2, 5]), whole_scale(["a", "b"])
    ([1, 2, 3, 4, 5], None)
    """
    if not values or not all(isinstance(v, Real) for v in values):
        return None
    if not all(isinstance(v, Integral) or float(v).is_integer() for v in values):
        odd = next(v for v in values if not float(v).is_integer())
        raise InputError(f"the label {odd} is no whole number: give labels in the order of their scale")
    low, high = int(min(values)), int(max(values))
    if high - low >= MOST:
        raise InputError(f"whole numbers from {low} to {high} are too many for a scale: give its labels")
    return list(range(low, high + 1))
