"""Comparisons of two substitutions: better, worse or similar."""

from lydite.probes.agreement.comparisons.comparison import ComparisonSet, JudgedComparison

__all__ = ["ComparisonSet", "JudgedComparison"]
