"""Latent semantic analysis of the user's corpus."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.core.text import tokens
from lydite.matchers.statistical.base import CorpusMatcher
from lydite.vectors.corpus.latent import word_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import BoolArray, FloatArray, IntArray


@dataclass(frozen=True)
class Lsa(CorpusMatcher):
    """The cosine of two phrases in the space of a corpus's strongest dimensions; negative ones count as 0.

    The matrix of words by documents, log(1 + count) weighted by one minus the entropy of the word over
    documents, is reduced by singular value decomposition; a phrase is the sum of its words.
    """

    name = "lsa"
    reference = "Quantifying Substitutability, Section 2.1; Deerwester et al. 1990, Dumais 1991"

    dimensions: int = param(100, help="how many singular vectors are kept (fewer in a small corpus)", low=1)

    @functools.cached_property
    def words(self) -> FloatArray:
        """The vector of each word of the corpus, computed once and kept beside the index."""
        return word_vectors(self.index, self.dimensions)

    def score_coded(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> FloatArray:
        """Return the cosine of each pair of places in a list of distinct phrases; 0 for unknown phrases."""
        vocabulary = self.index.vocabulary
        vectors = np.zeros((len(phrases), self.words.shape[1]))
        for i, phrase in enumerate(phrases):
            codes = [vocabulary[w] for w in tokens(phrase) if w in vocabulary]
            vectors[i] = self.words[codes].sum(axis=0)
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit = vectors / np.where(norms > 0, norms, 1.0)
        cosines: FloatArray = np.einsum("ij,ij->i", unit[left], unit[right])
        return np.clip(cosines, 0.0, 1.0)

    def known(self, phrases: Sequence[str]) -> BoolArray:
        """Return which phrases have a word that the corpus holds."""
        vocabulary = self.index.vocabulary
        return np.array([any(w in vocabulary for w in tokens(p)) for p in phrases], dtype=bool)
