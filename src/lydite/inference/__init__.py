"""Inference from per-item statistics: intervals, paired tests, groups of systems that are tied."""

from lydite.inference.blocks import compare_blocks, summarise_blocks
from lydite.inference.comparison import Comparison, Test, compare
from lydite.inference.options import Options
from lydite.inference.summary import summarise

__all__ = ["Comparison", "Options", "Test", "compare", "compare_blocks", "summarise", "summarise_blocks"]
