"""Categories of words as rows of a vocabulary: what topk, odd_one_out, combined and categorise share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.probes.scripts import advice

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.core.choices import Oov
    from lydite.probes.base import ProbeInput


@dataclass(frozen=True)
class Category:
    """One category: the rows of its known words, and how many words it has that count."""

    name: str
    rows: IntArray
    size: int
    """Words in the denominators: all of them, or the known ones where unknown words are skipped."""
    words: int


def categories(probe_input: ProbeInput, *, fold: bool, oov: Oov) -> list[Category]:
    """Return the categories of the test set in sorted order; words that repeat are counted once."""
    known_categories = []
    for name, words in sorted(probe_input.test.categories.items()):
        rows = probe_input.find(words, fold=fold)
        known = np.unique(rows[rows >= 0])
        total = len(rows)
        known_categories.append(Category(name, known, len(known) if oov == "skip" else total, total))
    if not any(len(c.rows) for c in known_categories):
        hint = advice(probe_input.test.words, probe_input.vectors, fold=fold)
        raise InputError(
            f"none of the {sum(c.words for c in known_categories):,} words of {probe_input.test.name} "
            f"is among the {len(probe_input.vectors):,} of {probe_input.vectors.name}{hint}"
        )
    return known_categories


def coverage(of_categories: list[Category]) -> FloatArray:
    """Return how many words of each category are known, and how many there are."""
    return np.array([[len(c.rows), c.words] for c in of_categories], np.float64).reshape(-1, 2)
