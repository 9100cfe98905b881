"""Inference from per-item statistics: intervals, paired tests, groups of systems that are tied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.lazy import lazily

if TYPE_CHECKING:
    from lydite.inference.comparison import Comparison, Test, compare, compare_blocks
    from lydite.inference.intervals import Options
    from lydite.inference.summary import summarise, summarise_blocks
else:
    __getattr__ = lazily(
        __name__,
        {
            "comparison": "Comparison Test compare compare_blocks",
            "intervals": "Options",
            "summary": "summarise summarise_blocks",
        },
    )

__all__ = ["Comparison", "Options", "Test", "compare", "compare_blocks", "summarise", "summarise_blocks"]
