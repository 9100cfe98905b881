"""WordLlama: static vectors of word pieces, bundled in its package."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import MissingExtra, StoreError
from lydite.core.spec import Resource
from lydite.vectors.encoders.base import Encoder, means

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import Float32Array
    from lydite.vectors.encoders.base import State, Vectors

WEIGHTS = "l2_supercat_256.safetensors"


@dataclass(frozen=True)
class Wordllama(Encoder):
    """The mean of the static vectors of the pieces of the words, 256 dimensions, without a download.

    Its own loader may go to the network; here the files inside the package are read.
    """

    name = "wordllama"
    reference = "Miller 2024, WordLlama"

    def sources(self) -> Mapping[str, str]:
        """Return the bundled weights."""
        return {"weights": Resource(str(_folder() / "weights" / WEIGHTS)).identity()}

    def fit(self, texts: Sequence[str]) -> WordllamaModel:
        """Open the bundled weights and tokenizer."""
        del texts
        folder = _folder()
        try:
            from safetensors.numpy import load_file
            from tokenizers import Tokenizer
        except ImportError as error:
            raise MissingExtra("wordllama", "encoders") from error
        try:
            rows = load_file(folder / "weights" / WEIGHTS)["embedding.weight"]
            tokenizer = Tokenizer.from_file(str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json"))
        except Exception as error:  # the two libraries share no root of errors
            raise StoreError(f"the weights inside the package cannot be read: {error}", folder) from error
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return WordllamaModel(rows.astype(np.float32), tokenizer)


@dataclass(frozen=True)
class WordllamaModel:
    """One row for each piece, and the tokenizer that cuts words into pieces."""

    rows: Float32Array
    tokenizer: Any

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self.rows.shape[1])

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the mean over the pieces of each text."""
        encodings = self.tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        pieces = [e.ids if t else [] for e, t in zip(encodings, texts, strict=True)]
        owner = np.repeat(np.arange(len(texts)), [len(p) for p in pieces])
        index = np.fromiter((i for p in pieces for i in p), np.int64, len(owner))
        return means(self.rows, index, owner, len(texts))

    def tags(self, tags: Sequence[str]) -> None:
        """Return None: a tag is the mean of its tweets."""

    def state(self) -> State:
        """Return nothing: the weights are the package's."""
        return {}


def _folder() -> Path:
    found = importlib.util.find_spec("wordllama")  # found, not imported: importing it sets up logging
    if found is None or found.origin is None:
        raise MissingExtra("wordllama", "encoders")
    return Path(found.origin).parent
