"""Substitutability by Wiktionary, in any of its languages."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.knowledge.graph import TransitionScores
from lydite.knowledge.search import Below, Search
from lydite.matchers.knowledge.substitution import SubstitutionMatcher
from lydite.sources.wiktionary.spelling import language_code
from lydite.spec import Resource, param

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.sources.wiktionary.store import Wiktionary

PRESETS: dict[str, dict[str, Any]] = {
    "default": {"below": "zero", "surface": True},
    "thesis": {"below": "thesis", "surface": False},
}


@dataclass(frozen=True)
class WiktionaryMatcher(SubstitutionMatcher):
    """How well the candidate can stand for the reference, by the best path between them in Wiktionary.

    Words, their inflected and alternative forms lead to senses; from there paths go to senses of synonyms
    (same), of coordinate, derived and related terms (similar), and up and down by hypernyms, hyponyms and
    troponyms. The product of the transitions along the best path is the score; what is no word of the
    dictionary is divided into aspects.
    """

    name = "wiktionary"
    reference = "Quantifying Substitutability, section 6.2, with the scores of Table 5.5"
    presets = PRESETS
    tunable = ("same", "sim", "sp_min", "sp_max", "gn_max")
    ordered = (("sp_min", "sp_max"),)
    transition_parameters = target_parameters = frozenset({*tunable, "threshold", "below", "preset"})

    store: Resource = param(help="a store made by lydite build wiktionary")
    language: str | None = param(
        None, help="the language of phrases, in a store of several", alias=language_code
    )
    preset: str = param("default", help="where values that are not given come from", choices=lambda: PRESETS)
    same: float = param(1.0, help="score of synonyms", low=0, high=1)
    sim: float = param(0.5, help="score of coordinate, derived and related terms", low=0, high=1)
    sp_min: float = param(0.2, help="score of specialisations of infinite breadth", low=0, high=1)
    sp_max: float = param(0.99, help="score of specialisations of breadth 1", low=0, high=1)
    gn_max: float = param(0.99, help="score of generalisations of breadth 1", low=0, high=1)
    threshold: float = param(0.08, help="entities that score below are not expanded", low=0, high=1)
    below: Below | None = param(
        None, help="a best path that ends below the threshold: 0, or what Algorithm 4 finds"
    )
    surface: bool | None = param(None, help="whether phrases equal after folding and stemming score 1")

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a store of a few entries."""
        from lydite.sources.wiktionary.example import build_example

        return {"store": str(build_example(folder)), "language": "en"}

    @functools.cached_property
    def knowledge(self) -> Wiktionary:
        """The labels and the graph of the store."""
        from lydite.sources.wiktionary.store import open_wiktionary

        return open_wiktionary(self.store.file, self.language)

    @functools.cached_property
    def search(self) -> Search:
        """The search, with its scores and thresholds."""
        scores = TransitionScores(
            same=self.same,
            similar=self.sim,
            specialisation_low=self.sp_min,
            specialisation_high=self.sp_max,
            generalisation_high=self.gn_max,
        )
        return Search(self.knowledge.graph, scores, self.threshold, self.settings["below"])

    @property
    def by_surface(self) -> bool:
        """Whether phrases that are equal after folding and stemming score 1 without a search."""
        return bool(self.settings["surface"])
