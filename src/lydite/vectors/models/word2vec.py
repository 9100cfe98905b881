"""word2vec: one vector a word, learned from its contexts."""

from __future__ import annotations

from dataclasses import dataclass

from lydite.vectors.models.base import EmbeddingModel


@dataclass(frozen=True)
class Word2Vec(EmbeddingModel):
    """word2vec with negative sampling, by gensim.

    >>> str(Word2Vec(type="skipgram", dim=50))
    'word2vec(type=skipgram, dim=50)'
    """

    name = "word2vec"
    also = ("w2v",)
    reference = "Mikolov et al. 2013; gensim; defaults of OddOneOut and Topk, section 3.1"
