"""word2vec trained on the tweets, by gensim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.vectors.encoders.base import pack, unpack
from lydite.vectors.encoders.trained import TrainedEncoder, WordVectorModel
from lydite.vectors.models.word2vec import Word2Vec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.vectors.encoders.base import State


@dataclass(frozen=True)
class Word2vec(TrainedEncoder):
    """Vectors of words (hashtags among them) trained on the tweets, with the settings of #REval, 4.2.1."""

    name = "word2vec"
    reference = "#REval, 4.2.1; Mikolov et al. 2013"

    def fit(self, texts: Sequence[str]) -> Word2vecModel:
        """Train on the texts."""
        trained = self._train(Word2Vec, texts)
        return Word2vecModel(list(trained.index_to_key), np.asarray(trained.vectors, np.float32), self.of)

    def restore(self, state: State) -> Word2vecModel:
        """Return the model as it was kept."""
        return Word2vecModel(unpack(state["words"]), state["rows"], self.of)


class Word2vecModel(WordVectorModel):
    """Vectors of words."""

    def state(self) -> State:
        """Return what was learned."""
        return {"words": pack(self.words), "rows": self.rows}
