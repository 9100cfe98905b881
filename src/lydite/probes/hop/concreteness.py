"""How concrete an article is: the mean rating of the words in its first sentences."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.text import stop_words, tokens
from lydite.probes.hop.similar_words import SimilarWords

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.knowledge.wikipedia import Wikipedia

SENTENCES = 3
THRESHOLD = 0.9
_WORD, _RATING = "Word", "Conc.M"
_MOST = 1e9  # no scale of ratings reaches so far
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_a-z])")


@dataclass
class ConcretenessRatings:
    """Concreteness from 1 (abstract) to 5 (concrete) of words and terms of two words."""

    by_word: dict[str, float]
    _similar: SimilarWords
    _found: dict[str, float | None] = field(default_factory=dict)
    near: int = 0
    """How many words of texts were rated by a near match."""

    @classmethod
    def read(cls, path: str | Path, encoding: str | None = None) -> ConcretenessRatings:
        """Read the format of Brysbaert et al. 2014: tab-separated, columns Word and Conc.M among others."""
        ratings: dict[str, float] = {}
        text = opening.text(path, encoding)
        head, *rows = (line.split("\t") for line in text.split("\n"))
        if _WORD not in head or _RATING not in head:
            columns = ", ".join(head[:6]) or "none"
            raise InputError(
                f"expected tab-separated columns {_WORD} and {_RATING}, found {columns}", path, 1
            )
        word, rating = head.index(_WORD), head.index(_RATING)
        for number, row in enumerate(rows, 2):
            if row != [""]:
                ratings.setdefault(_key(row, word), _rating(row, rating, path, number))
        return cls(ratings, SimilarWords(ratings, THRESHOLD))

    def rate(self, words: list[str]) -> list[float | None]:
        """Return the rating of each word, or of two together; None for unknown ones.

        A word that is not rated has the rating of the most similar one, if that is similar enough
        (normalised Levenshtein at least 0.9).
        """
        out: list[float | None] = []
        i = 0
        while i < len(words):
            pair = self.by_word.get(" ".join(words[i : i + 2])) if i + 1 < len(words) else None
            if pair is not None:
                out += [pair, pair]
                i += 2
                continue
            if words[i] not in stop_words():
                out.append(self._one(words[i]))
            i += 1
        return out

    def _one(self, word: str) -> float | None:
        if word in self.by_word:
            return self.by_word[word]
        if word not in self._found:
            close = self._similar.find(word)
            self._found[word] = None if close is None else self.by_word[close]
        self.near += self._found[word] is not None
        return self._found[word]


def score(
    wikipedia: Wikipedia, articles: IntArray, ratings: ConcretenessRatings
) -> tuple[FloatArray, int, int]:
    """Return the mean rating of each article (NaN where nothing is rated), and how many words of all were."""
    scores = np.full(len(articles), np.nan)
    known = count = 0
    for i, article in enumerate(articles.tolist()):
        rated = ratings.rate(tokens(first_sentences(wikipedia.lead(article).paragraphs)))
        kept = [r for r in rated if r is not None]
        known, count = known + len(kept), count + len(rated)
        if kept:
            scores[i] = sum(kept) / len(kept)
    return scores, known, count


def first_sentences(paragraphs: tuple[str, ...], most: int = SENTENCES) -> str:
    """Return the first sentences of a lead.

    >>> first_sentences(("One is. Two is! Three is?", "Four is."), 2)
    'One is. Two is!'
    """
    sentences: list[str] = []
    for paragraph in paragraphs:
        sentences += _SENTENCE.split(paragraph)
        if len(sentences) >= most:
            break
    return " ".join(sentences[:most])


def _key(row: list[str], place: int) -> str:
    return " ".join(tokens(row[place])) if place < len(row) else ""


def _rating(row: list[str], place: int, path: str | Path, line: int) -> float:
    cell = row[place] if place < len(row) else "nothing"
    try:
        rating = float(cell)
    except ValueError:
        rating = math.nan
    if not abs(rating) < _MOST:
        raise InputError(f"expected a number in column {_RATING}, found {cell!r:.60}", path, line)
    return rating
