"""Explicit Semantic Analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.matchers.wikipedia.base import WikipediaRelatedness
from lydite.spec import Resource, param
from lydite.text import tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Concepts = tuple[NDArray[np.int64], NDArray[np.float64]]


@dataclass(frozen=True)
class Esa(WikipediaRelatedness):
    """How related two phrases are by the articles in whose text their words occur.

    A word is the vector of its tf-idf weights in all articles, (1 + log tf) log(N / df) over the norm of
    the article; a phrase is the sum over its words, each times log(N / df); match is the cosine.
    """

    name = "esa"
    reference = "Gabrilovich and Markovitch 2007; Quantifying Substitutability, section 2.1"
    unrelated = "no article holds words of both"

    store: Resource = param(help="a store made by lydite build wikipedia --words")
    surface: bool = param(True, help="whether phrases equal after folding and stemming score 1")

    def meaning(self, phrase: str) -> Concepts | None:
        """Return the articles of a phrase, ascending, and their weights."""
        pages: list[NDArray[np.int32]] = []
        weights: list[NDArray[np.float64]] = []
        for word in tokens(phrase, language=self.wikipedia.language):
            holding, weight = self.wikipedia.word(word)
            if len(holding):
                pages.append(holding)
                weights.append(weight * np.log(self.wikipedia.articles / len(holding)))
        if not pages:
            return None
        page, place = np.unique(np.concatenate(pages), return_inverse=True)
        total = np.bincount(place, np.concatenate(weights)).astype(np.float64)
        return page.astype(np.int64), total

    def relatedness(self, left: Concepts, right: Concepts) -> float:
        """Return the cosine of two vectors of concepts."""
        _, a, b = np.intersect1d(left[0], right[0], assume_unique=True, return_indices=True)
        norm = float(np.linalg.norm(left[1]) * np.linalg.norm(right[1]))
        return min(1.0, float(left[1][a] @ right[1][b]) / norm) if norm > 0 else 0.0
