"""Always the n-th link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.spec import param
from lydite.probes.hop.choosers.base import Chooser

if TYPE_CHECKING:
    from pathlib import Path

    from lydite.core.array_types import FloatArray
    from lydite.probes.hop.link_graph import LinkGraph
    from lydite.probes.hop.links import ArticleLinks


@dataclass(frozen=True)
class NthChooser(Chooser):
    """Always the n-th link; an article with fewer is a dead end."""

    name = "nth"
    reference = "HOP, sections 4 and 8"
    baseline = True

    n: int = param(help="which link, counted from 1", low=1)

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:  # noqa: ARG003
        """Return one of the links."""
        return {"n": 2}

    def rates(self, links: ArticleLinks, graph: LinkGraph) -> FloatArray:
        """Return 1 for the n-th link of each article."""
        del graph
        return nth(links, self.n)


def nth(links: ArticleLinks, n: int) -> FloatArray:
    """Return 1 for the n-th link of each row, NaN for the others."""
    return np.where(links.places == n - 1, 1.0, np.nan)
