"""fastText: the vector of a word is the mean of its own and those of its character n-grams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.errors import SpecError
from lydite.core.spec import param
from lydite.vectors.models.base import EmbeddingModel

if TYPE_CHECKING:
    from typing import Any


@dataclass(frozen=True)
class FastText(EmbeddingModel):
    """fastText with negative sampling, by gensim.

    Its 2,000,000 buckets are meant for large corpora: at 100 dimensions they take 800 MB, and setting them up
    takes longer than learning from a small corpus. So there are 100,000 here unless more are asked for.
    """

    name = "fasttext"
    also = ("fast",)
    reference = "Bojanowski et al. 2017; gensim; defaults of OddOneOut and Topk, section 3.1"

    min_n: int = param(3, help="characters of the shortest n-gram", low=1, high=20)
    max_n: int = param(6, help="characters of the longest n-gram", low=1, high=20)
    buckets: int = param(100_000, help="places that n-grams are hashed to", low=1, high=100_000_000)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.min_n > self.max_n:
            raise SpecError(f"fasttext: n-grams of {self.min_n} to {self.max_n} characters are none")

    def settings_of_gensim(self) -> dict[str, Any]:
        """Return the hyperparameters under the names that gensim has for them."""
        return super().settings_of_gensim() | {
            "min_n": self.min_n,
            "max_n": self.max_n,
            "bucket": self.buckets,
        }
