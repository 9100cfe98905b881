"""The link whose words, where they stand, mean most nearly what the target does: contextual vectors."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core.errors import InputError
from lydite.core.spec import Resource, param
from lydite.probes.hop.choosers.base import Chooser
from lydite.vectors.encoders.contextual import SpanEncoder
from lydite.vectors.encoders.transformers import Transformers

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lydite.core.array_types import FloatArray
    from lydite.probes.hop.link_graph import LinkGraph
    from lydite.probes.hop.links import ArticleLinks

    Passages = list[tuple[str, tuple[int, int]]]
    """For each link a text, and where the link stands in it; (0, 0) where it does not."""

_LENGTH = 512  # tokens a model is given at most; fewer where it takes fewer


@dataclass(frozen=True)
class EncoderChooser(Chooser):
    """The link with the highest cosine to the target, by a transformer's vectors of words in context.

    A link's vector is the mean over its tokens in the first paragraphs of its article; the target's, that
    of its title in its own first paragraphs. ``context=path`` puts the articles on the way before the
    present one, the oldest left out where the model takes no more; ``context=target`` puts the target's
    paragraphs before them and takes both vectors from the same pass (what the paper leaves to future work).
    A link further down, or beyond what the model takes, is read in the paragraph that holds it; its words
    alone are read where the store does not have that paragraph.
    """

    name = "encoder"
    reference = "HOP, sections 4 to 6 and 8"
    revision = 2

    model: Resource = param(
        help="a folder with a transformer, or the name of one that is on this machine already"
    )
    context: Literal["current", "path", "target"] = param(
        "current", help="what the model reads: the article, those on the way too, or the target too"
    )
    paragraphs: int = param(2, help="paragraphs of each article that are read together", low=1)
    device: str = param("cpu", help='where the model runs: cpu, cuda, "cuda:1", mps', speed=True)

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a folder that could be a model's."""
        return Transformers.example(folder)

    @property
    def remembers(self) -> bool:
        """Where the way is read too, the choice depends on it."""
        return self.context == "path"

    def rates(self, links: ArticleLinks, graph: LinkGraph) -> FloatArray:
        """Return the cosine of each link's vector with the target's; every article is read once."""
        if self.remembers:
            return self._read(links, graph)
        known: dict[tuple[int, int, int], float] = graph.memory.setdefault((self, "rates"), {})
        keys = _keys(links)
        fresh = sorted({k[0] for k in keys if k not in known})
        if fresh:
            every = graph.cache.links(np.array(fresh, np.int64))
            for key, rate in zip(_keys(every), self._read(every, graph).tolist(), strict=True):
                known.setdefault(key, rate)
        return np.array([known[k] for k in keys], np.float64)

    def _read(self, links: ArticleLinks, graph: LinkGraph) -> FloatArray:
        """Rate links where they stand: in the first paragraphs, else in their own, else by themselves."""
        rates = np.full(len(links.targets), np.nan)
        for passages in (self._together, self._apart, _alone):
            rows = links.owners
            texts: dict[tuple[int, str], list[int]] = {}
            spans: dict[int, tuple[int, int]] = {}
            for row in np.unique(rows[np.isnan(rates)]).tolist():
                left = [i for i in range(links.starts[row], links.starts[row + 1]) if np.isnan(rates[i])]
                words = [graph.cache.phrases[p] for p in links.phrases[left].tolist()]
                for i, (text, span) in zip(
                    left, passages(graph, int(links.articles[row]), words), strict=True
                ):
                    if span[1]:
                        texts.setdefault((row, text), []).append(i)
                        spans[i] = span
            self._encode(links, graph, texts, spans, rates)
        return rates

    def _encode(
        self,
        links: ArticleLinks,
        graph: LinkGraph,
        texts: Mapping[tuple[int, str], list[int]],
        spans: Mapping[int, tuple[int, int]],
        rates: FloatArray,
    ) -> None:
        """Fill the rates of links given, by row and text, and where they stand in it."""
        before = self._text(graph, graph.target)
        given, places = [], []
        for (row, text), held in texts.items():
            way = [] if links.trails is None else links.trails[row, :-1].tolist()
            lead = self._lead_in(graph, text, way, before)
            stand = [(spans[i][0] + len(lead), spans[i][1] + len(lead)) for i in held]
            given.append(lead + text)
            places.append([*stand, self._title(graph, before)] if self.context == "target" else stand)
        for held, vectors in zip(texts.values(), self._model.encode(given, places), strict=True):
            own, aim = (
                (vectors[:-1], vectors[-1]) if self.context == "target" else (vectors, self._aim(graph))
            )
            rates[held] = _cosines(own, aim)

    def _together(self, graph: LinkGraph, article: int, words: list[str]) -> Passages:
        """Return for each link the first paragraphs, and where it stands in them."""
        text = self._text(graph, article)
        return [(text, span) for span in locate(text, words)]

    def _apart(self, graph: LinkGraph, article: int, words: list[str]) -> Passages:
        """Return for each link the first paragraph that holds it."""
        lead = graph.wikipedia.lead(article)
        holders = [next((p for p in (*lead.paragraphs, *lead.further) if w in p), "") for w in words]
        return [(text, locate(text, [word])[0]) for text, word in zip(holders, words, strict=True)]

    def sources(self) -> Mapping[str, str]:
        """Return name and digest of the model."""
        return self._encoder.sources()

    def _text(self, graph: LinkGraph, article: int) -> str:
        return "\n".join(graph.wikipedia.lead(article).paragraphs[: self.paragraphs])

    def _lead_in(self, graph: LinkGraph, here: str, way: list[int], before: str) -> str:
        """Return what the model reads before the passage that is looked at."""
        if self.context == "target":
            return f"{before}\n"
        if self.context == "current":
            return ""
        room = self._model.model.length - 2 - self._model.size(here)
        kept: list[str] = []
        for earlier in reversed(way):
            text = self._text(graph, earlier)
            room -= self._model.size(text)
            if room < 0:
                break
            kept.insert(0, f"{text}\n")
        return "".join(kept)

    def _aim(self, graph: LinkGraph) -> FloatArray:
        """Return the vector of the target's title in its own first paragraphs."""
        key = (self, "aim")
        if key not in graph.memory:
            text = self._text(graph, graph.target)
            graph.memory[key] = self._model.encode([text], [[self._title(graph, text)]])[0][0]
        aim: FloatArray = graph.memory[key]
        return aim

    def _title(self, graph: LinkGraph, text: str) -> tuple[int, int]:
        at = text.casefold().find(graph.target_title.casefold())
        if at < 0:
            raise InputError(
                f"the first paragraphs of {graph.target_title!r} do not name it: nothing can be compared"
            )
        return at, at + len(graph.target_title)

    @functools.cached_property
    def _encoder(self) -> Transformers:
        return Transformers(model=self.model, length=_LENGTH, device=self.device)

    @functools.cached_property
    def _model(self) -> SpanEncoder:
        return SpanEncoder(self._encoder.fit(()))


def _alone(graph: LinkGraph, article: int, words: list[str]) -> Passages:
    """Return each link as a text of its own."""
    del graph, article
    return [(word, (0, len(word))) for word in words]


def locate(text: str, phrases: list[str]) -> list[tuple[int, int]]:
    """Return where phrases stand, one after the other; (0, 0) for one that does not.

    >>> locate("The art of art.", ["art", "art", "stone"])
    [(4, 7), (11, 14), (0, 0)]
    """
    spans, after = [], 0
    for phrase in phrases:
        at = text.find(phrase, after) if phrase else -1
        if at < 0 and phrase:
            at = text.find(phrase)
        spans.append((at, at + len(phrase)) if at >= 0 else (0, 0))
        after = max(after, at + len(phrase)) if at >= 0 else after
    return spans


def _keys(links: ArticleLinks) -> list[tuple[int, int, int]]:
    """Name each link by its article, where it leads, and its words."""
    articles = links.articles[links.owners].tolist()
    return list(zip(articles, links.targets.tolist(), links.phrases.tolist(), strict=True))


def _cosines(vectors: FloatArray, aim: FloatArray) -> FloatArray:
    lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(aim)
    return np.asarray((vectors @ aim) / np.where(lengths > 0, lengths, np.nan))
