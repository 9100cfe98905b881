"""Inference from per-item statistics: intervals, paired tests, groups of systems that are tied."""

from lydite.inference.comparison import Comparison, Test, compare, compare_blocks
from lydite.inference.intervals import Options
from lydite.inference.summary import summarise, summarise_blocks

__all__ = ["Comparison", "Options", "Test", "compare", "compare_blocks", "summarise", "summarise_blocks"]
