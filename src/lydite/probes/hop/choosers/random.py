"""A link at random."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.probes.hop.choosers.base import Chooser
from lydite.probes.hop.hashed_draws import uniform

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.hop.link_graph import LinkGraph
    from lydite.probes.hop.links import ArticleLinks


@dataclass(frozen=True)
class RandomChooser(Chooser):
    """One of the links at random, each with the same chance.

    What is drawn depends on the seed, the start and the number of the hop alone, so that it is the same
    whatever else is walked beside it. Coming to an article again is no cycle: next time chance may decide
    otherwise.
    """

    name = "random"
    reference = "HOP, section 4"
    baseline = True
    endless = False

    seed: int = param(0, help="seed of the draws", low=0)

    @property
    def remembers(self) -> bool:
        """Always: every visit is a new draw."""
        return True

    def rates(self, links: ArticleLinks, graph: LinkGraph) -> FloatArray:
        """Return 1 for the link that is drawn."""
        del graph
        trails = links.articles[:, None] if links.trails is None else links.trails
        drawn = (uniform(self.seed, trails[:, 0], trails.shape[1]) * links.sizes).astype(np.int64)
        return np.where(links.places == np.repeat(drawn, links.sizes), 1.0, np.nan)
