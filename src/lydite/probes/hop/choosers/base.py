"""What every chooser is: it rates the links of articles, and the first of the best is followed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lydite.core.errors import InputError
from lydite.core.spec import Declaration

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import BoolArray, FloatArray
    from lydite.probes.hop.link_graph import LinkGraph
    from lydite.probes.hop.links import ArticleLinks


class Chooser(Declaration):
    """A strategy of HOP. Subclasses rate links; of those with the highest rate the first is followed.

    An article where no link has a rate is a dead end.
    """

    kind = "chooser"
    endless: ClassVar[bool] = True
    """Whether a walk that comes to an article for the second time is over: it has gone round in a circle."""

    baseline: ClassVar[bool] = False
    """Whether it follows links without looking at what they mean."""

    @property
    def remembers(self) -> bool:
        """Whether the choice depends on the way that led to an article, not on the article alone."""
        return False

    def rates(self, links: ArticleLinks, graph: LinkGraph) -> FloatArray:
        """Return a rate for each link, NaN for those that cannot be chosen."""
        raise NotImplementedError

    def knows(self, links: ArticleLinks, graph: LinkGraph) -> BoolArray:  # noqa: ARG002
        """Return which links have words that the strategy knows; those that never look at words know all."""
        return np.ones(len(links.targets), dtype=bool)


class PhraseChooser(Chooser):
    """A strategy that compares the words of a link with the title of the target, wherever they stand."""

    def compare(self, phrases: Sequence[str], target: str) -> FloatArray:
        """Return how close each phrase is to the target, NaN for phrases that are unknown."""
        raise NotImplementedError

    def check(self, target: str) -> None:
        """Refuse a target that is unknown: nothing could be compared with it."""
        if np.isnan(self.compare([target], target)[0]):
            raise InputError(f"{self} does not know the target {target!r}: no link can be compared with it")

    def rates(self, links: ArticleLinks, graph: LinkGraph) -> FloatArray:
        """Return the rate of each link's words; every phrase is compared once."""
        known: FloatArray = graph.memory.get(self, np.zeros(0))
        phrases = graph.cache.phrases
        if self not in graph.memory:
            self.check(graph.target_title)
        if len(known) < len(phrases):
            known = np.concatenate([known, self.compare(phrases[len(known) :], graph.target_title)])
            graph.memory[self] = known
        return np.asarray(known[links.phrases])

    def knows(self, links: ArticleLinks, graph: LinkGraph) -> BoolArray:
        """Return which links have a rate."""
        return np.asarray(~np.isnan(self.rates(links, graph)))
