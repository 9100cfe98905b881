"""What word2vec and fasttext have in common: gensim trains vectors of words on the tweets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core.errors import InputError
from lydite.core.spec import param
from lydite.core.text import split_words
from lydite.vectors.encoders.base import Encoder, means
from lydite.vectors.models.training import untrained

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import Float32Array
    from lydite.vectors.encoders.base import Vectors
    from lydite.vectors.models.base import EmbeddingModel


@dataclass(frozen=True)
class TrainedEncoder(Encoder):
    """Settings of #REval, 4.2.1: window 2, every word counts, 30 epochs, each tweet a document."""

    learns = True
    tagged = True

    of: Literal["tokens", "tweets"] = param(
        "tokens", help="a hashtag is its own word vector (what Table 5 shows), or the mean of its tweets"
    )
    dimensions: int = param(100, help="length of the vectors", low=1)
    window: int = param(2, help="words on either side that count as context", low=1)
    min_count: int = param(1, help="rarer words are passed over", low=1)
    epochs: int = param(30, help="passes over the tweets", low=1)
    skip_gram: bool = param(False, help="predict the context from the word instead of the word from it")
    seed: int = param(0, help="of initial vectors and sampling", low=0)

    def _train(self, kind: type[EmbeddingModel], texts: Sequence[str], **more: Any) -> Any:
        documents = [split_words(t) for t in texts]
        if not any(documents):
            raise InputError("there is no text to learn from")
        model = kind(
            type="skipgram" if self.skip_gram else "cbow",
            dim=self.dimensions,
            window=self.window,
            epochs=self.epochs,
            **more,
        )
        learner = untrained(model, self.seed, self.min_count)
        learner.build_vocab(documents)
        learner.train(documents, total_examples=learner.corpus_count, epochs=self.epochs)
        return learner.wv


@dataclass(frozen=True)
class WordVectorModel:
    """Vectors of words, and how hashtags get theirs."""

    words: list[str]
    rows: Float32Array
    of: str

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self.rows.shape[1])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the mean over the words of each text (MOWE); unknown words are passed over."""
        place = {w: i for i, w in enumerate(self.words)}
        known = [(i, place[w]) for i, t in enumerate(texts) for w in split_words(t) if w in place]
        owner, index = np.array(known, np.int64).reshape(-1, 2).T
        return means(self.rows, np.ascontiguousarray(index), np.ascontiguousarray(owner), len(texts))

    def tags(self, tags: Sequence[str]) -> Vectors | None:
        """Return the hashtags' own vectors, zeros for unknown ones; None for the mean of tweets."""
        if self.of == "tweets":
            return None
        place = {w: i for i, w in enumerate(self.words)}
        rows = np.zeros((len(tags), self.dimensions), np.float32)
        for i, tag in enumerate(tags):
            if tag in place:
                rows[i] = self.rows[place[tag]]
        return rows
