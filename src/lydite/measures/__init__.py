"""Measures: a system's output against gold, each one file that declares one value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.measures.chance import GoldShuffles, ShufflePlan, draw_orders
else:
    __getattr__ = lazily(__name__, {"chance": "GoldShuffles ShufflePlan draw_orders"})

__all__ = ["GoldShuffles", "ShufflePlan", "draw_orders"]
