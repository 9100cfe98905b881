"""Latent semantic analysis: fits on the tweets themselves, needs no weights."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, MissingExtra
from lydite.core.spec import param
from lydite.core.text import split_words
from lydite.vectors.encoders.base import Encoder, pack, unpack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import Float32Array
    from lydite.vectors.encoders.base import State, Vectors


@dataclass(frozen=True)
class LsaEncoder(Encoder):
    """Truncated singular value decomposition of tf-idf weights of the words.

    X ≈ U Σ Vᵀ over tweets × words, rows of X of length 1; a tweet is encoded as its row times V.
    """

    name = "lsa"
    reference = "Deerwester et al. 1990"
    learns = True

    dimensions: int = param(200, help="how many of the largest singular values are kept", low=1)
    seed: int = param(0, help="of the randomised decomposition", low=0)

    def fit(self, texts: Sequence[str]) -> LsaModel:
        """Learn words, their inverse document frequencies and V from the texts."""
        try:
            from sklearn.decomposition import TruncatedSVD
            from sklearn.feature_extraction.text import TfidfVectorizer
        except ImportError as error:
            raise MissingExtra("scikit-learn", "hashtags") from error
        if not any(texts):
            raise InputError("there is no text to learn from: every tweet consists of hashtags only")
        weigh = TfidfVectorizer(analyzer=split_words, dtype=np.float32)
        rows = weigh.fit_transform(texts)
        words = weigh.get_feature_names_out().tolist()
        if len(words) == 1:
            raise InputError(f"there is too little text to learn from: its only word is {words[0]!r}")
        kept = max(1, min(self.dimensions, min(rows.shape) - 1))
        svd = TruncatedSVD(kept, random_state=self.seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # explained variance of texts that are all alike
            svd.fit(rows)
        return LsaModel(
            words, weigh.idf_.astype(np.float32), np.ascontiguousarray(svd.components_.T, np.float32)
        )

    def restore(self, state: State) -> LsaModel:
        """Return the model as it was kept."""
        return LsaModel(unpack(state["words"]), state["idf"], state["right"])


@dataclass(frozen=True)
class LsaModel:
    """Words, their inverse document frequencies, and the matrix V."""

    words: list[str]
    idf: Float32Array
    right: Float32Array

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self.right.shape[1])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the rows of tf-idf weights times V."""
        from sklearn.feature_extraction.text import TfidfVectorizer

        weigh: Any = TfidfVectorizer(
            analyzer=split_words, dtype=np.float32, vocabulary={w: i for i, w in enumerate(self.words)}
        )
        weigh.idf_ = self.idf
        return np.asarray(weigh.transform(texts) @ self.right, np.float32)

    def tags(self, tags: Sequence[str]) -> None:
        """Return None: a tag is the mean of its tweets."""

    def state(self) -> State:
        """Return what was learned."""
        return {"words": pack(self.words), "idf": self.idf, "right": self.right}
