"""Which documents of a corpus hold a phrase, from an index on disk that is built once."""

from __future__ import annotations

import functools
import itertools
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.errors import InputError
from lydite.core.store.checking import ArrayChecker
from lydite.core.store.kept import kept_store
from lydite.core.store.store import Store
from lydite.core.text import tokens
from lydite.vectors.corpus.documents import documents

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.array_types import AnyArray, IntArray
    from lydite.core.store.store import Arrays


KIND, VERSION = "corpus", 3


@dataclass(frozen=True)
class CorpusIndex:
    """All words of a corpus in order, and for each word the places where it stands.

    The words are numbered in alphabetical order; word w stands at
    ``places[word_starts[w]:word_starts[w + 1]]``, and document d runs from ``document_starts[d]`` on.
    """

    store: Store
    folder: Path | None = None
    """Where the index lies; None where nothing can be written."""

    @functools.cached_property
    def vocabulary(self) -> dict[str, int]:
        """The number of each word."""
        text = self.store["words"].tobytes().decode("utf-8", "surrogatepass")
        return {w: i for i, w in enumerate(text.split("\n"))} if text else {}

    @property
    def n(self) -> int:
        """How many documents there are."""
        return len(self.store["document_starts"]) - 1

    def holding(self, words: list[str]) -> IntArray:
        """Return the documents, in order, in which these words stand one after another."""
        none = np.zeros(0, dtype=np.int64)
        codes = [self.vocabulary.get(w, -1) for w in words]
        if not codes or min(codes) < 0:
            return none
        text, ends = self.store["text"], self.store["document_starts"]
        starts = self.store["word_starts"]
        rarest = min(range(len(codes)), key=lambda i: int(starts[codes[i] + 1] - starts[codes[i]]))
        places = (
            self.store["places"][starts[codes[rarest]] : starts[codes[rarest] + 1]].astype(np.int64) - rarest
        )
        places = places[(places >= 0) & (places + len(codes) <= len(text))]
        for offset, code in enumerate(codes):
            if offset != rarest:
                places = places[text[places + offset] == code]
        first = np.searchsorted(ends, places, side="right") - 1
        last = np.searchsorted(ends, places + len(codes) - 1, side="right") - 1
        documents: IntArray = np.unique(first[first == last])
        return documents


def open_index(path: str | Path, digest: str) -> CorpusIndex:
    """Return the index of a corpus, built now if there is none of this digest."""
    return CorpusIndex(*kept_store("corpora", digest, KIND, VERSION, lambda: _arrays(Path(path)), _check))


def _check(arrays: Arrays, _: Mapping[str, Any]) -> None:
    checker = ArrayChecker(arrays)
    words = len(checker.lines("words"))
    size = len(checker.codes("text", None, words))
    places = checker.codes("places", size, size, kinds="<i8")
    checker.offsets("word_starts", words, size)
    at = np.repeat(np.arange(words), np.diff(arrays["word_starts"]))
    in_order = (np.diff(places) > 0) | (np.diff(at) > 0)
    if not (np.array_equal(arrays["text"][places], at) and in_order.all()):
        raise ValueError("places are not those of the words")
    checker.offsets("document_starts", None, size)


def _arrays(path: Path) -> dict[str, AnyArray]:
    numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
    parts, sizes = [], []
    for document in documents(path):
        codes = np.fromiter(map(numbers.__getitem__, tokens(document)), np.int32)
        parts.append(codes)
        sizes.append(len(codes))
    if not numbers:
        raise InputError("the corpus has no words", path)
    names = np.array(list(numbers), dtype=object)
    order = np.argsort(names)
    rank = np.empty(len(names), dtype=np.int32)
    rank[order] = np.arange(len(names))
    text = rank[np.concatenate(parts)]
    return {
        "words": np.frombuffer("\n".join(names[order]).encode("utf-8", "surrogatepass"), np.uint8),
        "text": text,
        "document_starts": offsets(sizes),
        "places": np.argsort(text, kind="stable").astype(np.int64),
        "word_starts": offsets(np.bincount(text)),
    }
