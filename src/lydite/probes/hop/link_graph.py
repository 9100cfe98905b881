"""The graph that walks go through: articles of a store, the target, and the links considered."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import offsets, spread
from lydite.knowledge.wikipedia.format import ASIDE, PARENTHESISED, TABLE
from lydite.probes.hop.links import NONE, ArticleLinks

if TYPE_CHECKING:
    from collections.abc import Hashable

    from lydite.core.array_types import IntArray
    from lydite.knowledge.wikipedia import Wikipedia
    from lydite.probes.hop.choosers.base import Chooser


LARGE = 200_000  # articles; the words of all links of a larger store are not read for a floor
_LEFT_OUT = PARENTHESISED | TABLE | ASIDE
_QUALIFIER = re.compile(r"(?<!\s)\s*+\([^()]*+\)$")


class LinkCache:
    """A cache of the links of visited articles, in flat arrays."""

    def __init__(self, wikipedia: Wikipedia, width: int) -> None:
        self.wikipedia = wikipedia
        self.width = width
        self.phrases: list[str] = []
        self._numbers: dict[str, int] = {}
        self._targets = np.zeros(0, np.int64)
        self._words = np.zeros(0, np.int64)
        self._begin = np.full(wikipedia.articles, NONE, np.int64)
        self._size = np.zeros(wikipedia.articles, np.int64)

    def links(self, articles: IntArray, trails: IntArray | None = None) -> ArticleLinks:
        """Return the links of articles, those of one article as often as it is asked for."""
        self._load(np.unique(articles[self._begin[articles] == NONE]))
        sizes = self._size[articles]
        places = spread(self._begin[articles], sizes)
        return ArticleLinks(articles, offsets(sizes), self._targets[places], self._words[places], trails)

    def _load(self, articles: IntArray) -> None:
        if not len(articles):
            return
        targets, words = [], []
        at = len(self._targets)
        for article in articles.tolist():
            links = self.wikipedia.lead(article).links
            kept = [k for k in links if k.in_running_text and k.target != article][: self.width]
            targets += [k.target for k in kept]
            words += [self._number(k.anchor) for k in kept]
            self._begin[article], self._size[article] = at, len(kept)
            at += len(kept)
        self._targets = np.concatenate([self._targets, np.array(targets, np.int64)])
        self._words = np.concatenate([self._words, np.array(words, np.int64)])

    def _number(self, phrase: str) -> int:
        number = self._numbers.setdefault(phrase, len(self.phrases))
        if number == len(self.phrases):
            self.phrases.append(phrase)
        return number


@dataclass(frozen=True, eq=False)
class LinkGraph:
    """The link graph towards one target: the first ``width`` links of each lead.

    Links in parentheses, tables, hatnotes and captions are left out, and those that lead back to their own
    article. ``shared`` are strategies that must all know the words of a link, else it is left out too.
    """

    cache: LinkCache
    target: int
    shared: tuple[Chooser, ...] = ()
    memory: dict[Hashable, Any] = field(default_factory=dict, repr=False)
    """What choosers found out and need again."""

    @classmethod
    def of(cls, wikipedia: Wikipedia, target: str = "Philosophy", width: int = 20) -> LinkGraph:
        """Return the graph of a store towards the article of a title; the error suggests similar titles."""
        node = wikipedia.article(target)
        wikipedia.lead_links(node)  # a store without leads says so here
        return cls(LinkCache(wikipedia, width), node)

    @property
    def wikipedia(self) -> Wikipedia:
        """The store."""
        return self.cache.wikipedia

    @functools.cached_property
    def target_title(self) -> str:
        """The title of the target without its qualifier: Mercury (planet) is Mercury."""
        title = self.wikipedia.title(self.target)
        return _QUALIFIER.sub("", title) or title

    def with_shared_words(self, choosers: tuple[Chooser, ...]) -> LinkGraph:
        """Return the graph with only the links whose words all these strategies know."""
        return replace(self, shared=choosers)

    def links(self, articles: IntArray, trails: IntArray | None = None) -> ArticleLinks:
        """Return the links that are considered from articles."""
        links = self.cache.links(articles, trails)
        for chooser in self.shared:
            links = links.keep(chooser.knows(links, self))
        return links

    @functools.cached_property
    def distances(self) -> IntArray:
        """The fewest hops from each article to the target, NONE where there is no way.

        On the shared vocabulary over its links alone; in a large store over all links, a floor all the same.
        """
        narrow = self.shared and self.wikipedia.articles <= LARGE
        everything = self.links(np.arange(self.wikipedia.articles)) if narrow else None
        sources, targets = (everything.owners, everything.targets) if everything else self._edges()
        order = np.argsort(targets, kind="stable")
        sources, ends = sources[order], offsets(np.bincount(targets, minlength=self.wikipedia.articles))
        hops = np.full(self.wikipedia.articles, NONE, np.int64)
        hops[self.target] = steps = 0
        level = np.array([self.target])
        while len(level):
            steps += 1
            sizes = ends[level + 1] - ends[level]
            places = np.arange(sizes.sum()) + np.repeat(ends[level] - offsets(sizes)[:-1], sizes)
            level = np.unique(sources[places])
            level = level[hops[level] == NONE]
            hops[level] = steps
        return hops

    def _edges(self) -> tuple[IntArray, IntArray]:
        """Return all links that are considered, as (article, target), without reading their words."""
        store = self.wikipedia.store
        starts = np.asarray(store["lead_starts"], np.int64)
        targets, flags = np.asarray(store["lead_targets"], np.int64), store["lead_flags"]
        sources = np.repeat(np.arange(self.wikipedia.articles), np.diff(starts))
        kept = np.flatnonzero((flags & _LEFT_OUT == 0) & (targets != sources))
        sizes = np.bincount(sources[kept], minlength=self.wikipedia.articles)
        places = np.arange(len(kept)) - np.repeat(offsets(sizes)[:-1], sizes)
        there = places < self.cache.width
        return sources[kept[there]], targets[kept[there]]
