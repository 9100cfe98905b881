"""What matchers by best paths in a store of one's own share: presets, scores of the hierarchy, the search."""

from __future__ import annotations

import functools
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

from lydite.core.spec import Resource, param
from lydite.knowledge.graph import TransitionScores
from lydite.knowledge.search import Below, Search
from lydite.matchers.knowledge.substitution import SubstitutionMatcher

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.knowledge.base import JoinableBase

PRESETS: dict[str, dict[str, Any]] = {
    "default": {"below": "zero", "surface": True},
    "thesis": {"below": "thesis", "surface": False},
}


@dataclass(frozen=True)
class StorePathMatcher(SubstitutionMatcher):
    """Base of matchers by best paths whose scores are those of Table 5.5 unless given."""

    presets = PRESETS
    revision = 2
    ordered = (("sp_min", "sp_max"),)

    store: Resource = param(help="a store made by lydite build")
    preset: str = param("default", help="where values that are not given come from", choices=lambda: PRESETS)
    _: KW_ONLY
    sp_min: float = param(0.2, help="score of specialisations of infinite breadth", low=0, high=1)
    sp_max: float = param(0.99, help="score of specialisations of breadth 1", low=0, high=1)
    gn_max: float = param(0.99, help="score of generalisations of breadth 1", low=0, high=1)
    threshold: float = param(0.08, help="entities that score below are not expanded", low=0, high=1)
    below: Below | None = param(
        None, help="a best path that ends below the threshold: 0, or what Algorithm 4 finds"
    )
    surface: bool | None = param(None, help="whether phrases equal after folding and stemming score 1")

    @property
    def knowledge(self) -> JoinableBase:
        """The labels and the graph of the store."""
        raise NotImplementedError

    def sideways(self) -> Mapping[str, float]:
        """Return what transitions are worth that lead neither up nor down."""
        raise NotImplementedError

    @functools.cached_property
    def search(self) -> Search:
        """The search, with its scores and thresholds."""
        scores = TransitionScores(
            specialisation_low=self.sp_min,
            specialisation_high=self.sp_max,
            generalisation_high=self.gn_max,
            **self.sideways(),
        )
        return Search(self.knowledge.graph, scores, self.threshold, self.settings["below"])

    @property
    def by_surface(self) -> bool:
        """Whether phrases that are equal after folding and stemming score 1 without a search."""
        return bool(self.settings["surface"])
