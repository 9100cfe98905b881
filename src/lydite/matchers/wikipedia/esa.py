"""Explicit Semantic Analysis, and what it shares with its successor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import Resource, param
from lydite.core.text import tokens
from lydite.matchers.wikipedia.base import WikipediaRelatedness

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, Int32Array, IntArray

    Concepts = tuple[IntArray, FloatArray]


def cosine(left: Concepts, right: Concepts) -> float:
    """Return the cosine of two vectors of concepts, at most 1."""
    _, a, b = np.intersect1d(left[0], right[0], assume_unique=True, return_indices=True)
    norm = float(np.linalg.norm(left[1]) * np.linalg.norm(right[1]))
    return min(1.0, float(left[1][a] @ right[1][b]) / norm) if norm > 0 else 0.0


class ConceptRelatedness(WikipediaRelatedness):
    """Base of matchers for which a word is a vector over articles, and a phrase the sum over its words."""

    def concepts(self, word: str) -> tuple[Int32Array, FloatArray]:
        """Return the articles of a word, and their weights."""
        raise NotImplementedError

    def meaning(self, phrase: str) -> Concepts | None:
        """Return the articles of a phrase, ascending, and their weights."""
        words = [self.concepts(word) for word in tokens(phrase, language=self.wikipedia.language)]
        words = [(pages, weights) for pages, weights in words if len(pages)]
        if not words:
            return None
        page, place = np.unique(np.concatenate([p for p, _ in words]), return_inverse=True)
        total = np.bincount(place, np.concatenate([w for _, w in words])).astype(np.float64)
        return page.astype(np.int64), total


@dataclass(frozen=True)
class Esa(ConceptRelatedness):
    """How related two phrases are by the articles in whose text their words occur.

    A word is the vector of its tf-idf weights in all articles, (1 + log tf) log(N / df) over the norm of
    the article; a phrase is the sum over its words, each times log(N / df); match is the cosine.
    """

    name = "esa"
    reference = "Gabrilovich and Markovitch 2007; Quantifying Substitutability, section 2.1"
    unrelated = "no article holds words of both"

    store: Resource = param(help="a store made by lydite build wikipedia --words")
    surface: bool = param(True, help="whether phrases equal after folding and stemming score 1")

    def concepts(self, word: str) -> tuple[Int32Array, FloatArray]:
        """Return the articles in which a word occurs, and its weights."""
        holding, weight = self.wikipedia.word(word)
        return holding, weight * np.log(self.wikipedia.articles / max(1, len(holding)))

    def relatedness(self, left: Concepts, right: Concepts) -> float:
        """Return the cosine of two vectors of concepts."""
        return cosine(left, right)
