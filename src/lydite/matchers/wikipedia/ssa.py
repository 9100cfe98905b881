"""Salient Semantic Analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import Resource, param
from lydite.matchers.wikipedia.esa import ConceptRelatedness, cosine

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, Int32Array
    from lydite.matchers.wikipedia.esa import Concepts


@dataclass(frozen=True)
class Ssa(ConceptRelatedness):
    """How related two phrases are by the concepts that are linked near their words.

    A word is the vector of the articles that are linked within five words of it, weighted by how much more
    often than by chance they are, log₂(f N / (a b)); further occurrences of a linked phrase in its article
    count as links. A phrase is the sum over its words; match is the cosine of the weights to the power γ,
    Σ (x y)^γ / √(Σ x^2γ Σ y^2γ), over ``scale`` and at most 1.
    """

    name = "ssa"
    reference = "Hassan and Mihalcea 2011; Quantifying Substitutability, section 2.1"
    unrelated = "no concept is linked near words of both"

    store: Resource = param(help="a store made by lydite build wikipedia --words")
    gamma: float = param(1.0, help="the power γ of the weights; the paper's is 0.05", low=0.001, high=4)
    scale: float = param(1.0, help="the cosine that scores 1; the paper's is 0.02", low=0.001, high=1)
    surface: bool = param(True, help="whether phrases equal after folding and stemming score 1")

    def concepts(self, word: str) -> tuple[Int32Array, FloatArray]:
        """Return the articles linked near a word, and their weights."""
        near, weight = self.wikipedia.concepts_near(word)
        return near, weight.astype(np.float64)

    def relatedness(self, left: Concepts, right: Concepts) -> float:
        """Return the cosine of two vectors of concepts, their weights to the power γ."""
        one, other = ((pages, weights**self.gamma) for pages, weights in (left, right))
        return min(1.0, cosine(one, other) / self.scale)
