"""The fewest hops that are possible: a floor for all strategies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.hop.choosers.base import Chooser
from lydite.probes.hop.links import NONE

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.hop.link_graph import LinkGraph
    from lydite.probes.hop.links import ArticleLinks


@dataclass(frozen=True)
class ShortestChooser(Chooser):
    """The link from which the target is the fewest hops away, found by breadth-first search from the target.

    No strategy can do with fewer hops. Where no way leads to the target, the start is a dead end.
    """

    name = "shortest"
    reference = "Moore 1959 (breadth-first search)"

    def rates(self, links: ArticleLinks, graph: LinkGraph) -> FloatArray:
        """Return 1 / (1 + hops that remain)."""
        left = graph.distances[links.targets]
        return np.where(left == NONE, np.nan, 1 / (1 + np.maximum(left, 0)))
