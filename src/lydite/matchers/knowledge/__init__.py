"""Substitutability: how well one phrase stands for another by best paths in a knowledge base."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if not TYPE_CHECKING:
    __getattr__ = lazily(
        __name__,
        {
            "aspects": "EntityMatcher",
            "wordnet": "PRESETS",
        },
    )
