"""Lexical matchers: phrases compared by their words, without any source of meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if not TYPE_CHECKING:
    __getattr__ = lazily(
        __name__,
        {
            "alignment": "best_of chunks_of greedy improve",
            "words": "words_of",
        },
    )
