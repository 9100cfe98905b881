"""The strategy of contextual vectors, by an encoder whose vectors are known: what is read, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from lydite.core.spec import parse
from lydite.knowledge.wikipedia import Wikipedia
from lydite.probes.hop import LinkGraph, trace_walk

PEBBLE, STONE = "A pebble is a small stone.", "A stone is a piece of rock, said in logic."  # 6 and 10 words
VECTORS = {"philosophy": (1.0, 0.0), "logic": (3.0, 4.0)}  # cosine 3/5


@dataclass
class KnownEncoder:
    """Gives the words of VECTORS their vectors, all others (0, 1); a word is a token."""

    length: int = 512
    texts: list[str] = field(default_factory=list)

    @property
    def model(self) -> SimpleNamespace:
        return SimpleNamespace(length=self.length)

    def size(self, text: str) -> int:
        return len(text.split())

    def encode(self, texts: Sequence[str], spans: Sequence[Sequence[tuple[int, int]]]) -> list[np.ndarray]:
        self.texts += texts
        words = [[t[a:b].casefold() for a, b in those] for t, those in zip(texts, spans, strict=True)]
        return [np.array([VECTORS.get(w, (0.0, 1.0)) for w in those]) for those in words]


@pytest.fixture
def web(store: Path) -> LinkGraph:
    return LinkGraph.of(Wikipedia.open(store))


def _chooser(folder: Path, context: str, length: int = 512) -> tuple[object, KnownEncoder]:
    chooser = parse(f"encoder(model={folder}, context={context})", "chooser")
    encoder = vars(chooser)["_model"] = KnownEncoder(length)
    return chooser, encoder


def test_the_link_nearest_the_target_is_taken_and_articles_are_read_once(
    web: LinkGraph, tmp_path: Path
) -> None:
    chooser, encoder = _chooser(tmp_path, "current")
    for _ in range(2):
        found = trace_walk(web, chooser, web.wikipedia.article("Pebble"))
        assert found.articles == ("Pebble", "Stone", "Logic", "Philosophy")
        rates = {link.words: link.rate for link in found.hops[1].links}
        assert rates == pytest.approx({"rock": 0, "logic": 0.6})
    assert (encoder.texts.count(PEBBLE), encoder.texts.count(STONE)) == (1, 1)


@pytest.mark.parametrize(("length", "read"), [(18, f"{PEBBLE}\n{STONE}"), (17, STONE)])
def test_the_way_is_read_as_far_as_there_is_room(
    web: LinkGraph, tmp_path: Path, length: int, read: str
) -> None:
    """Two tokens are the model's own: 18 leave room for 10 and 6 words, 17 not for the older article."""
    chooser, encoder = _chooser(tmp_path, "path", length)
    found = trace_walk(web, chooser, web.wikipedia.article("Pebble"))
    assert found.articles[:3] == ("Pebble", "Stone", "Logic")
    assert {text for text in encoder.texts if text.endswith(STONE)} == {read}
