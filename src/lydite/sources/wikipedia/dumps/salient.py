"""Words near concepts: what Salient Semantic Analysis counts in an article.

Links tell what some phrases of an article mean. By one sense a discourse, each further occurrence of a linked
phrase means the same (the first link counts), and the words around are counted with that concept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.arrays import spread

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lydite.array_types import IntArray, UInt64Array

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
    lengths: dict[str, dict[int, None]] = {}  # of the anchors that begin with a word, the longest first
    for anchor in sorted(anchors, key=len, reverse=True):
        lengths.setdefault(anchor[0], {})[len(anchor)] = None
    spans: list[tuple[int, int, int]] = []
    at = 0
    while at < len(words):
        for length in lengths.get(words[at], ()):
            meant = anchors.get(tuple(words[at : at + length]))
            if meant is not None and at + length <= len(words):  # else it is a shorter one, at the end
                spans.append((at, at + length, meant))
                at += length - 1
                break
        at += 1
    starts, stops, concepts = zip(*spans, strict=True) if spans else ((), (), ())
    return np.array(starts, np.int64), np.array(stops, np.int64), np.array(concepts, np.uint64)


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
