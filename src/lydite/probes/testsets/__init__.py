"""Test sets: embedded ones, files in several forms, and sets built from Wikidata."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.probes.testsets.built import write_test_set
    from lydite.probes.testsets.cldr import KINDS, build_cldr
    from lydite.probes.testsets.preparing import ensure_known, prepare_test_set
    from lydite.probes.testsets.reading import load_test_set
    from lydite.probes.testsets.testset import TestSet
else:
    __getattr__ = lazily(
        __name__,
        {
            "built": "write_test_set",
            "cldr": "KINDS build_cldr find_locale languages",
            "preparing": "ensure_known prepare_test_set",
            "reading": "load_test_set",
            "testset": "TestSet",
        },
    )

__all__ = [
    "KINDS",
    "TestSet",
    "build_cldr",
    "ensure_known",
    "load_test_set",
    "prepare_test_set",
    "write_test_set",
]
