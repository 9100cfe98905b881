"""Checks of what Python callers pass: one sentence that names the argument."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

from lydite.core.errors import InputError

_SHOWN = 40  # characters


def wrong(name: str, expected: str, found: Any) -> InputError:
    """Return the error for an argument that is not what was expected.

    >>> str(wrong("bootstrap", "a whole number", "10"))
    "bootstrap: expected a whole number, not the text '10'"
    """
    if isinstance(found, str):
        shown = f"the text {found[:_SHOWN]!r}"
    else:
        shown = str(found) if isinstance(found, Real) or found is None else type(found).__name__
    return InputError(f"{name}: expected {expected}, not {shown}")


def check_texts(*, optional: bool = True, **given: Any) -> None:
    """Refuse what is no text, or None where that is allowed."""
    for name, value in given.items():
        if not isinstance(value, str) and not (optional and value is None):
            raise wrong(name, "a text", value)


def check_counts(*, optional: bool = False, **given: Any) -> None:
    """Refuse what is no whole number from 0, or None where that is allowed."""
    for name, value in given.items():
        if optional and value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, Integral) or value < 0:
            raise wrong(name, "a whole number from 0", value)
