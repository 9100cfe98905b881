"""Words and their vectors, held in memory or mapped from a store."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, did_you_mean
from lydite.core.io.digests import digest as file_digest
from lydite.core.io.digests import digest_of
from lydite.core.store.store import content
from lydite.core.text import fold
from lydite.vectors.words import PackedWords, release

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.core.array_types import Float32Array, FloatArray, IntArray
    from lydite.vectors.subwords import Subwords

_TILE = 8192
_MANY = 100_000  # rows, after which pages of a mapped file are given back


@dataclass(frozen=True, eq=False)
class Vectors:
    """A vocabulary and one vector for each of its words.

    >>> vectors = Vectors.of({"up": [0.0, 2.0], "right": [3.0, 0.0]})
    >>> vectors["up"].tolist(), len(vectors), "down" in vectors
    ([0.0, 2.0], 2, False)
    """

    words: PackedWords
    matrix: Float32Array
    name: str = "vectors"
    file: Path | None = None
    notes: tuple[str, ...] = ()
    subwords: Subwords | None = field(default=None, repr=False)

    @classmethod
    def of(cls, vectors: dict[str, Any], name: str = "vectors") -> Vectors:
        """Make vectors from a mapping of words to rows."""
        if not vectors:
            raise InputError("no vectors were given")
        try:
            matrix = np.array(list(vectors.values()), np.float32)
        except ValueError as error:
            raise InputError("the vectors are not numbers, or not all of one length") from error
        if matrix.ndim != 2:
            raise InputError("the vectors are not numbers, or not all of one length")
        return cls(PackedWords.of(vectors), matrix, name)

    def __len__(self) -> int:
        return len(self.matrix)

    def __repr__(self) -> str:
        return f"<Vectors {self.name}: {len(self):,} words × {self.dimensions}>"

    def __contains__(self, word: object) -> bool:
        return word in self.words

    def __getitem__(self, word: str) -> Float32Array:
        at = int(self.words.find([word])[0])
        if at < 0:
            if self.subwords is not None:
                return np.asarray(self.subwords.compose([word])[0])
            raise InputError(
                f"{word!r} is not among the {len(self):,} words of {self.name}{self._hint(word)}"
            )
        return np.asarray(self.matrix[at])

    def find(self, words: Sequence[str]) -> IntArray:
        """Return the row of each word, −1 where it is unknown."""
        return self.words.find(words)

    def look_up(self, words: Sequence[str]) -> IntArray:
        """Return the row of each word as written, else in lower case, else folded; −1 where it is unknown.

        >>> Vectors.of({"Paris": [1], "zürich": [2]}).look_up(["Paris", "Zürich", "ZURICH", "Rom"]).tolist()
        [0, 1, 1, -1]
        """
        rows = self.find(words)
        for form, find in ((str.lower, self.find), (fold_word, self._find_folded)):
            lost = np.flatnonzero(rows < 0)
            if len(lost):
                rows[lost] = find([form(words[i]) for i in lost.tolist()])
        return rows

    def _find_folded(self, folded: Sequence[str]) -> IntArray:
        """Return the first row whose word folds to each of these; −1 where there is none."""
        rows = self.find(folded)
        other = np.array([self._folded.get(word, -1) for word in folded], np.int64)
        return np.where((other >= 0) & ((rows < 0) | (other < rows)), other, rows)

    @functools.cached_property
    def _folded(self) -> dict[str, int]:
        """The first row of each word that folding changes, by its folded form."""
        places = self.words.unfolded().tolist()
        return dict(zip(fold_words([self.words[i] for i in places])[::-1], places[::-1], strict=True))

    @property
    def dimensions(self) -> int:
        """How many numbers each word has."""
        return int(self.matrix.shape[1])

    @functools.cached_property
    def digest(self) -> str:
        """What identifies these vectors in signatures: of the file they came from, or of the numbers."""
        if self.file is not None:
            return file_digest(self.file)
        digests = {name: content(getattr(self.words, name)) for name in ("blob", "offsets")}
        digests["matrix"] = content(self.matrix)
        if self.subwords is None:
            return identity(digests, None)
        digests["buckets"] = content(self.subwords.buckets)
        return identity(digests, (self.subwords.low, self.subwords.high))

    @functools.cached_property
    def norms(self) -> FloatArray:
        """The Euclidean length of each vector."""
        return lengths(self.matrix)

    def unit(self, rows: IntArray | slice) -> FloatArray:
        """Return some rows divided by their lengths, in float64; zero vectors stay zero."""
        taken = self.matrix[rows].astype(np.float64)
        norms = self.norms[rows]
        return taken / np.where(norms > 0, norms, 1.0)[:, None]

    def first(self, count: int | None) -> Vectors:
        """Return the first so many words, which in most files are the most frequent."""
        if count is None or count >= len(self):
            return self
        if count < 1:
            raise InputError(f"the first {count} words were asked for: at least 1 is needed")
        return self._with(self.words.first(count), slice(0, count))

    def select(self, rows: IntArray) -> Vectors:
        """Return these rows, in this order."""
        return self._with(PackedWords.of(self.words.all[i] for i in rows.tolist()), rows)

    def directed(self) -> Vectors:
        """Return the words whose vectors have a direction: all but zero vectors."""
        if self.norms.all():
            return self
        return self.select(np.flatnonzero(self.norms))

    def folded(self) -> Vectors:
        """Fold all words; of those that fold together the first, most frequent one stands for all."""
        places = self.words.unfolded().tolist()
        changes = dict(zip(places, fold_words([self.words[i] for i in places]), strict=True))
        changes = {i: word for i, word in changes.items() if word != self.words[i]}
        new = list(changes.values())
        if not new:
            return self
        if len(set(new)) == len(new) and (self.find(new) < 0).all():
            return self._with(self.words.replaced(changes), slice(0, len(self)))
        seen: dict[str, int] = {}
        for i, word in enumerate(self.words.all):
            seen.setdefault(changes.get(i, word), i)
        rows: slice | IntArray = slice(0, len(self))
        if len(seen) < len(self):
            rows = np.fromiter(seen.values(), np.int64, len(seen))
        return self._with(PackedWords.of(seen), rows)

    def extended(self, words: Iterable[str] | Mapping[str, str]) -> Vectors:
        """Add vectors composed of subwords for the words that are unknown, where there are subwords.

        A mapping gives for each word the spelling that it is composed from.
        """
        if self.subwords is None:
            return self
        spelled = words if isinstance(words, Mapping) else {w: w for w in words}
        listed = list(spelled)
        unknown = [w for w, at in zip(listed, self.find(listed), strict=True) if at < 0]
        if not unknown:
            return self
        added = self.subwords.compose([spelled[w] for w in unknown])
        return replace(
            self,
            words=PackedWords.of([*self.words.all, *unknown]),
            matrix=np.concatenate([self.matrix, added]),
        )

    def _with(self, words: PackedWords, rows: slice | IntArray) -> Vectors:
        taken = replace(self, words=words, matrix=rows_of(self.matrix, rows))
        if "norms" in self.__dict__:
            taken.__dict__["norms"] = self.norms[rows]
        if self.file is not None and "digest" in self.__dict__:
            taken.__dict__["digest"] = self.digest
        return taken

    def _hint(self, word: str) -> str:
        return did_you_mean(word, self.words.all) if len(self) < 20_000 else ""


def identity(digests: Mapping[str, str], ngrams: Sequence[int] | None) -> str:
    """Return what identifies vectors, in memory as in a store: digests of words, numbers and n-grams."""
    parts = [digests[name] for name in ("blob", "offsets", "matrix")]
    return _joined([*parts, digests["buckets"], *map(str, ngrams)] if ngrams else parts)


def _joined(digests: Sequence[str]) -> str:
    return digest_of(" ".join(digests).encode())


def fold_word(word: str) -> str:
    """Fold a word as vocabularies need it: without the selectors that only choose how an emoji is drawn.

    >>> fold_word("Café"), fold_word("❄\ufe0f") == "❄"
    ('cafe', True)
    """
    return fold(word, accents="fold").replace("\ufe0f", "").replace("\ufe0e", "")


def fold_words(words: Sequence[str]) -> list[str]:
    """Fold many words; those in plain ASCII have only capitals to lose, and take no time."""
    return [w.lower() if w.isascii() and w.isalpha() else fold_word(w) for w in words]


def rows_of(matrix: Float32Array, rows: slice | IntArray) -> Float32Array:
    """Return some rows of a matrix; of a mapped one, what was copied is not held twice."""
    if isinstance(rows, slice):
        return matrix[rows]
    taken = np.empty((len(rows), matrix.shape[1]), matrix.dtype)
    for a in range(0, len(rows), _MANY):
        taken[a : a + _MANY] = matrix[rows[a : a + _MANY]]
        release(matrix)
    return taken


def lengths(matrix: Float32Array) -> FloatArray:
    """Return the Euclidean length of each row, summed in float64."""
    norms = np.empty(len(matrix))
    for a in range(0, len(matrix), _TILE):
        with np.errstate(invalid="ignore"):  # some NaN in a file make numpy warn
            tile = matrix[a : a + _TILE].astype(np.float64)
        norms[a : a + _TILE] = np.sqrt(np.einsum("ij,ij->i", tile, tile))
    return norms
