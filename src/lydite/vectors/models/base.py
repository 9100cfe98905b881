"""What every model of word vectors is: declared hyperparameters, and training on a prepared text."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Literal

from lydite.core.spec import Declaration, param
from lydite.vectors.models.training import train

if TYPE_CHECKING:
    from typing import Any

    from lydite.vectors import Vectors
    from lydite.vectors.corpus.prepared import PreparedText

Type = Literal["cbow", "skipgram"]


@dataclasses.dataclass(frozen=True)
class EmbeddingModel(Declaration):
    """A model with all its hyperparameters; the defaults are those that section 3.1 of 002 fixes.

    The learning rate falls in equal steps from ``rate`` to a hundredth of a percent (gensim's schedule).
    What section 3.1 does not name (``type``, ``negative``, ``sample``) is gensim's default.
    """

    kind = "model"
    reference = "OddOneOut and Topk, section 3.1"

    type: Type = param("cbow", help="predict a word from its context, or the context from a word")
    dim: int = param(100, help="dimension of the vectors", low=1, high=10_000)
    window: int = param(5, help="how far to both sides the context reaches", low=1, high=1_000)
    rate: float = param(0.025, help="the learning rate at the start", low=1e-9, high=1)
    min_count: int = param(5, help="words that occur less often are left out", low=1)
    epochs: int = param(1, help="how often the corpus is gone through", low=1, high=100_000)
    negative: int = param(5, help="negative samples for each word", low=1, high=1_000)
    sample: float = param(0.001, help="threshold above which frequent words are thinned out", low=0, high=1)

    def train(self, text: PreparedText, seed: int = 0) -> Vectors:
        """Return the vectors of the words that occur often enough, by falling count.

        One worker trains, so that the same seed gives the same numbers.
        """
        return train(self, text, seed)

    def settings_of_gensim(self) -> dict[str, Any]:
        """Return the hyperparameters under the names that gensim has for them."""
        return {
            "sg": int(self.type == "skipgram"),
            "vector_size": self.dim,
            "window": self.window,
            "alpha": self.rate,
            "epochs": self.epochs,
            "negative": self.negative,
            "sample": self.sample,
        }
