"""Words of other languages than English by their stems, for forms that no list has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.text import stems, tokens
from lydite.knowledge.labels import Labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.store.store import Store


class Stems:
    """The labels of a language by their stems."""

    def __init__(self, store: Store, part: str, labels: Labels, stemmer: str) -> None:
        self.table = Labels.of(store, f"{part}stem_")
        self.labels, self.stemmer = labels, stemmer

    def find(self, words: Sequence[str]) -> list[int]:
        """Return the labels that have the stems of some words; of several, those with least endings."""
        written = tokens(" ".join(words))
        number = self.table.find(" ".join(stems(written, self.stemmer)))
        if number < 0:
            return []
        found = self.table.senses(number).tolist()
        phrase = " ".join(written)
        keys = [self.labels.key(label) for label in found]
        ends = [len(key) - 2 * _shared(phrase, key) for key in keys]
        return [label for label, end in zip(found, ends, strict=True) if end == min(ends)]


def _shared(one: str, other: str) -> int:
    """Return how many letters two words begin with that are the same."""
    return next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
