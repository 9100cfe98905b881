"""A corpus as numbers on disk: its words by falling frequency, and each line as the numbers of its words."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError, OutputError, StoreError
from lydite.files import cache_folder, digest, user_path
from lydite.sources.checking import ArrayChecker
from lydite.sources.corpus.encoding import encode, recode
from lydite.sources.corpus.preparing import TextPreparation
from lydite.sources.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lydite.array_types import Int32Array, IntArray
    from lydite.sources.saving import Draft
    from lydite.sources.store import Arrays

KIND, VERSION = "encoded-corpus", 2
_LINES = 4096  # lines that are turned into words at a time


@dataclass(frozen=True, eq=False)
class EncodedCorpus:
    """Words and lines of a corpus, memory-mapped; line i is ``codes[starts[i]:starts[i + 1]]``."""

    store: Store = field(repr=False)
    names: tuple[str, ...]
    """The files it was made of."""
    preparation: TextPreparation

    @functools.cached_property
    def words(self) -> list[str]:
        """The vocabulary, the most frequent first; ties in the order of code points."""
        return self.store["words"].tobytes().decode("utf-8", "surrogatepass").split("\n")

    @property
    def counts(self) -> IntArray:
        """How often each word occurs."""
        return self.store["counts"]

    @property
    def codes(self) -> Int32Array:
        """The numbers of all words, line after line."""
        return self.store["codes"]

    @property
    def starts(self) -> IntArray:
        """Where lines begin, and where the last one ends; there is no line without a word."""
        return self.store["starts"]

    @property
    def tokens(self) -> int:
        """How many words there are, repeated ones counted each time."""
        return len(self.codes)

    @property
    def digest(self) -> str:
        """What identifies words and lines in signatures."""
        return self.store.digest

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out on the way."""
        return tuple(self.store.notes["left out"])

    def __len__(self) -> int:
        return len(self.starts) - 1

    def line(self, number: int) -> Int32Array:
        """Return the numbers of the words of one line."""
        return self.codes[self.starts[number] : self.starts[number + 1]]

    def sentences(self, order: IntArray | None = None) -> Sentences:
        """Return lines as lists of words, in this order; they can be gone through again and again."""
        return Sentences(self, order)


@dataclass(frozen=True)
class Sentences:
    """Lines of a corpus as lists of words."""

    corpus: EncodedCorpus
    order: IntArray | None = None

    def __len__(self) -> int:
        return len(self.corpus) if self.order is None else len(self.order)

    def __iter__(self) -> Iterator[list[str]]:
        words = np.array(self.corpus.words, object)
        starts, codes = self.corpus.starts, self.corpus.codes
        for first in range(0, len(self), _LINES):
            last = min(first + _LINES, len(self))
            if self.order is None:
                ends = starts[first : last + 1].tolist()
                block = words[codes[ends[0] : ends[-1]]].tolist()
                yield from (block[a - ends[0] : b - ends[0]] for a, b in itertools.pairwise(ends))
            else:
                for number in self.order[first:last]:
                    yield words[codes[starts[number] : starts[number + 1]]].tolist()


def open_corpus(
    paths: Sequence[str | Path],
    preparation: TextPreparation | None = None,
    *,
    encoding: str | None = None,
    field: str | None = None,
) -> EncodedCorpus:
    """Return a corpus as numbers; it is read and encoded once, and kept in the cache by what it is made of.

    ``field`` is the key or column of the text in JSON lines and Parquet.
    """
    how = preparation or TextPreparation.of()
    files = [user_path(p) for p in paths]
    if not files:
        raise InputError("no corpus was named")
    for file in files:
        if str(file) != "-" and not file.exists():
            raise InputError("no such file or folder", file)
    plain = how.unlemmatised
    made_of = [*(f"{f.name}:{digest(f)}" for f in files), plain.identity, str(encoding), str(field)]
    names = tuple(f.name for f in files)
    store = _kept(made_of, lambda draft: encode(draft, files, plain, encoding, field))
    if how.lemmatiser is None:
        return EncodedCorpus(store, names, how)
    words = EncodedCorpus(store, names, plain).words
    store = _kept(
        [store.digest, how.identity], lambda draft: recode(draft, store, list(map(how.lemma, words)))
    )
    return EncodedCorpus(store, names, how)


def _kept(made_of: Sequence[str], make: Callable[[Draft], Mapping[str, Any]]) -> Store:
    """Return the store that was made of this before, or make it now."""
    from lydite.sources.saving import Draft

    all_of_it = "\0".join([KIND, str(VERSION), *made_of]).encode("utf-8", "surrogateescape")
    name = hashlib.sha256(all_of_it).hexdigest()[:24]
    folder = (cache_folder() or _temporary()) / "corpora" / name
    with contextlib.suppress(StoreError):  # none, damaged, or of another version: made below
        return open_store(folder, KIND, VERSION, _check)
    with Draft(folder) as draft:
        notes = make(draft)
        with contextlib.suppress(OutputError):  # another process may be putting its own in this place
            draft.finish(KIND, VERSION, notes)
    return open_store(folder, KIND, VERSION, _check)


@functools.cache
def _temporary() -> Path:
    """Return a folder that is removed when the process ends, for where no cache can be written."""
    import atexit
    import shutil
    import tempfile

    folder = Path(tempfile.mkdtemp(prefix="lydite-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _check(arrays: Arrays, notes: Mapping[str, Any]) -> None:
    checker = ArrayChecker(arrays)
    words = len(checker.lines("words"))
    checker.codes("counts", words, 2**62, kinds="<i8")
    codes = checker.codes("codes", None, words)
    checker.offsets("starts", None, len(codes))
    if not len(codes) or (np.diff(arrays["starts"]) == 0).any():
        raise ValueError("lines without a word")
    list(map(str, notes["left out"]))
