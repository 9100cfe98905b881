"""Words seen so far, by number, and what a wordnet and their letters say of them."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.matchers.meaning.climbing import Climbs
from lydite.matchers.meaning.phrases import denied_forms
from lydite.sources.wordnet import base_forms
from lydite.text import stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.array_types import FloatArray, IntArray
    from lydite.matchers.meaning.climbing import Senses
    from lydite.sources.wordnet import WordNet


SENSE, PART = 0.5, 0.2  # powers: how likely a sense is in its part of speech, and that part of speech
ALIKE = 0.5  # share of trigrams from which words are alike in letters
UNLIKE = 0.7  # what words that are alike in all letters but the last are worth
_ADJECTIVES = (2, 3)  # parts of speech: adjectives and adverbs


class WordColumns(NamedTuple):
    """Of each word by number: its stem, its set of senses (0: none), and its first letters (0: too short)."""

    stem: IntArray
    senses: IntArray
    start: IntArray


@dataclass
class SeenWords:
    """Words by number, each looked up once.

    ``denied`` has, for each beginning or end that denies, pairs of a word with it and the word without it.
    """

    base: WordNet | None
    stemmer: str
    language: str
    numbers: dict[str, int] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    sets: list[Senses] = field(default_factory=lambda: [()])
    denied: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    _rows: list[tuple[int, int, int]] = field(default_factory=list)
    _arrays: WordColumns = field(default_factory=lambda: WordColumns(*np.zeros((3, 0), np.int64)))
    _sets: dict[Senses, int] = field(default_factory=lambda: {(): 0})
    _stems: dict[str, int] = field(default_factory=dict)
    _starts: dict[str, int] = field(default_factory=dict)
    _awaited: dict[str, list[tuple[str, int]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, words: Iterable[str]) -> None:
        """Take up words that are not there yet."""
        new = [word for word in dict.fromkeys(words) if word not in self.numbers]
        for word, root in zip(new, _roots(new, self.stemmer), strict=True):
            number = self.numbers[word] = len(self.names)
            self.names.append(word)
            lettered = len(word) >= 4 and not any(map(str.isdigit, word))
            start = self._starts.setdefault(word[:3], len(self._starts) + 1) if lettered else 0
            stem = self._stems.setdefault(root, len(self._stems))
            self._rows.append((stem, self._senses(word), start))
            if self.language == "en":
                self._deny(word, number)

    @property
    def arrays(self) -> WordColumns:
        """What is known of all words, as arrays."""
        done = len(self._arrays.stem)
        if done < len(self._rows):
            new = np.array(self._rows[done:], np.int64).T
            self._arrays = WordColumns(*np.concatenate([np.stack(self._arrays), new], axis=1))
        return self._arrays

    def _senses(self, word: str) -> int:
        if self.base is None:
            return 0
        synsets, likely = self.base.ranked(word.split() or [word])
        if not synsets:
            return 0
        codes = self.base.pos[list(synsets)].tolist()
        shares: dict[int, float] = defaultdict(float)
        for code, p in zip(codes, likely, strict=True):
            shares[code] += p
        senses = tuple(
            (synset, (p / shares[code]) ** SENSE * shares[code] ** PART, p**SENSE)
            for synset, code, p in zip(synsets, codes, likely, strict=True)
        )
        if senses not in self._sets:
            self._sets[senses] = len(self.sets)
            self.sets.append(senses)
        return self._sets[senses]

    def _deny(self, word: str, number: int) -> None:
        """Note which words seen so far, or still to come, this one denies or is denied by."""
        for how, bare in denied_forms(word):
            if bare in self.numbers:
                self.denied[how].append((number, self.numbers[bare]))
            else:
                self._awaited[bare].append((how, number))
        for how, longer in self._awaited.pop(word, ()):
            self.denied[how].append((longer, number))

    def senses_of(self, word: int) -> Senses:
        """Return the senses of a word, by its number, with what each weighs."""
        return self.sets[self._rows[word][1]]

    def share(self, one: int, other: int) -> bool:
        """Whether two words have a sense in common."""
        return bool({s for s, *_ in self.senses_of(one)} & {s for s, *_ in self.senses_of(other)})

    def adjective(self, word: int) -> bool:
        """Whether a word can be an adjective or an adverb."""
        return self.base is not None and any(
            self.base.pos[s] in _ADJECTIVES for s, *_ in self.senses_of(word)
        )

    def known_whole(self, words: Sequence[str]) -> bool:
        """Whether the wordnet may know a phrase: as it stands, or with its last word in a base form."""
        if self.base is None or len(words) > self.base.longest:
            return False
        if not self.base.english:
            return bool(self.base.match(words))
        find, before = self.base.labels.find, " ".join(words[:-1])
        lasts = (words[-1], *base_forms(words[-1], "n", self.base.exceptions))
        return any(find(f"{before} {last}") >= 0 for last in lasts)

    def meet(self, left: IntArray, right: IntArray) -> tuple[FloatArray, FloatArray]:
        """Return the best paths between sets of senses, by number, there and back."""
        return self.climbs.meet(left, right)

    @property
    def climbs(self) -> Climbs:
        """What all sets of senses seen so far reach."""
        if len(self._climbs.sets) < len(self.sets):
            self._climbs.add(self.sets[len(self._climbs.sets) :])
        return self._climbs

    @functools.cached_property
    def _climbs(self) -> Climbs:
        if self.base is None:
            raise LookupError("no wordnet to climb in")  # pragma: no cover - words without one have no senses
        return Climbs(self.base.graph)


def _roots(words: Sequence[str], stemmer: str) -> list[str]:
    """Return the stem of each word, of phrases the stems of their words."""
    split = [word.split() for word in words]
    flat = iter(stems([part for parts in split for part in parts], stemmer))
    return [" ".join(next(flat) for _ in parts) for parts in split]


def letter_similarity(one: str, other: str) -> float:
    """Return how much two words are alike in letters, from the shares of trigrams they have in common.

    >>> round(letter_similarity("classify", "classification"), 3), letter_similarity("cat", "dog")
    (0.14, 0.0)
    """
    left, right = _trigrams(one), _trigrams(other)
    shared = 2 * sum((left & right).values()) / max(1, sum(left.values()) + sum(right.values()))
    return UNLIKE * max(0.0, (shared - ALIKE) / (1 - ALIKE))


def _trigrams(word: str) -> Counter[str]:
    padded = f" {word}"
    return Counter(padded[i : i + 3] for i in range(len(padded) - 2))
