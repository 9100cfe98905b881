"""The link that WordNet's hierarchy puts nearest to the target."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.languages import code_of
from lydite.core.spec import Resource, param
from lydite.core.text import tokens
from lydite.knowledge.wordnet import open_wordnet
from lydite.knowledge.wordnet.taxonomy import Taxonomy
from lydite.probes.hop.choosers.base import PhraseChooser

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.knowledge.wordnet import WordNet as Base


@dataclass(frozen=True)
class WordNetChooser(PhraseChooser):
    """The link with the shortest is-a path to the target, 1 / (1 + d) for d steps.

    Over the senses of a phrase the best (``max``), or the mean of those that have a path (``mean``, as the
    authors' program has it). A phrase that WordNet does not know whole has the mean of its words, an unknown
    word counted as 0; one without any path cannot be chosen.

    >>> WordNetChooser().compare(["logic", "natural science", "qwerty"], "philosophy").round(3)
    array([0.5, 0.2, nan])
    """

    name = "wordnet"
    reference = "HOP, sections 4 and 5"
    revision = 2

    synsets: Literal["max", "mean"] = param("max", help="the best of a phrase's senses, or their mean")
    store: Resource | None = param(None, help="a store made by lydite build wordnet; none: WordNet 3.1")
    language: str | None = param(
        None, help="the language of the articles, which the store has", alias=code_of, later=True
    )

    def compare(self, phrases: Sequence[str], target: str) -> FloatArray:
        """Return the closeness of each phrase to the target."""
        aims = self._base.match(tokens(target, language=self._base.language))
        closeness_of = functools.cache(functools.partial(self._closeness, aims=aims))
        closeness = np.full(len(phrases), np.nan)
        for i, phrase in enumerate(phrases):
            words = tuple(tokens(phrase, language=self._base.language))
            score = closeness_of(words)
            if math.isnan(score) and len(words) > 1:
                each = [closeness_of((w,)) for w in words]
                score = np.nansum(each) / len(each) if not np.isnan(each).all() else math.nan
            closeness[i] = score
        return closeness

    def _closeness(self, words: tuple[str, ...], aims: tuple[int, ...]) -> float:
        """Return the closeness of one word or term, NaN where it has no sense or no path."""
        senses = self._base.match(words) if words else ()
        steps = [min((self._taxonomy.distance(s, a) for a in aims), default=math.inf) for s in senses]
        close = [1 / (1 + d) for d in steps if d < math.inf]
        if not close:
            return math.nan
        return max(close) if self.synsets == "max" else sum(close) / len(close)

    def sources(self) -> Mapping[str, str]:
        """Return the wordnet."""
        return {"store": self._base.identity}

    @functools.cached_property
    def _base(self) -> Base:
        return open_wordnet(None if self.store is None else self.store.file, self.language)

    @functools.cached_property
    def _taxonomy(self) -> Taxonomy:
        return Taxonomy(self._base)
