"""What English says of words of another language that hang on WordNet: how common they are, what they lack.

Wordnets of other languages have no counts of words, and gaps: Italian has words for 34,736 of 117,659
synsets. Where a synset has no word at all, words are likely to mean it that translate its English words in
another sense: *cibo* is *food* as nutriment, so it is taken to be solid *food* as well, for which no Italian
word is listed. Of the senses that are listed, words have about a fifth of those that their translations have;
so a sense that is taken over counts a fifth of what it counts in English.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.frequencies import BILLION, open_frequencies
from lydite.knowledge.wordnet.compiling import ALIAS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.knowledge.wordnet import WordNet

SHARED = 0.2  # of the senses of its translations, those that a word has


class Translations:
    """The English words of synsets, for the words of another language of the same store."""

    def __init__(self, wordnet: WordNet) -> None:
        self.english = wordnet.speaking(None)
        self.pos = wordnet.pos
        self.words = np.bincount(wordnet.labels.entities, minlength=len(wordnet.graph))
        """Of each synset, how many words the other language has for it."""
        own = np.flatnonzero(self.english.store["word_places"] != ALIAS)
        owners = np.searchsorted(self.english.labels.starts, own, "right") - 1
        synsets = self.english.labels.entities[own]
        order = np.argsort(synsets, kind="stable")
        self._labels: IntArray = owners[order]
        self._starts = np.searchsorted(synsets[order], np.arange(len(wordnet.graph) + 1))

    def english_words(self, synset: int) -> list[int]:
        """Return the English words of a synset, as numbers of labels."""
        labels: list[int] = self._labels[self._starts[synset] : self._starts[synset + 1]].tolist()
        return labels

    def borrowed(self, synsets: Iterable[int]) -> dict[int, int]:
        """Return the synsets without a word that are senses of English words for others, with their counts.

        Only senses of the same part of speech are taken over: English makes verbs of nouns as they stand.
        """
        own = set(synsets)
        counts: dict[int, int] = {}
        for synset in own:
            for label in self.english_words(synset):
                for other, count in self.english.senses_of_label(label):
                    if not self.words[other] and self.pos[other] == self.pos[synset]:
                        counts[other] = max(count, counts.get(other, 0))
        return counts

    def zipf(self, synsets: Iterable[int]) -> float:
        """Return how common a word is that means some synsets, on the Zipf scale.

        Each synset is as common as its English words in that sense, shared among the words that the other
        language has for it: Σₛ Σₑ f(e) · p(s|e) / words(s).
        """
        occurrences = sum(self._occurrences[s] / max(int(self.words[s]), 1) for s in synsets)
        return math.log10(max(occurrences, 1e-9)) + BILLION

    @functools.cached_property
    def _occurrences(self) -> FloatArray:
        """Of each synset, the share of all English words that are spoken with its sense."""
        labels, counts = self.english.labels, self.english.counts + 1
        keys = [labels.key(i).split() or [""] for i in range(len(labels))]
        starts = np.cumsum([0, *map(len, keys)])[:-1]
        zipf = open_frequencies().zipf([word for key in keys for word in key])
        rarest = np.minimum.reduceat(zipf, starts)
        owners = np.searchsorted(labels.starts, np.arange(len(labels.entities)), "right") - 1
        likely = counts / np.bincount(owners, counts, len(labels))[owners]
        spoken = 10.0 ** (rarest[owners] - BILLION) * likely
        return np.asarray(np.bincount(labels.entities, spoken, len(self.english.graph)), np.float64)
