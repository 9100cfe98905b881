"""Always the second link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.probes.hop.choosers.base import Chooser
from lydite.probes.hop.choosers.nth import nth

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.probes.hop.link_graph import LinkGraph
    from lydite.probes.hop.links import ArticleLinks


@dataclass(frozen=True)
class SecondChooser(Chooser):
    """Always the second link: the same as nth(n=2)."""

    name = "second"
    reference = "HOP, section 4"
    baseline = True

    def rates(self, links: ArticleLinks, graph: LinkGraph) -> FloatArray:
        """Return 1 for the second link of each article."""
        del graph
        return nth(links, 2)
