"""Matchers: phrase × phrase → [0, 1], each one file that declares one value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.matchers.base import KeyMatcher, Matcher
else:
    __getattr__ = lazily(
        __name__,
        {
            "base": "KeyMatcher Matcher code_pairs",
        },
    )

__all__ = [
    "KeyMatcher",
    "Matcher",
]
