"""Some lines of a corpus in some order, as models are trained on them; nothing is copied or shuffled."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from lydite.places.sent import SentFile
from lydite.sources.models.permutation import permuted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.array_types import AnyArray, Int32Array, IntArray

LONGEST = 10_000  # words; gensim cuts longer lines off in silence, here they go on in a further piece


class Corpus(Protocol):
    """What is asked of a corpus: its words, and its lines as numbers of words."""

    @property
    def words(self) -> Sequence[str]:
        """The vocabulary."""

    @property
    def codes(self) -> Int32Array:
        """All tokens in order, as numbers of words."""

    @property
    def starts(self) -> IntArray:
        """Line i is ``codes[starts[i]:starts[i + 1]]``."""


@dataclass(frozen=True, eq=False)
class SentCorpus:
    """A corpus on its way to another process: arrays that lie in a file are mapped there anew, not sent.

    Between the two these stand for themselves; whoever gets it asks for what was ``received``.
    """

    words: Sequence[str]
    codes: Int32Array
    starts: IntArray

    @classmethod
    def of(cls, corpus: Corpus) -> SentCorpus:
        """Make one of any corpus."""
        return cls(corpus.words, corpus.codes, corpus.starts)

    def __reduce__(self) -> tuple[Any, ...]:
        return SentCorpus, (self.words, _sent(self.codes), _sent(self.starts))

    def received(self) -> SentCorpus:
        """Return the corpus with its arrays; InputError where this process has other files, or none."""
        arrays: list[Any] = [self.codes, self.starts]
        codes, starts = (a.mapped() if isinstance(a, _SentArray) else a for a in arrays)
        return SentCorpus(self.words, codes, starts)


@dataclass(frozen=True)
class _SentArray:
    """A mapped array: the file it lies in, and where."""

    file: SentFile
    kind: str
    offset: int
    shape: tuple[int, ...]

    def mapped(self) -> AnyArray:
        return np.memmap(self.file.received(), self.kind, "r", self.offset, self.shape).view(np.ndarray)


def _sent(array: AnyArray) -> Any:
    """Return where a mapped array lies; an array in memory as it is."""
    mapped = array if isinstance(array, np.memmap) else array.base
    if not isinstance(mapped, np.memmap) or mapped.shape != array.shape:
        return np.asarray(array)
    if mapped.filename is None:
        return np.asarray(array)
    return _SentArray(SentFile.of(mapped.filename), mapped.dtype.str, mapped.offset, mapped.shape)


@dataclass(frozen=True, eq=False)
class Lines:
    """The first lines of a corpus in an order, the last of them perhaps cut.

    ``vocabulary`` names the words to learn, whether they occur here or not; without it these are the words
    that occur often enough.
    """

    corpus: Corpus
    order: IntArray | None = None
    """The lines by number; None for all of them as they stand."""
    last: int | None = None
    """Words of the last line that are taken; None for all of them."""
    vocabulary: IntArray | None = None

    def __len__(self) -> int:
        return len(self.corpus.starts) - 1 if self.order is None else len(self.order)

    @functools.cached_property
    def counts(self) -> IntArray:
        """How often each word of the corpus occurs in these lines."""
        total = np.zeros(len(self.corpus.words), np.int64)
        for piece in self.blocks():
            total += np.bincount(piece, minlength=len(total))
        return total

    @property
    def tokens(self) -> int:
        """How many words these lines have."""
        return int(self.counts.sum())

    def permuted(self, seed: int) -> Lines:
        """Return all lines in an order that looks random; lines that have an order keep it.

        Part of a pass is then a sample of the text, not its beginning.
        """
        if self.order is not None:
            return self
        blocks = list(permuted(len(self), seed))
        return replace(self, order=np.concatenate(blocks) if blocks else np.zeros(0, np.int64))

    def spans(self, limit: int | None = None) -> Iterator[tuple[int, int]]:
        """Yield where pieces of at most 10,000 words begin and end, at most ``limit`` tokens of them."""
        starts = self.corpus.starts
        n, left = len(self), limit
        for place in range(n):
            line = place if self.order is None else int(self.order[place])
            begin, end = int(starts[line]), int(starts[line + 1])
            if place == n - 1 and self.last is not None:
                end = min(end, begin + self.last)
            if left is not None:
                end = min(end, begin + left)
                left -= end - begin
            for at in range(begin, end, LONGEST):
                yield at, min(at + LONGEST, end)
            if left is not None and left <= 0:
                return

    def blocks(self) -> Iterator[Int32Array]:
        """Yield the tokens in blocks, whose order does not matter."""
        codes = self.corpus.codes
        if self.order is None and self.last is None:
            for at in range(0, len(codes), 1 << 22):
                yield np.asarray(codes[at : at + (1 << 22)])
            return
        held: list[Int32Array] = []
        size = 0
        for begin, end in self.spans():
            held.append(codes[begin:end])
            size += end - begin
            if size > 1 << 20:
                yield np.concatenate(held)
                held, size = [], 0
        if held:
            yield np.concatenate(held)
