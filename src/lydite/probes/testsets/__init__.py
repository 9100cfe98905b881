"""Test sets: embedded ones, files in several forms, and sets built from Wikidata."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.lazy import lazily

if TYPE_CHECKING:
    from lydite.probes.testsets.reading import load_test_set
    from lydite.probes.testsets.testset import TestSet
else:
    __getattr__ = lazily(__name__, {"reading": "load_test_set", "testset": "TestSet"})

__all__ = ["TestSet", "load_test_set"]
