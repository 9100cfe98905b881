"""Substitutability by Wikipedia: WikiSub."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.knowledge.graph import TransitionScores
from lydite.knowledge.search import Below, Search
from lydite.knowledge.search_kernels import search_pairs
from lydite.matchers.knowledge.substitution import SubstitutionMatcher
from lydite.spec import Resource, param

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.sources.wikipedia.knowledge_base import WikipediaBase

BIG = 200_000  # nodes from which a search is compiled even for one pair

PRESETS: dict[str, dict[str, Any]] = {
    "default": {"below": "zero", "surface": True},
    "thesis": {"below": "thesis", "surface": False},
}


@dataclass(frozen=True)
class WikipediaMatcher(SubstitutionMatcher):
    """How well the candidate can stand for the reference, by the best path between them in Wikipedia.

    Labels (anchors, titles, redirects) with the stems of a phrase lead to articles; from there paths
    go to categories whose central article they are (same), up and down the tree of categories and its
    articles (generalisation, specialisation), and along redirects. The product of the transitions
    along the best path is the score; what is no label is divided into aspects.
    """

    name = "wikipedia"
    reference = "Quantifying Substitutability, section 3.3 (WikiSub)"
    presets = PRESETS
    tunable = ("same", "redirect", "sp_min", "sp_max", "gn_max")
    ordered = (("sp_min", "sp_max"),)
    transition_parameters = target_parameters = frozenset({*tunable, "threshold", "below", "preset"})
    slow = True

    store: Resource = param(help="a store made by lydite build wikipedia")
    preset: str = param("default", help="where values that are not given come from", choices=lambda: PRESETS)
    coverage: float = param(0.99, help="senses are taken until their priors exceed this", low=0, high=1)
    least: float = param(0.001, help="the least prior of a sense", low=0, high=1)
    same: float = param(1.0, help="score of category and central article", low=0, high=1)
    redirect: float = param(0.99, help="score of redirect and article", low=0, high=1)
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
        """Return a store of a few pages."""
        from lydite.sources.wikipedia.example import build_example

        return {"store": str(build_example(folder))}

    @functools.cached_property
    def knowledge(self) -> WikipediaBase:
        """The labels and the graph of the store."""
        from lydite.sources.wikipedia.knowledge_base import WikipediaBase, open_wikipedia

        return WikipediaBase(open_wikipedia(self.store.file), self.coverage, self.least)

    @functools.cached_property
    def search(self) -> Search:
        """The search, with its scores and thresholds."""
        scores = TransitionScores(
            same=self.same,
            redirect=self.redirect,
            specialisation_low=self.sp_min,
            specialisation_high=self.sp_max,
            generalisation_high=self.gn_max,
        )
        graph = self.knowledge.graph
        if len(graph) >= BIG:
            search_pairs.for_work(search_pairs.large)
        return Search(graph, scores, self.threshold, self.settings["below"])

    @property
    def by_surface(self) -> bool:
        """Whether phrases that are equal after folding and stemming score 1 without a search."""
        return bool(self.settings["surface"])
