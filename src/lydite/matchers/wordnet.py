"""Substitutability by WordNet: the default matcher."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from lydite.matchers.substitution import Substitution
from lydite.sources.graph import Scores
from lydite.sources.labels import Targets, find_targets
from lydite.sources.search import Below, Search
from lydite.sources.wordnet import WordNet, open_wordnet
from lydite.sources.wordnet.lexicon import POS
from lydite.spec import Resource, param

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PRESETS: dict[str, dict[str, Any]] = {
    "default": {
        "derivation": "sense", "below": "zero", "surface": True,
        "sim": 0.534, "der": 0.644, "sp_min": 0.675, "sp_max": 0.930, "gn_max": 0.915,
    },
    "thesis": {
        "derivation": "lemma", "below": "thesis", "surface": False,
        "sim": 0.5, "der": 0.7, "sp_min": 0.2, "sp_max": 0.99, "gn_max": 0.99,
    },
}  # fmt: skip
_CODES = {"noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}


@dataclass(frozen=True)
class Wordnet(Substitution):
    """How well the candidate can stand for the reference, by the best path between them in WordNet.

    The score of a path is the product of its transitions; candidate and reference are disambiguated
    against each other, since the best path over all their senses counts. What has no sense of its own
    is divided into aspects, whose best pairings enter by harmonic mean (Algorithms 1 to 5).

    >>> round(Wordnet(preset="thesis").score("admire", "appreciation"), 4)
    0.7
    >>> round(Wordnet(preset="thesis").score("enclose", "birdcage"), 4)
    0.2655
    """

    name = "wordnet"
    reference = "Quantifying Substitutability, sections 3.1 and 3.2, Tables 5.5 (thesis) and 5.6 (default)"
    presets = PRESETS

    preset: str = param("default", help="where values that are not given come from", choices=lambda: PRESETS)
    store: Resource | None = param(None, help="a store made by lydite build wordnet; none: WordNet 3.1")
    derivation: Literal["lemma", "sense"] | None = param(
        None, help="derivations join words in all their senses (lemma), or the sense pointed at"
    )
    sim: float | None = param(None, help="score of similar-to and see-also", low=0, high=1)
    der: float | None = param(None, help="score of derivations", low=0, high=1)
    sp_min: float | None = param(None, help="score of specialisations of infinite breadth", low=0, high=1)
    sp_max: float | None = param(None, help="score of specialisations of breadth 1", low=0, high=1)
    gn_max: float | None = param(None, help="score of generalisations of breadth 1", low=0, high=1)
    threshold: float = param(0.08, help="entities that score below are not expanded", low=0, high=1)
    below: Below | None = param(
        None, help="a best path that ends below the threshold: 0, or what Algorithm 4 finds"
    )
    surface: bool | None = param(None, help="whether phrases equal after folding and stemming score 1")
    targets: Literal["plain", "perfect"] = param(
        "plain", help="perfect: derivations from or to a target score 1"
    )
    pos: str = param(
        "any", help="the part of speech that targets must have", choices=lambda: ("any", *_CODES)
    )

    @functools.cached_property
    def base(self) -> WordNet:
        """The wordnet that is searched."""
        return open_wordnet(None if self.store is None else self.store.file)

    @functools.cached_property
    def search(self) -> Search:
        """The search, with its scores and thresholds."""
        values = self.settings
        scores = Scores(
            similar=values["sim"],
            derivation=values["der"],
            lemma_derivation=values["der"] if values["derivation"] == "lemma" else 0.0,
            specialisation_low=values["sp_min"],
            specialisation_high=values["sp_max"],
            generalisation_high=values["gn_max"],
        )
        return Search(self.base.graph, scores, self.threshold, values["below"], self.targets == "perfect")

    @property
    def by_surface(self) -> bool:
        """Whether phrases that are equal after folding and stemming score 1 without a search."""
        return bool(self.settings["surface"])

    def find(self, phrase: str) -> Targets:
        """Return the target sets of a phrase, of the part of speech that was asked for."""
        if self.pos == "any":
            return super().find(phrase)
        return find_targets(_OfOnePos(self.base, POS.index(_CODES[self.pos])), phrase, self.dropped)

    def sources(self) -> Mapping[str, str]:
        """Return the wordnet, and the words that are left out."""
        return {"store": self.base.identity, **super().sources()}


class _OfOnePos:
    """A wordnet of which only one part of speech is seen."""

    def __init__(self, whole: WordNet, code: int) -> None:
        self.whole, self.code, self.longest = whole, code, whole.longest
        self.english, self.stemmer = whole.english, whole.stemmer
        self.language, self.accents = whole.language, whole.accents

    def targets(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the synsets of folded words that are of this part of speech."""
        return tuple(s for s in self.whole.targets(words) if self.whole.pos[s] == self.code)

    def name(self, synset: int) -> str:
        """Return a synset as people read it."""
        return self.whole.name(synset)
