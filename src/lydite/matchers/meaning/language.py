"""What is known of the words of one language: their senses, stems, and how often they are used."""

from __future__ import annotations

import functools
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.frequencies import open_frequencies, rank_frequencies
from lydite.core.languages import stemmer_of
from lydite.core.text import stop_words, stop_words_identity
from lydite.knowledge.wordnet import base_forms, open_wordnet
from lydite.knowledge.wordnet.translations import SHARED, Translations
from lydite.matchers.meaning.model import COMMON, PART, RARE, SENSE
from lydite.vectors import load_vectors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from lydite.core.array_types import FloatArray
    from lydite.core.frequencies import Frequencies
    from lydite.core.spec import Resource
    from lydite.knowledge.wordnet import WordNet
    from lydite.knowledge.wordnet.translations import Translations
    from lydite.matchers.meaning.climbing import Senses


def open_language(
    language: str | None, store: Path | None, frequencies: Path | None, vectors: Resource | None
) -> LanguageSources:
    """Return what is known of a language: of none, of that of the store, else of English.

    Frequencies come from the file, else from the package (English), else from the order of the vectors.
    """
    if store is None:
        base = open_wordnet() if language in (None, "en") else None
    else:
        base = open_wordnet(store, language)
    spoken = base.language if base is not None else str(language)
    if frequencies is None and spoken != "en" and vectors is not None:
        words = load_vectors(vectors.file).words
        common = rank_frequencies(words, spoken, f"order:{vectors.identity()}")
    else:
        common = open_frequencies(spoken, frequencies)
    return LanguageSources(spoken, stemmer_of(spoken), base, common)


@dataclass(frozen=True, eq=False)
class LanguageSources:
    """A language, its stemmer, its wordnet if there is one, and how often its words are used."""

    language: str
    stemmer: str
    base: WordNet | None
    frequencies: Frequencies

    @functools.cached_property
    def translations(self) -> Translations | None:
        """What English says of its words; none in English, and where a store has no English."""
        if self.base is None or not self.base.part or self.base.own != "en":
            return None

        return Translations(self.base)

    def identities(self) -> Mapping[str, str]:
        """Return what determines numbers: the wordnet, the frequencies, else the stop words."""
        common = open_frequencies().identity if self.translations is not None else self.frequencies.identity
        known = {"store": self.base.identity if self.base else "none"}
        if len(self.frequencies):
            return known | {"frequencies": self.frequencies.identity}
        return known | {"frequencies": common, "stopwords": stop_words_identity(self.language)}

    def senses(self, word: str) -> Senses:
        """Return the synsets of a word, each with two weights: to climb from, and to go aside from."""
        if self.base is None:
            return ()
        synsets, likely = self._ranked(self.base, word.split() or [word])
        codes = self.base.pos[list(synsets)].tolist()
        shares: dict[int, float] = defaultdict(float)
        for code, p in zip(codes, likely, strict=True):
            shares[code] += p
        return tuple(
            (synset, (p / shares[code]) ** SENSE * shares[code] ** PART, p**SENSE)
            for synset, code, p in zip(synsets, codes, likely, strict=True)
        )

    def _ranked(self, base: WordNet, words: Sequence[str]) -> tuple[Sequence[int], Sequence[float]]:
        """Return the synsets of a word with how likely they are; with those that its language lacks."""
        if self.translations is None:
            return base.ranked(words)

        counts = base.counted(words)
        lacked = self.translations.borrowed(counts)
        weights = {s: c + 1.0 for s, c in counts.items()} | {s: SHARED * (c + 1) for s, c in lacked.items()}
        total = sum(weights.values())
        return list(weights), [w / total for w in weights.values()]

    def zipf(self, words: Sequence[str]) -> FloatArray:
        """Return how often words are used; without frequencies, as their translations are in English."""
        known = self.frequencies.zipf(words).astype(np.float64)
        if len(self.frequencies):
            return known
        common = stop_words(self.language)
        if self.translations is not None and self.base is not None:
            synsets = (self.base.match([word]) for word in words)
            known = np.array([self.translations.zipf(some) if some else RARE for some in synsets])
        return np.where([word in common for word in words], COMMON, known)

    def knows_phrase(self, words: Sequence[str]) -> bool:
        """Whether the wordnet may know a phrase: as it stands, or with its last word in a base form."""
        if self.base is None or len(words) > self.base.longest:
            return False
        if not self.base.english:
            return bool(self.base.match(words))
        find, before = self.base.labels.find, " ".join(words[:-1])
        lasts = (words[-1], *base_forms(words[-1], "n", self.base.exceptions))
        return any(find(f"{before} {last}") >= 0 for last in lasts)
