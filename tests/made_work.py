"""What is built and learned by workers: stores, and models of words."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import hopwiki
from lydite.core.executors import Place
from lydite.core.spec import parse
from lydite.hashtags import DictionarySettings, Preparation
from lydite.hashtags import build_dictionary as build_hashtags
from lydite.knowledge.wikipedia.build import build as build_wikipedia
from lydite.reading import RawTweet
from lydite.tuning import tune
from lydite.tuning.vectors import tune_vectors
from planted import planted, planted_set
from spread_work import WORDS


def stores(on: str | Place, folder: Path) -> dict[str, bytes]:
    """Build a Wikipedia and a dictionary of hashtags: all their arrays."""
    folder.mkdir()
    (folder / "hops.xml").write_text(hopwiki.export(), "utf-8")
    build_wikipedia([folder / "hops.xml"], folder / "wikipedia", on=on)
    draw = np.random.default_rng(1)
    texts = [f"#{draw.choice(WORDS)} {' '.join(draw.choice(WORDS, 6))}" for _ in range(60)]
    tweets = [RawTweet(str(n), text) for n, text in enumerate(texts)]
    settings = DictionarySettings(parse("lsa(dimensions=4)", "encoder"), preparation=Preparation("any"))
    build_hashtags(tweets, folder / "hashtags", settings, on=on)
    files = [p for name in ("wikipedia", "hashtags") for p in sorted((folder / name).glob("*"))]
    return {f"{p.parent.name}/{p.name}": p.read_bytes() for p in files if p.suffix != ".json"}


def searched(on: str | Place) -> list[list[float]]:
    """Tune a matcher: every value of every search."""
    tuned = tune("thesis", "wordnet", "random(samples=6)", folds=2, on=on)
    return [
        [trace.value, *trace.point.tolist(), *np.concatenate(trace.batches).tolist()]
        for trace in (tuned.whole, *tuned.folds)
    ]


def models(on: str | Place) -> list[tuple[str, float]]:
    """Tune vectors: every model and its score."""
    text, test = planted(lines=150).prepared(), planted_set()
    quick = ("dim=8", "epochs=1", "negative=3", "model=word2vec", "sample=0.5", "window=3:5")
    tuned = tune_vectors(text, test, "random(samples=3)", parameters=quick, finalists=1, seeds=1, on=on)
    return [(str(s.model), s.objective) for s in tuned.samples]
