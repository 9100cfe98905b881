"""fastText trained on the tweets, by gensim; new hashtags get vectors from their character n-grams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.vectors.encoders.base import pack, unpack
from lydite.vectors.encoders.trained import TrainedEncoder, WordVectorModel
from lydite.vectors.models.fasttext import FastText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import Float32Array, IntArray
    from lydite.vectors.encoders.base import State, Vectors

SHORTEST, LONGEST = 3, 6  # characters of an n-gram, as in the original


@dataclass(frozen=True)
class Fasttext(TrainedEncoder):
    """Vectors of words and their character n-grams trained on the tweets, as in #REval, 4.2.1."""

    name = "fasttext"
    reference = "#REval, 4.2.1; Bojanowski et al. 2017"

    buckets: int = param(200_000, help="slots that character n-grams are hashed into", low=1)

    def fit(self, texts: Sequence[str]) -> FasttextModel:
        """Train on the texts; of the slots only those that were trained are kept."""
        from gensim.models.fasttext_inner import compute_ngrams_bytes, ft_hash_bytes

        trained = self._train(FastText, texts, buckets=self.buckets, min_n=SHORTEST, max_n=LONGEST)
        words = list(trained.index_to_key)
        used = {
            ft_hash_bytes(g) % self.buckets for w in words for g in compute_ngrams_bytes(w, SHORTEST, LONGEST)
        }
        slots = np.array(sorted(used), np.int64)
        rows = np.asarray(trained.vectors, np.float32)
        grams = np.asarray(trained.vectors_ngrams[slots], np.float32)
        return FasttextModel(words, rows, self.of, slots, grams, self.buckets)

    def restore(self, state: State) -> FasttextModel:
        """Return the model as it was kept."""
        return FasttextModel(
            unpack(state["words"]), state["rows"], self.of, state["slots"], state["grams"], self.buckets
        )


@dataclass(frozen=True)
class FasttextModel(WordVectorModel):
    """Vectors of words, and of slots of character n-grams for the words it never saw."""

    slots: IntArray
    grams: Float32Array
    buckets: int

    def tags(self, tags: Sequence[str]) -> Vectors | None:
        """Return the hashtags' own vectors, from n-grams where they are new; None for the mean of tweets."""
        rows = super().tags(tags)
        if rows is None:
            return None
        known = set(self.words)
        for i, tag in enumerate(tags):
            if tag not in known:
                rows[i] = self._from_grams(tag)
        return rows

    def _from_grams(self, word: str) -> Vectors:
        from gensim.models.fasttext_inner import compute_ngrams_bytes, ft_hash_bytes

        grams = compute_ngrams_bytes(word, SHORTEST, LONGEST)
        hashes = np.array([ft_hash_bytes(g) % self.buckets for g in grams], np.int64)
        hashes = hashes[np.isin(hashes, self.slots)]
        if not len(hashes):
            return np.zeros(self.dimensions, np.float32)
        vector: Vectors = self.grams[np.searchsorted(self.slots, hashes)].mean(0)
        return vector

    def state(self) -> State:
        """Return what was learned."""
        return {"words": pack(self.words), "rows": self.rows, "slots": self.slots, "grams": self.grams}
