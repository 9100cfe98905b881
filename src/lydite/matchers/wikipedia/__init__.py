"""Semantic relatedness by Wikipedia: links, words of articles, categories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if not TYPE_CHECKING:
    __getattr__ = lazily(
        __name__,
        {
            "wlm": "link_distance",
        },
    )
