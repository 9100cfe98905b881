"""Words seen so far, by number, and what wordnets and their letters say of them."""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lydite.core.text import stems
from lydite.matchers.meaning.climbing import Climbs
from lydite.matchers.meaning.model import ALIKE, UNLIKE
from lydite.matchers.meaning.phrases import denied_forms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.knowledge.wordnet import WordNet
    from lydite.matchers.meaning.climbing import Senses
    from lydite.matchers.meaning.language import LanguageSources


_ADJECTIVES = (2, 3)  # parts of speech: adjectives and adverbs


class WordColumns(NamedTuple):
    """Of each word by number: its stem, its set of senses (0: none), and its first letters (0: too short)."""

    stem: IntArray
    senses: IntArray
    start: IntArray


@dataclass
class SeenWords:
    """Words by number, each looked up once; those of candidates and of references apart, if of two languages.

    ``denied`` has, for each beginning or end that denies, pairs of a word with it and the word without it.
    """

    sides: tuple[LanguageSources, ...]
    numbers: tuple[dict[str, int], ...] = ()
    names: list[str] = field(default_factory=list)
    owner: list[int] = field(default_factory=list)
    """Of each word, the side that it is of."""
    sets: list[Senses] = field(default_factory=lambda: [()])
    denied: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    _rows: list[tuple[int, int, int]] = field(default_factory=list)
    _arrays: WordColumns = field(default_factory=lambda: WordColumns(*np.zeros((3, 0), np.int64)))
    _sets: dict[Senses, int] = field(default_factory=lambda: {(): 0})
    _stems: dict[str, int] = field(default_factory=dict)
    _starts: dict[str, int] = field(default_factory=dict)
    _awaited: dict[str, list[tuple[str, int]]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self.numbers = tuple({} for _ in self.sides)

    @property
    def base(self) -> WordNet | None:
        """The wordnet, for all that does not depend on a language."""
        return next((side.base for side in self.sides if side.base is not None), None)

    def add(self, words: Iterable[str], side: int = 0) -> list[int]:
        """Take up words that are not there yet, and return the number of each."""
        asked, numbers, language = list(words), self.numbers[side], self.sides[side]
        new = [word for word in dict.fromkeys(asked) if word not in numbers]
        if not new:
            return [numbers[word] for word in asked]
        # words of two languages are one by their spelling, not by two stemmers
        roots = new if len(self.sides) > 1 else _roots(new, language.stemmer)
        for word, root in zip(new, roots, strict=True):
            number = numbers[word] = len(self.names)
            self.names.append(word)
            self.owner.append(side)
            lettered = len(word) >= 4 and not any(map(str.isdigit, word))
            start = self._starts.setdefault(word[:3], len(self._starts) + 1) if lettered else 0
            stem = self._stems.setdefault(root, len(self._stems))
            self._rows.append((stem, self._set(language.senses(word)), start))
            if language.language == "en":
                self._deny(word, number, numbers)
        return [numbers[word] for word in asked]

    @property
    def arrays(self) -> WordColumns:
        """What is known of all words, as arrays."""
        done = len(self._arrays.stem)
        if done < len(self._rows):
            new = np.array(self._rows[done:], np.int64).T
            self._arrays = WordColumns(*np.concatenate([np.stack(self._arrays), new], axis=1))
        return self._arrays

    def _set(self, senses: Senses) -> int:
        """Return the number of a set of senses."""
        if senses not in self._sets:
            self._sets[senses] = len(self.sets)
            self.sets.append(senses)
        return self._sets[senses]

    def _deny(self, word: str, number: int, numbers: dict[str, int]) -> None:
        """Note which words seen so far, or still to come, this one denies or is denied by."""
        for how, bare in denied_forms(word):
            if bare in numbers:
                self.denied[how].append((number, numbers[bare]))
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

    def overlap(self, one: int, other: int) -> float:
        """Return how alike two words are in what they mean: Σ √(p(s) · q(s)) over their senses s."""
        theirs = {synset: root for synset, _, root in self.senses_of(other)}
        return sum(root * theirs.get(synset, 0.0) for synset, _, root in self.senses_of(one))

    def adjective(self, word: int) -> bool:
        """Whether a word can be an adjective or an adverb."""
        return self.base is not None and any(
            self.base.pos[s] in _ADJECTIVES for s, *_ in self.senses_of(word)
        )

    def meet(self, left: IntArray, right: IntArray) -> FloatArray:
        """Return the best paths between sets of senses, by number: there, back, and both exchanged."""
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
