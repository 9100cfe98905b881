"""The most similar word of a list, by normalised Levenshtein distance."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class SimilarWords:
    """Finds words whose similarity 1 − d / max(|a|, |b|) reaches a threshold from 0.5 up to 1.

    Two words that differ by one edit have a word in common once a letter of each is left out; further ones,
    possible only between long words, are compared one by one.
    """

    def __init__(self, words: Iterable[str], threshold: float) -> None:
        self.threshold = threshold
        self._by_size: dict[int, set[str]] = defaultdict(set)
        self._parts: dict[str, list[str]] = defaultdict(list)
        for word in words:
            self._by_size[len(word)].add(word)
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
        if self._allowed(len(word) + 2) < 1:
            return None
        if self._allowed(len(word) + 2) == 1:
            near = {w for part in _parts(word) for w in self._parts.get(part, ())}
        else:
            most = self._allowed(len(word)) + 2
            near = {
                w for n in range(len(word) - most, len(word) + most + 1) for w in self._by_size.get(n, ())
            }
        best = max(((similarity(word, w), w) for w in sorted(near)), default=(0.0, ""), key=lambda p: p[0])
        return best[1] if best[0] >= self.threshold else None

    def _allowed(self, size: int) -> int:
        """Return how many edits a word of this size may have."""
        return int((1 - self.threshold) * size + 1e-9)


def similarity(a: str, b: str) -> float:
    """Return 1 − Levenshtein distance / length of the longer word.

    >>> similarity("kitten", "sitting")
    0.5714285714285714
    """
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return 1 - row[-1] / max(len(a), len(b), 1)


def _parts(word: str) -> set[str]:
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}
