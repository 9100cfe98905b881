"""Test sets: embedded ones, files in several forms, and sets built from Wikidata."""

from lydite.probes.testsets.reading import load_test_set
from lydite.probes.testsets.testset import TestSet

__all__ = ["TestSet", "load_test_set"]
