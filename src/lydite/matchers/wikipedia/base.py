"""What the matchers of semantic relatedness by Wikipedia share: the best pair of senses counts."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lydite.core.progress import track
from lydite.core.spec import Resource  # types of parameters are read at run time
from lydite.core.text import stem_fold
from lydite.knowledge.wikipedia.example import build_example
from lydite.knowledge.wikipedia.knowledge_base import open_wikipedia
from lydite.matchers.base import Matcher, code_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.core.array_types import BoolArray, FloatArray
    from lydite.knowledge.wikipedia import Wikipedia
    from lydite.matchers.base import Match

_NEW: Any = object()  # None is what a phrase without a meaning means


class WikipediaRelatedness(Matcher):
    """Base of matchers that compare two articles; phrases are worth their best pair of senses."""

    revision = 2

    store: Resource
    surface: bool
    unrelated: ClassVar[str]
    """Why two phrases that mean something score 0."""

    @property
    def identity(self) -> bool:  # type: ignore[override]  # follows from parameters
        """Whether a phrase matches itself with 1: only by surface, for not every phrase has senses."""
        return self.surface

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a store of a few pages."""
        return {"store": str(build_example(folder))}

    @functools.cached_property
    def wikipedia(self) -> Wikipedia:
        """The store."""
        return open_wikipedia(self.store.file)

    def relatedness(self, left: Any, right: Any) -> float:
        """Return how related two things are that :meth:`meaning` gave."""
        raise NotImplementedError

    def meaning(self, phrase: str) -> Any:
        """Return what is compared; None where the phrase means nothing here."""
        raise NotImplementedError

    @functools.cached_property
    def _meanings(self) -> dict[str, Any]:
        return {}

    def _meant(self, phrase: str) -> Any:
        meanings = self._meanings
        found = meanings.get(phrase, _NEW)
        if found is _NEW:
            if len(meanings) > 50_000:
                meanings.clear()
            found = meanings[phrase] = self.meaning(phrase)
        return found

    def known(self, phrases: Sequence[str]) -> BoolArray:
        """Return which phrases mean something here."""
        return np.array([self._meant(p) is not None for p in phrases], dtype=bool)

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the relatedness of each candidate with the reference at the same place."""
        phrases, left, right = code_pairs(candidates, references)
        pairs = list(zip(left.tolist(), right.tolist(), strict=True))
        scores = {(i, j): self._one(phrases[i], phrases[j]) for i, j in track(dict.fromkeys(pairs), "pairs")}
        return np.array([scores[pair] for pair in pairs], np.float64)

    def explain(self, candidate: str, reference: str) -> Match:
        """Return the score of a pair with what led to it, or which phrase means nothing here."""
        score = self.score(candidate, reference)
        return self._match(candidate, reference, score, note=self._note(candidate, reference, score))

    def _note(self, candidate: str, reference: str, score: float) -> str:
        if self._by_surface(candidate, reference):
            return "equal after folding and stemming"
        for phrase in (candidate, reference):
            if self._meant(phrase) is None:
                return f"{phrase[:80]!r} means nothing in this Wikipedia"
        return "" if score else self.unrelated

    def _by_surface(self, candidate: str, reference: str) -> bool:
        own = self.wikipedia
        one, other = (
            stem_fold(p, own.labeller.stemmer, accents=own.accents, spelling=own.language)
            for p in (candidate, reference)
        )
        return self.surface and one == other

    def _one(self, candidate: str, reference: str) -> float:
        if self._by_surface(candidate, reference):
            return 1.0
        left, right = self._meant(candidate), self._meant(reference)
        return 0.0 if left is None or right is None else self.relatedness(left, right)


class SenseRelatedness(WikipediaRelatedness):
    """Base of matchers for which a phrase means a few articles."""

    senses: int
    categories: ClassVar[bool] = False
    """Whether a phrase may mean a category, too (in stores of which titles are all that is known)."""

    def meaning(self, phrase: str) -> list[int] | None:
        """Return the most probable pages of a phrase, redirects followed."""
        articles: dict[int, None] = {}
        for node in self.wikipedia.targets(phrase):
            end = self.wikipedia.redirect_target(node)
            if end is not None and (self.categories or not self.wikipedia.is_category(end)):
                articles[end] = None
        return list(articles)[: self.senses] or None

    def relatedness(self, left: list[int], right: list[int]) -> float:
        """Return the relatedness of the best pair of senses."""
        return max(self._related(a, b) for a in left for b in right)

    def _note(self, candidate: str, reference: str, score: float) -> str:
        note = super()._note(candidate, reference, score)
        if note:
            return note
        pairs = itertools.product(self._meant(candidate), self._meant(reference))
        a, b = map(self.wikipedia.display_title, max(pairs, key=lambda pair: self._related(*pair)))
        return f"both mean {a}" if a == b else f"by {a} and {b}"

    def _related(self, left: int, right: int) -> float:
        return 1.0 if left == right else self.articles(left, right)

    def articles(self, left: int, right: int) -> float:
        """Return how related two different articles are."""
        raise NotImplementedError
