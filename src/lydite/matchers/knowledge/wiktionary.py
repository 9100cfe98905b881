"""Substitutability by Wiktionary, in any of its languages."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.core.spec import Resource, param
from lydite.knowledge.wiktionary.example import build_example
from lydite.knowledge.wiktionary.spelling import language_code
from lydite.knowledge.wiktionary.store import open_wiktionary
from lydite.matchers.knowledge.store_paths import StorePathMatcher

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lydite.knowledge.wiktionary.store import Wiktionary


@dataclass(frozen=True)
class WiktionaryMatcher(StorePathMatcher):
    """How well the candidate can stand for the reference, by the best path between them in Wiktionary.

    Words, their inflected and alternative forms lead to senses; from there paths go to senses of synonyms
    (same), of coordinate, derived and related terms (similar), and up and down by hypernyms, hyponyms and
    troponyms. The product of the transitions along the best path is the score; what is no word of the
    dictionary is divided into aspects.
    """

    name = "wiktionary"
    reference = "Quantifying Substitutability, section 6.2, with the scores of Table 5.5"
    tunable = ("same", "sim", "sp_min", "sp_max", "gn_max")
    transition_parameters = target_parameters = frozenset({*tunable, "threshold", "below", "preset"})

    store: Resource = param(help="a store made by lydite build wiktionary")
    language: str | None = param(
        None, help="the language of phrases, in a store of several", alias=language_code
    )
    same: float = param(1.0, help="score of synonyms", low=0, high=1)
    sim: float = param(0.5, help="score of coordinate, derived and related terms", low=0, high=1)

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a store of a few entries."""
        return {"store": str(build_example(folder)), "language": "en"}

    @functools.cached_property
    def knowledge(self) -> Wiktionary:
        """The labels and the graph of the store."""
        return open_wiktionary(self.store.file, self.language)

    def sideways(self) -> Mapping[str, float]:
        """Return what synonyms, and coordinate, derived and related terms, are worth."""
        return {"same": self.same, "similar": self.sim}
