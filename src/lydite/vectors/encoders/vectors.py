"""Word vectors of anybody's, from a file: a text is the mean of its words (MOWE)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core.spec import Resource, param
from lydite.core.text import split_words
from lydite.vectors import load_vectors
from lydite.vectors.encoders.base import Encoder, means

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.vectors import Vectors
    from lydite.vectors.encoders.base import State
    from lydite.vectors.encoders.base import Vectors as Rows


@dataclass(frozen=True)
class FileVectors(Encoder):
    """The mean of the vectors of the words of a text, from a file in any format that ``probe`` reads.

    A word is looked up as written, then folded, then without accents; unknown words are passed over, unless
    the file has n-grams to make them from (fastText). With ``of=tokens`` a hashtag is its own row.
    """

    name = "vectors"
    reference = "#REval, 4.2.2 (MOWE); Mitchell and Lapata 2010"

    file: Resource = param(help="word vectors: word2vec, GloVe, fastText, or a store")
    of: Literal["tokens", "tweets"] = param(
        "tweets", help="a hashtag is its own row of the file, or the mean of its tweets"
    )

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a small file of vectors."""
        file = folder / "words.txt"
        file.write_text("flu 1 0.5 0\nvaccine 0.9 0.6 0.1\ndinner 0 0.2 1\n#quinoa 0.1 0.1 1\n", "utf-8")
        return {"file": str(file)}

    def fit(self, texts: Sequence[str]) -> FileVectorsModel:
        """Open the file."""
        del texts
        return FileVectorsModel(load_vectors(self.file.file), self.of)


@dataclass(frozen=True)
class FileVectorsModel:
    """An open table of word vectors."""

    table: Vectors
    of: str

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return self.table.dimensions

    def encode(self, texts: Sequence[str]) -> Rows:
        """Return the mean over the known words of each text."""
        words: dict[str, int] = {}
        lists = [[words.setdefault(w, len(words)) for w in split_words(t)] for t in texts]
        rows = self._rows(list(words))
        known = np.asarray(rows.any(axis=1))
        owner = np.repeat(np.arange(len(texts)), [len(x) for x in lists])
        index = np.fromiter((i for x in lists for i in x), np.int64, len(owner))
        keep = known[index] if len(index) else np.zeros(0, np.bool_)
        return means(rows, index[keep], owner[keep], len(texts))

    def tags(self, tags: Sequence[str]) -> Rows | None:
        """Return the rows of the hashtags, with or without their sign; None for the mean of tweets."""
        if self.of == "tweets":
            return None
        rows = self._rows(tags)
        lost = np.flatnonzero(~rows.any(axis=1))
        rows[lost] = self._rows([tags[i].removeprefix("#") for i in lost.tolist()])
        return rows

    def _rows(self, words: Sequence[str]) -> Rows:
        places = self.table.look_up(list(words))
        rows = np.zeros((len(words), self.dimensions), np.float32)
        rows[places >= 0] = self.table.matrix[places[places >= 0]]
        lost = np.flatnonzero(places < 0)
        if self.table.subwords is not None and len(lost):
            rows[lost] = self.table.subwords.compose([words[i] for i in lost.tolist()])
        return rows

    def state(self) -> State:
        """Return nothing: the vectors are the file's."""
        return {}
