"""Words to numbers, in one pass over the text; what is large goes to disk as it comes."""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.files import writable
from lydite.progress import progress_bar
from lydite.sources.corpus.forms.detecting import read_lines
from lydite.sources.corpus.preparing import LONGEST_WORD

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lydite.array_types import Int32Array, IntArray
    from lydite.sources.corpus.preparing import TextPreparation
    from lydite.sources.saving import Draft
    from lydite.sources.store import Store

_BLOCK = 1 << 20  # words that are written or numbered anew at a time


def encode(
    draft: Draft, paths: Sequence[Path], how: TextPreparation, encoding: str | None, field: str | None
) -> dict[str, Any]:
    """Write words, counts, codes and starts of a corpus; return what to remember of it."""
    numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
    dropped = 0
    notes: list[str] = []
    lines = _Lines(draft)
    with lines, progress_bar("words") as progress:
        for path in paths:
            for line in read_lines(path, encoding, field, notes):
                words = how.words(line) if isinstance(line, str) else [how.normalise(w) for w in line]
                if "" in words or max(map(len, words), default=0) > LONGEST_WORD:
                    kept = [w for w in words if 0 < len(w) <= LONGEST_WORD]
                    dropped += len(words) - len(kept)
                    words = kept
                if words:
                    lines.add(list(map(numbers.__getitem__, words)))
                    progress.update(lines.tokens)
    if not numbers:
        raise InputError("there is no word in this corpus", paths[0])
    if dropped:
        notes.append(f"{dropped:,} words of more than {LONGEST_WORD} characters, or of none, were left out")
    finish_words(draft, list(numbers), lines)
    return {"left out": notes}


def recode(draft: Draft, store: Store, names: Sequence[str]) -> dict[str, Any]:
    """Write a corpus anew with other names for its words; words of one name become one."""
    numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
    code = np.array([numbers[n or " "] for n in names], np.int32)
    lines = _Lines(draft)
    codes, starts = store["codes"], store["starts"]
    with lines:
        for first in range(0, len(codes), _BLOCK):
            lines.write(code[codes[first : first + _BLOCK]])
    draft.write("starts", np.asarray(starts))
    finish_words(draft, list(numbers), lines, starts=False)
    return dict(store.notes)


class _Lines:
    """Codes and starts on their way to disk."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.tokens = 0
        self._waiting: list[int] = []
        self._starts: list[int] = [0]
        self.counts: IntArray = np.zeros(0, np.int64)

    def __enter__(self) -> None:
        with writable(self.draft.path):
            self._codes_file = (self.draft.folder / "codes.bin").open("wb")
            self._starts_file = (self.draft.folder / "starts.bin").open("wb")

    def __exit__(self, *_: object) -> None:
        with writable(self.draft.path):
            self._flush()
            self._codes_file.close()
            self._starts_file.close()

    def add(self, codes: list[int]) -> None:
        """Add one line."""
        self._waiting += codes
        self.tokens += len(codes)
        self._starts.append(self.tokens)
        if len(self._waiting) >= _BLOCK:
            self._flush()

    def write(self, codes: Int32Array) -> None:
        """Write some codes, and count them."""
        seen = np.bincount(codes, minlength=len(self.counts))
        seen[: len(self.counts)] += self.counts
        self.counts = seen
        with writable(self.draft.path):
            self._codes_file.write(codes.astype("<i4").tobytes())

    def _flush(self) -> None:
        self.write(np.array(self._waiting, np.int32))
        with writable(self.draft.path):
            self._starts_file.write(np.array(self._starts, "<i8").tobytes())
        self._waiting, self._starts = [], []


def finish_words(draft: Draft, names: list[str], lines: _Lines, *, starts: bool = True) -> None:
    """Number the words by falling count, in place, and write them."""
    order = np.array(sorted(range(len(names)), key=lambda i: (-int(lines.counts[i]), names[i])), np.int64)
    rank = np.empty(len(names), np.int32)
    rank[order] = np.arange(len(names), dtype=np.int32)
    with writable(draft.path):
        codes = np.memmap(draft.folder / "codes.bin", "<i4", "r+")
        for first in range(0, len(codes), _BLOCK):
            codes[first : first + _BLOCK] = rank[codes[first : first + _BLOCK]]
        codes.flush()
    draft.describe("codes", codes)
    if starts:
        draft.describe("starts", np.memmap(draft.folder / "starts.bin", "<i8", "r"))
    draft.write("counts", lines.counts[order])
    text = "\n".join(names[i] for i in order).encode("utf-8", "surrogatepass")
    draft.write("words", np.frombuffer(text, np.uint8))
