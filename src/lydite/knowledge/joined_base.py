"""Several knowledge bases as one that phrases are matched with: what any matches directly is united."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.core import arrays

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.knowledge.base import JoinableBase


class JoinedBase:
    """Knowledge bases of one language by name, their entities numbered end to end in this order."""

    def __init__(self, bases: Mapping[str, JoinableBase]) -> None:
        self.names, self.bases = tuple(bases), tuple(bases.values())
        self.shifts = arrays.offsets([len(base.graph) for base in self.bases])
        first = self.bases[0]
        self.english, self.language = first.english, first.language
        self.stemmer, self.accents = first.stemmer, first.accents
        self.longest = max(base.longest for base in self.bases)

    def targets(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the entities of all bases that folded words may mean."""
        return tuple(
            entity + int(shift)
            for base, shift in zip(self.bases, self.shifts, strict=False)
            if len(words) <= base.longest
            for entity in base.targets(words)
        )

    def pieces(self, phrase: str) -> Sequence[str]:
        """Return what a folded phrase is made of, where a base says so."""
        return next(filter(None, (base.pieces(phrase) for base in self.bases)), ())

    def name(self, entity: int) -> str:
        """Return an entity as people read it, after the name of its base."""
        place = self.place(entity)
        return f"{self.names[place]}: {self.bases[place].name(entity - int(self.shifts[place]))}"

    def place(self, entity: int) -> int:
        """Return which base an entity belongs to."""
        return int(np.searchsorted(self.shifts, entity, "right")) - 1
