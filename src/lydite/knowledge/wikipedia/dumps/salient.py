"""Words near concepts: what Salient Semantic Analysis counts in an article.

Links tell what some phrases of an article mean. By one sense a discourse, each further occurrence of a linked
phrase means the same (the first link counts), and the words around are counted with that concept.
"""

from __future__ import annotations

from array import array
from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lydite.core.array_types import IntArray, UInt64Array

    Names = UInt64Array

WINDOW = 5  # words on each side of a concept


def near_concepts(
    words: Sequence[str], names: Names, links: Iterable[tuple[int, Sequence[str]]]
) -> tuple[Names, Names, IntArray]:
    """Return (name of a word, name of a concept, how often the word stands near it) of one article.

    ``names`` are the names of the words, ``links`` the concepts with the words of their anchors.

    >>> words = "a tabby is a cat".split()
    >>> near = near_concepts(words, np.arange(5, dtype=np.uint64), [(9, ["tabby"])])
    >>> [column.tolist() for column in near]
    [[0, 1, 2, 3, 4], [9, 9, 9, 9, 9], [1, 1, 1, 1, 1]]
    """
    starts, stops, concepts = _mentions(words, links)
    owner: list[IntArray] = []
    place: list[IntArray] = []
    which = np.arange(len(starts))
    for distance in range(-WINDOW, WINDOW + 1):
        at = stops - 1 + distance if distance > 0 else starts + distance
        inside = (at >= 0) & (at < len(words))
        owner.append(which[inside])
        place.append(at[inside])
    further = stops - starts - 1  # words of the concept itself
    owner.append(np.repeat(which, further))
    place.append(spread(starts + 1, further))
    word, concept = names[np.concatenate(place)], concepts[np.concatenate(owner)]
    pairs, counts = np.unique(np.stack([word, concept]), axis=1, return_counts=True)
    return pairs[0], pairs[1], counts.astype(np.int64)


def _mentions(
    words: Sequence[str], links: Iterable[tuple[int, Sequence[str]]]
) -> tuple[IntArray, IntArray, Names]:
    """Return where concepts are mentioned, from left to right, the longest anchor first."""
    anchors: dict[tuple[str, ...], int] = {}
    for concept, anchor in links:
        if anchor:
            anchors.setdefault(tuple(anchor), concept)
    longest = _longest_anchors(words, anchors)
    spans: list[tuple[int, int, int]] = []
    at = 0
    while at < len(words):
        if length := longest[at]:
            spans.append((at, at + length, anchors[tuple(words[at : at + length])]))
        at += length or 1
    starts, stops, concepts = zip(*spans, strict=True) if spans else ((), (), ())
    return np.array(starts, np.int64), np.array(stops, np.int64), np.array(concepts, np.uint64)


def _longest_anchors(words: Sequence[str], anchors: Iterable[tuple[str, ...]]) -> array[int]:
    """Return of each word how many words the longest anchor has that begins with it; 0 where none does.

    A. V. Aho and M. J. Corasick, 1975, Efficient string matching, read backwards: a word costs the same
    however long anchors are. A state stands for the end of some anchors; what follows is the word before.

    >>> _longest_anchors("a b a b c".split(), [("a",), ("a", "b", "c"), ("b",)]).tolist()
    [1, 1, 3, 1, 0]
    """
    follows: list[dict[str, int]] = [{}]
    longest = array("q", [0])
    for anchor in anchors:
        state = 0
        for word in reversed(anchor):
            known = follows[state].setdefault(word, len(follows))
            if known == len(follows):
                follows.append({})
                longest.append(0)
            state = known
        longest[state] = len(anchor)
    shorter = array("q", bytes(8 * len(follows)))  # the state of the longest other end, where no word follows

    def step(state: int, word: str) -> int:
        while state and word not in follows[state]:
            state = shorter[state]
        return follows[state].get(word, 0)

    queue = deque(follows[0].values())
    while queue:
        state = queue.popleft()
        for word, known in follows[state].items():
            shorter[known] = step(shorter[state], word)
            longest[known] = longest[known] or longest[shorter[known]]
            queue.append(known)
    lengths = array("q", bytes(8 * len(words)))
    state = 0
    for at in range(len(words) - 1, -1, -1):
        state = step(state, words[at])
        lengths[at] = longest[state]
    return lengths


class NearConcepts:
    """Sums what the articles of one unit say."""

    def __init__(self, split: Callable[[str], list[str]]) -> None:
        self.split = split
        self._rows: list[tuple[Names, Names, IntArray]] = []
        self._anchors: dict[str, list[str]] = {}

    def add(self, words: Sequence[str], names: Names, links: Iterable[tuple[int, str]]) -> None:
        """Add one article: its words, their names, and its links with their anchors."""
        split = ((concept, self._words(anchor)) for concept, anchor in links)
        self._rows.append(near_concepts(words, names, split))

    def columns(self) -> dict[str, UInt64Array | IntArray]:
        """Return the columns of a part."""
        empty = np.zeros(0, np.uint64)
        words, concepts, counts = (
            zip(*self._rows, strict=True) if self._rows else ((empty,), (empty,), (empty.astype(np.int64),))
        )
        return {
            "near_word": np.concatenate(words),
            "near_concept": np.concatenate(concepts),
            "near_count": np.concatenate(counts),
        }

    def _words(self, anchor: str) -> list[str]:
        if anchor not in self._anchors:
            self._anchors[anchor] = self.split(anchor)
        return self._anchors[anchor]
