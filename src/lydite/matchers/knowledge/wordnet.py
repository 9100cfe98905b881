"""Substitutability by WordNet."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core.spec import Resource, param
from lydite.knowledge.graph import EntitySets, TransitionScores
from lydite.knowledge.labels import Targets
from lydite.knowledge.search import DIGITS, Below, Search
from lydite.knowledge.wordnet.lexicon import POS
from lydite.knowledge.wordnet.opposites import Opposites, SynsetOpposites
from lydite.matchers.knowledge.aspects import REMEMBERED, PairPlan, with_weights
from lydite.matchers.knowledge.bilingual import BilingualEntityMatcher
from lydite.matchers.knowledge.substitution import SubstitutionMatcher

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from lydite.core.array_types import BoolArray, FloatArray, IntArray
    from lydite.knowledge.base import JoinableBase
    from lydite.knowledge.wordnet import WordNet

PRESETS: dict[str, dict[str, Any]] = {
    "default": {
        "derivation": "sense", "below": "zero", "surface": True,
        "sim": 0.716, "der": 0.418, "sp_min": 0.806, "sp_max": 0.984, "gn_max": 0.952, "gn_min": 0.1,
        "clip": False, "prior": "tags", "power": 0.05, "antonyms": True,
    },
    "tuned": {
        "derivation": "sense", "below": "zero", "surface": True,
        "sim": 0.534, "der": 0.644, "sp_min": 0.675, "sp_max": 0.930, "gn_max": 0.915, "gn_min": 0.0,
        "clip": True, "prior": "uniform", "power": 0.5, "antonyms": False,
    },
    "thesis": {
        "derivation": "lemma", "below": "thesis", "surface": False,
        "sim": 0.5, "der": 0.7, "sp_min": 0.2, "sp_max": 0.99, "gn_max": 0.99, "gn_min": 0.0,
        "clip": True, "prior": "uniform", "power": 0.5, "antonyms": False,
    },
}  # fmt: skip
_CODES = {"noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}


@dataclass(frozen=True)
class WordNetMatcher(BilingualEntityMatcher, SubstitutionMatcher):
    """How well the candidate can stand for the reference, by the best path between them in WordNet.

    The score of a path is the product of its transitions; candidate and reference are disambiguated
    against each other, since the best path over all their senses counts, rare senses a little less. What
    has no sense of its own is divided into aspects, whose best pairings enter by harmonic mean (Algorithms
    1 to 5). Opposites score 0.

    >>> round(WordNetMatcher(preset="thesis").score("admire", "appreciation"), 4)
    0.7
    >>> round(WordNetMatcher(preset="thesis").score("enclose", "birdcage"), 4)
    0.2655
    """

    name = "wordnet"
    also = ("WordSub",)
    citation = "Quantifying Substitutability, sections 3.1 and 3.2, Tables 5.5 (thesis) and 5.6 (tuned)"
    presets = PRESETS
    revision = 3
    tunable = ("sim", "der", "sp_min", "sp_max", "gn_max")
    ordered = (("sp_min", "sp_max"), ("gn_min", "gn_max"))
    transition_parameters = frozenset(
        {*tunable, "gn_min", "clip", "threshold", "below", "derivation", "preset"}
    )
    target_parameters = transition_parameters | {"power"}

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
    clip: bool | None = param(None, help="whether generalisations beyond breadth 4 score 0 (Equation 3.3)")
    gn_min: float | None = param(
        None, help="score of generalisations of infinite breadth, with clip=no", low=0, high=1
    )
    prior: Literal["uniform", "tags"] | None = param(
        None,
        help="senses count alike (uniform, or none), or by their probability (tags)",
        alias=lambda word: "uniform" if word == "none" else word,
    )
    power: float | None = param(
        None, help="power of the probability that weighs a sense, with prior=tags", low=0, high=10
    )
    antonyms: bool | None = param(None, help="whether opposites score 0")
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

    @property
    def file(self) -> Path | None:
        """Where the store of the wordnet is; none: it is the embedded one."""
        return None if self.store is None else self.store.file

    @functools.cached_property
    def search(self) -> Search:
        """The search, with its scores and thresholds."""
        values = self.settings
        scores = TransitionScores(
            similar=values["sim"],
            derivation=values["der"],
            lemma_derivation=values["der"] if values["derivation"] == "lemma" else 0.0,
            specialisation_low=values["sp_min"],
            specialisation_high=values["sp_max"],
            generalisation_high=values["gn_max"],
            generalisation_low=None if values["clip"] else values["gn_min"],
        )
        return Search(
            self.knowledge.graph, scores, self.threshold, values["below"], self.targets == "perfect"
        )

    @property
    def by_surface(self) -> bool:
        """Whether phrases that are equal after folding and stemming score 1 without a search."""
        return bool(self.settings["surface"])

    @functools.cached_property
    def lookup(self) -> JoinableBase:
        """The wordnet, or its part of speech that was asked for."""
        return self.knowledge if self._pos is None else _OnePartOfSpeech(self.knowledge, self._pos)

    @property
    def _pos(self) -> int | None:
        return None if self.pos == "any" else POS.index(_CODES[self.pos])

    def ranked(self, targets: Targets) -> Targets:
        """Return targets with how likely each is, likeliest first, where that counts."""
        if self.settings["prior"] == "uniform" or not targets:
            return targets
        ranked = [self.knowledge.ranked(aspect.split(), self._pos) for aspect in targets.aspects]
        return replace(targets, sets=tuple(s for s, _ in ranked), priors=tuple(p for _, p in ranked))

    def weighted_targets(self, targets: Targets) -> Sequence[Any]:
        """Return the target sets of a phrase, by tags with the weight of each sense."""
        if self.settings["prior"] != "tags":
            return targets.sets
        power = self.settings["power"]
        return [_weighted(s, likely, power) for s, likely in zip(targets.sets, targets.priors, strict=True)]

    def score_sets(self, sets: list[Any], left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of set ``left[i]`` with set ``right[i]``."""
        return self.score_entities(self.entities(sets), left, right)

    def entities(self, sets: list[Any]) -> Any:
        """Return target sets laid out, by tags with the highest weight of each."""
        if self.settings["prior"] != "tags":
            return EntitySets.of(sets)
        most = np.array([max((w for _, w in s), default=0.0) for s in sets])
        return EntitySets.of([with_weights(s) for s in sets]), most

    def score_entities(self, entities: Any, left: IntArray, right: IntArray) -> FloatArray:
        """Return the score of set ``left[i]`` with set ``right[i]`` of sets that are laid out."""
        if self.settings["prior"] == "uniform":
            return super().score_entities(entities, left, right)
        weighted, most = entities
        scores = self.search.pairs(weighted, left, right)
        scores *= most[left]
        scores *= most[right]
        scores[(left == right) & (most[left] > 0)] = 1.0  # the same word is meant the same way
        return scores.round(DIGITS)

    def _scores(self, phrases: list[str], left: IntArray, right: IntArray) -> FloatArray:
        plan = PairPlan.of(self, phrases, left, right)
        return plan.scores(functools.partial(self.score_entities, self.entities(plan.sets)))

    def opposed(self, phrases: Sequence[str], left: IntArray, right: IntArray) -> BoolArray | None:
        """Return which pairs of places in a list of phrases are opposites, where these count."""
        if not self.settings["antonyms"]:
            return None
        found = [t for some in self.find_all(phrases, left, right) for t in some]  # two languages: two each
        keys = [self._opposable(targets) for targets in found]
        return self._opposites.clashes(keys, left, right + len(keys) - len(phrases))

    @functools.cached_property
    def _opposites(self) -> Opposites:
        """Opposites: as the wordnet lists words, or by synsets for words of two languages."""
        return SynsetOpposites(self.knowledge) if self.across else self.knowledge.opposed

    def _opposable(self, targets: Targets) -> Sequence[Any]:
        """Return the parts of a phrase as opposites are told by: their words, or the synsets of these."""
        return targets.sets if isinstance(self._opposites, SynsetOpposites) else targets.aspects

    def clash(self, candidate: str, reference: str) -> tuple[str, str] | None:
        """Return the parts of two phrases that make opposites of them, where these count."""
        if not self.settings["antonyms"]:
            return None
        found = [
            side.targets_of(phrase) for side, phrase in zip(self.sides, (candidate, reference), strict=True)
        ]
        keys = [list(self._opposable(targets)) for targets in found]
        clash = self._opposites.clash(*keys)
        if clash is None:
            return None
        one, other = (t.aspects[own.index(key)] for t, own, key in zip(found, keys, clash, strict=True))
        return one, other

    def both(self, words: Sequence[str], left: IntArray, right: IntArray) -> FloatArray:
        """Return how well one word stands for another, and the other for it, in two columns.

        Pairs are places in a list of words (or phrases that are in WordNet as they stand). What is not there
        scores 0; opposites and equal spelling are not looked at. All are searched for at once.
        """
        numbers: dict[Any, int] = {(): 0}
        places = []
        for side in self.sides if self.across else self.sides[:1]:
            target_sets = [
                t if t.direct else Targets(word) for word in words for t in [side.targets_of(word)]
            ]
            first = [next(iter(side.weighted_targets(targets)), ()) for targets in target_sets]
            places.append(np.array([numbers.setdefault(s, len(numbers)) for s in first], np.int64))
        ours, theirs = places[0][left], places[-1][right]
        pairs = np.concatenate([ours, theirs]), np.concatenate([theirs, ours])
        return self._searches(list(numbers), *pairs).reshape(2, -1).T

    def _searches(self, sets: list[Any], left: IntArray, right: IntArray) -> FloatArray:
        pair, back = np.unique(left * len(sets) + right, return_inverse=True)
        left, right = np.divmod(pair, max(1, len(sets)))
        scores: FloatArray = self.score_sets(sets, left, right)[back.reshape(-1)]
        return scores

    def sources(self) -> Mapping[str, str]:
        """Return the wordnet, and the words that are left out."""
        return {"store": self.knowledge.identity, **super().sources()}


@functools.lru_cache(REMEMBERED)
def _weighted(
    synsets: tuple[int, ...], likely: tuple[float, ...], power: float
) -> tuple[tuple[int, float], ...]:
    """Return synsets with their weights; most words occur in many phrases."""
    return tuple((s, p**power) for s, p in zip(synsets, likely, strict=True))


class _OnePartOfSpeech:
    """A wordnet of which only one part of speech is seen."""

    def __init__(self, whole: WordNet, code: int) -> None:
        self.whole, self.code, self.longest = whole, code, whole.longest
        self.english, self.stemmer = whole.english, whole.stemmer
        self.language, self.accents, self.pieces = whole.language, whole.accents, whole.pieces
        self.graph, self.identity, self.plain_texts = whole.graph, whole.identity, whole.plain_texts
        self.explicit_links, self.find_linked = whole.explicit_links, whole.find_linked
        self.matching = f"{whole.matching} {POS[code]}"

    def targets(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the synsets of folded words that are of this part of speech."""
        return tuple(s for s in self.whole.targets(words) if self.whole.pos[s] == self.code)

    def name(self, synset: int) -> str:
        """Return a synset as people read it."""
        return self.whole.name(synset)
