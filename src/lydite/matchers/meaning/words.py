"""Words seen so far, and what a wordnet, frequencies and letters say of pairs of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.sources.wordnet import base_forms
from lydite.text import stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from lydite.array_types import FloatArray, IntArray
    from lydite.matchers.wordnet import Wordnet


ALIKE = 0.5  # share of trigrams from which words are alike in letters
UNLIKE = 0.7  # what words that are alike in all letters but the last are worth
REMEMBERED = 4_000_000  # pairs of words that are kept


@dataclass
class Words:
    """Words by number, with stem, sense set (0: none) and the first letters, each worked out once."""

    paths: Wordnet | None
    stemmer: str
    numbers: dict[str, int] = field(default_factory=dict)
    stem: list[int] = field(default_factory=list)
    senses: list[int] = field(default_factory=list)
    start: list[int] = field(default_factory=list)
    sets: dict[Any, int] = field(default_factory=lambda: {(): 0})
    _stems: dict[str, int] = field(default_factory=dict)
    _starts: dict[str, int] = field(default_factory=dict)

    def add(self, words: Iterable[str]) -> None:
        """Take up words that are not there yet."""
        new = [word for word in dict.fromkeys(words) if word not in self.numbers]
        for word, root in zip(new, _roots(new, self.stemmer), strict=True):
            self.numbers[word] = len(self.numbers)
            self.stem.append(self._stems.setdefault(root, len(self._stems)))
            lettered = len(word) >= 4 and not any(map(str.isdigit, word))
            self.start.append(self._starts.setdefault(word[:3], len(self._starts) + 1) if lettered else 0)
            self.senses.append(self._senses(word))

    def _senses(self, word: str) -> int:
        if self.paths is None:
            return 0
        synsets, likely = self.paths.base.ranked(word.split() or [word])
        power = float(self.paths.settings["power"])
        ends = tuple((synset, p**power) for synset, p in zip(synsets, likely, strict=True))
        return self.sets.setdefault(ends, len(self.sets)) if ends else 0

    def known_whole(self, words: Sequence[str]) -> bool:
        """Whether the wordnet may know a phrase: as it stands, or with its last word in a base form."""
        if self.paths is None or len(words) > self.paths.base.longest:
            return False
        base, before = self.paths.base, " ".join(words[:-1])
        bases = base_forms(words[-1], "n", base.exceptions) if base.english else ()
        return any(base.labels.find(f"{before} {last}") >= 0 for last in (words[-1], *bases))

    @property
    def names(self) -> list[str]:
        """All words, by number."""
        return list(self.numbers)


def _roots(words: Sequence[str], stemmer: str) -> list[str]:
    """Return the stem of each word, of phrases the stems of their words."""
    split = [word.split() for word in words]
    flat = iter(stems([part for parts in split for part in parts], stemmer))
    return [" ".join(next(flat) for _ in parts) for parts in split]


def alike(one: str, other: str) -> float:
    """Return how much two words are alike in letters, from the shares of trigrams they have in common.

    >>> round(alike("classify", "classification"), 3), alike("cat", "dog")
    (0.14, 0.0)
    """
    left, right = _trigrams(one), _trigrams(other)
    shared = 2 * sum((left & right).values()) / max(1, sum(left.values()) + sum(right.values()))
    return UNLIKE * max(0.0, (shared - ALIKE) / (1 - ALIKE))


def _trigrams(word: str) -> Counter[str]:
    padded = f" {word}"
    return Counter(padded[i : i + 3] for i in range(len(padded) - 2))


@dataclass
class Remembered:
    """Rows of numbers by key, in the order of the keys: what was worked out before."""

    width: int
    keys: IntArray = field(default_factory=lambda: np.zeros(0, np.int64))
    rows: FloatArray = field(init=False)

    def __post_init__(self) -> None:
        self.rows = np.zeros((0, self.width))

    def trim(self) -> None:
        """Forget everything where it has become too much."""
        if len(self.keys) > REMEMBERED:
            self.keys, self.rows = np.zeros(0, np.int64), np.zeros((0, self.width))

    def missing(self, keys: IntArray) -> NDArray[np.bool_]:
        """Return which of some keys are not known."""
        place = np.minimum(np.searchsorted(self.keys, keys), max(0, len(self.keys) - 1))
        return self.keys[place] != keys if len(self.keys) else np.ones(len(keys), np.bool_)

    def add(self, keys: IntArray, rows: FloatArray) -> None:
        """Take up rows of keys that are sorted and not known."""
        place = np.searchsorted(self.keys, keys)
        self.keys = np.insert(self.keys, place, keys)
        self.rows = np.insert(self.rows, place, rows, axis=0)

    def get(self, keys: IntArray) -> FloatArray:
        """Return the rows of keys that are known."""
        return self.rows[np.searchsorted(self.keys, keys)]
