"""A link at random."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.hop.choosers.base import Chooser
from lydite.spec import param

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.probes.hop.links import Links
    from lydite.probes.hop.web import Web

    Words = NDArray[np.uint64]


@dataclass(frozen=True)
class Random(Chooser):
    """One of the links at random, each with the same chance.

    What is drawn depends on the seed, the start and the number of the hop alone, so that it is the same
    whatever else is walked beside it. Coming to an article again is no cycle: next time chance may decide
    otherwise.
    """

    name = "random"
    reference = "HOP, section 4"
    endless = False

    seed: int = param(0, help="seed of the draws", low=0)

    @property
    def remembers(self) -> bool:
        """Always: every visit is a new draw."""
        return True

    def rates(self, links: Links, web: Web) -> NDArray[np.float64]:
        """Return 1 for the link that is drawn."""
        del web
        trails = links.articles[:, None] if links.trails is None else links.trails
        drawn = (_uniform(self.seed, trails[:, 0], trails.shape[1]) * links.sizes).astype(np.int64)
        return np.where(links.places == np.repeat(drawn, links.sizes), 1.0, np.nan)


def _uniform(seed: int, starts: NDArray[np.int64], step: int) -> NDArray[np.float64]:
    """Return a number from 0 up to 1 for each start (splitmix64, Steele et al. 2014)."""
    state = _mix(np.full(len(starts), seed % 2**64, np.uint64))
    state = _mix(state ^ starts.astype(np.uint64))
    state = _mix(state ^ np.uint64(step))
    return (state >> np.uint64(11)).astype(np.float64) / 2.0**53


def _mix(words: Words) -> Words:
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
