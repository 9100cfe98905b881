"""The link whose words, where they stand, mean most nearly what the target does: contextual vectors."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.errors import InputError
from lydite.probes.hop.choosers.base import Chooser
from lydite.spec import Resource, param

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from lydite.probes.hop.links import Links
    from lydite.probes.hop.web import Web
    from lydite.sources.encoders.contextual import Contextual
    from lydite.sources.encoders.transformers import Transformers

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    Spans = list[tuple[int, int]]

_LENGTH = 512  # tokens a model is given at most; fewer where it takes fewer


@dataclass(frozen=True)
class Encoder(Chooser):
    """The link with the highest cosine to the target, by a transformer's vectors of words in context.

    A link's vector is the mean over its tokens in the first paragraphs of its article; the target's, that
    of its title in its own first paragraphs. ``context=path`` puts the articles on the way before the
    present one, the oldest left out where the model takes no more; ``context=target`` puts the target's
    paragraphs before them and takes both vectors from the same pass (what the paper leaves to future work).
    Links that stand beyond the paragraphs, or beyond what the model takes, cannot be chosen.
    """

    name = "encoder"
    reference = "HOP, sections 4 to 6 and 8"

    model: Resource = param(
        help="a folder with a transformer, or the name of one that is on this machine already"
    )
    context: Literal["current", "path", "target"] = param(
        "current", help="what the model reads: the article, those on the way too, or the target too"
    )
    paragraphs: int = param(2, help="paragraphs of each article that are read", low=1)
    device: str = param("cpu", help="where the model runs: cpu, cuda, cuda:1, mps", speed=True)

    @classmethod
    def example(cls, folder: Path) -> dict[str, Any]:
        """Return a folder that could be a model's."""
        from lydite.sources.encoders.transformers import Transformers

        return Transformers.example(folder)

    @property
    def remembers(self) -> bool:
        """Where the way is read too, the choice depends on it."""
        return self.context == "path"

    def rates(self, links: Links, web: Web) -> FloatArray:
        """Return the cosine of each link's vector with the target's; every article is read once."""
        if self.remembers:
            return self._read(links, web)
        known: dict[tuple[int, int, int], float] = web.memory.setdefault((self, "rates"), {})
        asked = _keys(links)
        fresh = sorted({k[0] for k in asked if k not in known})
        if fresh:
            every = web.pool.links(np.array(fresh, np.int64))
            for key, rate in zip(_keys(every), self._read(every, web).tolist(), strict=True):
                known.setdefault(key, rate)
        return np.array([known[k] for k in asked], np.float64)

    def _read(self, links: Links, web: Web) -> FloatArray:
        before = self._text(web, web.target)
        texts, spans = [], []
        for row, article in enumerate(links.articles.tolist()):
            way = [] if links.trails is None else links.trails[row, :-1].tolist()
            lead = self._lead_in(web, article, way, before)
            here = self._text(web, article)
            mine = links.phrases[links.starts[row] : links.starts[row + 1]].tolist()
            found = [
                (a + len(lead), b + len(lead)) for a, b in locate(here, [web.pool.phrases[p] for p in mine])
            ]
            if self.context == "target":
                found.append(self._title(web, before))
            texts.append(lead + here)
            spans.append(found)
        rates = np.full(len(links.targets), np.nan)
        for row, vectors in enumerate(self._model.encode(texts, spans)):
            own, aim = (vectors[:-1], vectors[-1]) if self.context == "target" else (vectors, self._aim(web))
            rates[links.starts[row] : links.starts[row + 1]] = _cosines(own, aim)
        return rates

    def knows(self, links: Links, web: Web) -> NDArray[np.bool_]:
        """Return which links stand in the paragraphs that are read: the pieces of words are all known."""
        found: list[bool] = []
        for row, article in enumerate(links.articles.tolist()):
            mine = links.phrases[links.starts[row] : links.starts[row + 1]].tolist()
            places = locate(self._text(web, article), [web.pool.phrases[p] for p in mine])
            found += [high > 0 for _, high in places]
        return np.array(found, dtype=bool)

    def sources(self) -> Mapping[str, str]:
        """Return name and digest of the model."""
        return self._encoder.sources()

    def _text(self, web: Web, article: int) -> str:
        return "\n".join(web.wikipedia.lead(article).paragraphs[: self.paragraphs])

    def _lead_in(self, web: Web, article: int, way: list[int], before: str) -> str:
        """Return what the model reads before the present article."""
        if self.context == "target":
            return f"{before}\n"
        if self.context == "current":
            return ""
        room = self._model.model.length - 2 - self._model.size(self._text(web, article))
        kept: list[str] = []
        for earlier in reversed(way):
            text = self._text(web, earlier)
            room -= self._model.size(text)
            if room < 0:
                break
            kept.insert(0, f"{text}\n")
        return "".join(kept)

    def _aim(self, web: Web) -> FloatArray:
        """Return the vector of the target's title in its own first paragraphs."""
        key = (self, "aim")
        if key not in web.memory:
            text = self._text(web, web.target)
            web.memory[key] = self._model.encode([text], [[self._title(web, text)]])[0][0]
        aim: FloatArray = web.memory[key]
        return aim

    def _title(self, web: Web, text: str) -> tuple[int, int]:
        at = text.casefold().find(web.word.casefold())
        if at < 0:
            raise InputError(f"the first paragraphs of {web.word!r} do not name it: nothing can be compared")
        return at, at + len(web.word)

    @functools.cached_property
    def _encoder(self) -> Transformers:
        from lydite.sources.encoders.transformers import Transformers

        return Transformers(model=self.model, length=_LENGTH, device=self.device)

    @functools.cached_property
    def _model(self) -> Contextual:
        from lydite.sources.encoders.contextual import Contextual

        return Contextual(self._encoder.fit(()))


def locate(text: str, phrases: list[str]) -> list[tuple[int, int]]:
    """Return where phrases stand, one after the other; (0, 0) for one that does not.

    >>> locate("The art of art.", ["art", "art", "stone"])
    [(4, 7), (11, 14), (0, 0)]
    """
    found, after = [], 0
    for phrase in phrases:
        at = text.find(phrase, after) if phrase else -1
        if at < 0 and phrase:
            at = text.find(phrase)
        found.append((at, at + len(phrase)) if at >= 0 else (0, 0))
        after = max(after, at + len(phrase)) if at >= 0 else after
    return found


def _keys(links: Links) -> list[tuple[int, int, int]]:
    """Name each link by its article, where it leads, and its words."""
    articles = links.articles[links.rows].tolist()
    return list(zip(articles, links.targets.tolist(), links.phrases.tolist(), strict=True))


def _cosines(vectors: FloatArray, aim: FloatArray) -> FloatArray:
    lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(aim)
    return np.asarray((vectors @ aim) / np.where(lengths > 0, lengths, np.nan))
