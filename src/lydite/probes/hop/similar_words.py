"""The most similar word of a list, by normalised Levenshtein distance."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LONGEST = 100
"""Letters of a word that is compared with others: those of languages have fewer, and more take long."""


class SimilarWords:
    """Finds words whose similarity 1 − d / max(|a|, |b|) reaches a threshold from 0.5 up to 1.

    Two words that differ by one edit have a word in common once a letter of each is left out; further ones,
    possible only between long words, are compared one by one. What has more letters than any word is like
    itself alone.
    """

    def __init__(self, words: Iterable[str], threshold: float) -> None:
        self.threshold = threshold
        self._by_size: dict[int, set[str]] = defaultdict(set)
        self._parts: dict[str, list[str]] = defaultdict(list)
        for word in words:
            self._by_size[len(word)].add(word)  # also those that are too long: they may be found as they are
            if self._allowed(len(word) + 1) == 1:  # of longer ones each letter would be a copy
                for part in _parts(word):
                    self._parts[part].append(word)

    def find(self, word: str) -> str | None:
        """Return the most similar word, of equals the first by alphabet; None where none is similar enough.

        >>> SimilarWords(["philosophy", "philology"], 0.9).find("philosophie") is None
        True
        >>> SimilarWords(["philosophical", "philology"], 0.9).find("philosophicál")
        'philosophical'
        """
        if word in self._by_size.get(len(word), ()):
            return word
        if self._allowed(len(word) + 2) < 1 or len(word) > LONGEST:
            return None
        if self._allowed(len(word) + 2) == 1:
            near = {w for part in _parts(word) for w in self._parts.get(part, ())}
        else:
            most = self._allowed(len(word)) + 2
            sizes = range(len(word) - most, min(len(word) + most, LONGEST) + 1)
            near = {w for n in sizes for w in self._by_size.get(n, ())}
        like = similarity_to(word)
        best = max(((like(w), w) for w in sorted(near)), default=(0.0, ""), key=lambda p: p[0])
        return best[1] if best[0] >= self.threshold else None

    def _allowed(self, size: int) -> int:
        """Return how many edits a word of this size may have."""
        return int((1 - self.threshold) * size + 1e-9)


def similarity_to(word: str) -> Callable[[str], float]:
    """Return what gives 1 − Levenshtein distance / length of the longer word, for a word that has letters.

    A column of the table of distances is two numbers, whose bits say where it rises and where it falls: each
    letter takes a handful of operations (Hyyrö 2003, after Myers 1999).

    >>> similarity_to("kitten")("sitting")
    0.5714285714285714
    """
    places: dict[str, int] = defaultdict(int)
    for i, letter in enumerate(word):
        places[letter] |= 1 << i
    every, last = (1 << len(word)) - 1, 1 << len(word) >> 1

    def similarity(other: str) -> float:
        up, down, distance = every, 0, len(word)
        for letter in other:
            here = places.get(letter, 0)
            same = (((here & up) + up) ^ up) | here | down
            more, less = down | every & ~(same | up), same & up
            distance += bool(more & last) - bool(less & last)
            more = more << 1 | 1
            up, down = every & (less << 1 | ~(same | more)), every & more & same
        return 1 - distance / max(len(word), len(other), 1)

    return similarity


def _parts(word: str) -> set[str]:
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}
