"""Pairs of phrases that people graded, and where they are read from."""

from lydite.probes.agreement.pairs.pair import Pair, PairSet
from lydite.probes.agreement.pairs.reading import read_pairs

__all__ = ["Pair", "PairSet", "read_pairs"]
