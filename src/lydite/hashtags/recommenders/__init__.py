"""Baselines that recommend hashtags for tweets, for others to beat (#REval, 4.2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.hashtags.recommenders.base import Recommendation, Recommender
    from lydite.hashtags.recommenders.running import learn, recommend, row, summary_of
else:
    __getattr__ = lazily(
        __name__,
        {
            "base": "Recommendation Recommender",
            "running": "learn recommend row summary_of",
        },
    )

__all__ = [
    "Recommendation",
    "Recommender",
    "learn",
    "recommend",
    "row",
    "summary_of",
]
