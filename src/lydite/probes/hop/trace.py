"""One walk, hop by hop: the links considered, their rates, and the one that was chosen (Figure 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.hop.walk import End, considered, walk

if TYPE_CHECKING:
    from lydite.probes.hop.choosers.base import Chooser
    from lydite.probes.hop.web import Web


@dataclass(frozen=True)
class Considered:
    """A link as it was seen: its words, where it leads, and its rate; None where it could not be chosen."""

    words: str
    article: str
    rate: float | None
    chosen: bool


@dataclass(frozen=True)
class Hop:
    """What happened at one article."""

    article: str
    links: tuple[Considered, ...]


@dataclass(frozen=True)
class Trace:
    """A walk under one strategy from one article."""

    strategy: str
    target: str
    end: End
    articles: tuple[str, ...]
    hops: tuple[Hop, ...]
    """One for each article where something had to be chosen; the last one chose nothing at a dead end."""


def trace(web: Web, chooser: Chooser, start: int, *, most: int = 100, skip_visited: bool = False) -> Trace:
    """Walk from one article and note every choice."""
    walks = walk(web, chooser, np.array([start]), most=most, skip_visited=skip_visited)
    trail = walks.trail(0)
    end = End(int(walks.ends[0]))
    stops = len(trail) if end is End.DEAD_END else len(trail) - 1
    name = web.wikipedia.title
    hops = []
    for i in range(stops):
        links = considered(web, np.array([trail[: i + 1]]), skip_visited=skip_visited)
        rates = chooser.rates(links, web)
        best = int(links.best(rates)[0])
        seen = tuple(
            Considered(web.pool.phrases[p], name(t), None if np.isnan(r) else float(r), j == best)
            for j, (p, t, r) in enumerate(
                zip(links.phrases.tolist(), links.targets.tolist(), rates.tolist(), strict=True)
            )
        )
        hops.append(Hop(name(trail[i]), seen))
    return Trace(chooser.short(), name(web.target), end, tuple(map(name, trail)), tuple(hops))
