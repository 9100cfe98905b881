"""Categories of words as rows of a vocabulary: what topk, odd_one_out, combined and categorise share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import InputError
from lydite.probes.scripts import advice

if TYPE_CHECKING:
    from lydite.array_types import FloatArray, IntArray
    from lydite.choices import Oov
    from lydite.probes.base import Ground


@dataclass(frozen=True)
class Category:
    """One category: the rows of its known words, and how many words it has that count."""

    name: str
    rows: IntArray
    size: int
    """Words in the denominators: all of them, or the known ones where unknown words are skipped."""
    words: int


def categories(ground: Ground, *, fold: bool, oov: Oov) -> list[Category]:
    """Return the categories of the test set in sorted order; words that repeat are counted once."""
    found = []
    for name, words in sorted(ground.test.categories.items()):
        rows = ground.find(words, fold=fold)
        known = np.unique(rows[rows >= 0])
        total = len(rows)
        found.append(Category(name, known, len(known) if oov == "skip" else total, total))
    if not any(len(c.rows) for c in found):
        hint = advice(ground.test.words, ground.vectors, fold=fold)
        raise InputError(
            f"none of the {sum(c.words for c in found):,} words of {ground.test.name} "
            f"is among the {len(ground.vectors):,} of {ground.vectors.name}{hint}"
        )
    return found


def coverage(found: list[Category]) -> FloatArray:
    """Return how many words of each category are known, and how many there are."""
    return np.array([[len(c.rows), c.words] for c in found], np.float64).reshape(-1, 2)
