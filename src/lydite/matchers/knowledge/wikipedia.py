"""Substitutability by Wikipedia: WikiSub."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.core.spec import Resource, param
from lydite.knowledge.pair_search import search_pairs
from lydite.knowledge.search import Search
from lydite.knowledge.wikipedia.example import build_example
from lydite.knowledge.wikipedia.knowledge_base import WikipediaBase, open_wikipedia
from lydite.matchers.knowledge.store_paths import StorePathMatcher

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


BIG = 200_000  # nodes from which a search is compiled even for one pair


@dataclass(frozen=True)
class WikipediaMatcher(StorePathMatcher):
    """How well the candidate can stand for the reference, by the best path between them in Wikipedia.

    Labels (anchors, titles, redirects) with the stems of a phrase lead to articles; from there paths
    go to categories whose central article they are (same), up and down the tree of categories and its
    articles (generalisation, specialisation), and along redirects. The product of the transitions
    along the best path is the score; what is no label is divided into aspects.
    """

    name = "wikipedia"
    also = ("WikiSub",)
    reference = "Quantifying Substitutability, section 3.3 (WikiSub)"
    tunable = ("same", "redirect", "sp_min", "sp_max", "gn_max")
    transition_parameters = target_parameters = frozenset({*tunable, "threshold", "below", "preset"})
    slow = True

    store: Resource = param(help="a store made by lydite build wikipedia")
    coverage: float = param(0.99, help="senses are taken until their priors exceed this", low=0, high=1)
    least: float = param(0.001, help="the least prior of a sense", low=0, high=1)
    same: float = param(1.0, help="score of category and central article", low=0, high=1)
    redirect: float = param(0.99, help="score of redirect and article", low=0, high=1)

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a store of a few pages."""
        return {"store": str(build_example(folder))}

    @functools.cached_property
    def knowledge(self) -> WikipediaBase:
        """The labels and the graph of the store."""
        return WikipediaBase(open_wikipedia(self.store.file), self.coverage, self.least)

    @functools.cached_property
    def search(self) -> Search:
        """The search; in a big graph it is compiled even for one pair."""
        if len(self.knowledge.graph) >= BIG:
            search_pairs.for_work(search_pairs.large)
        return super().search

    def sideways(self) -> Mapping[str, float]:
        """Return what categories and their central articles, and redirects, are worth."""
        return {"same": self.same, "redirect": self.redirect}
