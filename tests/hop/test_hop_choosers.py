"""How strategies rate words, by hand: senses, words of a phrase, unknown words, the name of the target."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lydite.core.spec import parse
from lydite.probes.hop import ArticleLinks, LinkGraph


def compare(spec: str, *phrases: str) -> Any:
    return parse(spec, "chooser").compare(phrases, "philosophy")  # type: ignore[attr-defined]


def test_senses_of_wordnet() -> None:
    """The five senses of logic are 1, 9, 7, 8 and 8 steps from the nearest of philosophy."""
    senses = [1 / 2, 1 / 10, 1 / 8, 1 / 9, 1 / 9]
    best, mean = (compare(f"wordnet(synsets={s})", "logic", "logic qwxzk") for s in ("max", "mean"))
    assert best == pytest.approx([1 / 2, 1 / 4])  # a word that is not known counts as 0
    assert mean == pytest.approx([np.mean(senses), np.mean(senses) / 2])
    assert np.isnan(compare("wordnet", "qwxzk", "qwxzk zzkkv", "")).all()


def test_words_of_a_phrase_in_vectors(vectors: Path) -> None:
    logic = 0.9 / np.hypot(0.9, 0.1)
    phrases = ("logic", "stone logic", "logic qwxzk", "Logic!", "qwxzk", "")
    mean = compare(f"vectors(file={vectors})", *phrases)
    assert mean[:4] == pytest.approx([logic, 0.9 / np.hypot(0.9, 1.1), logic, logic])
    cosines = compare(f"vectors(file={vectors}, score=mean_cosine)", *phrases)
    assert cosines[:4] == pytest.approx([logic, logic / 2, logic / 2, logic])
    assert np.isnan([*mean[4:], *cosines[4:]]).all()


@pytest.mark.parametrize("along", ["starts", "hops"])
def test_every_start_and_every_hop_draws_anew(along: str) -> None:
    drawn = []
    for i in range(2_000):
        trail = np.array([[i]]) if along == "starts" else np.zeros((1, i + 1), np.int64)
        links = ArticleLinks(trail[:, -1], np.array([0, 5]), np.arange(5), np.arange(5), trail)
        drawn.append(links.best(parse("random", "chooser").rates(links, None))[0])  # type: ignore[attr-defined]
    counts = np.bincount(drawn, minlength=5)
    assert ((counts - 400) ** 2 / 400).sum() < 18.5  # chi-square, 4 degrees of freedom, p = 0.001


@pytest.mark.parametrize(
    ("title", "word"), [("Mercury (planet)", "Mercury"), ("(G)I-dle", "(G)I-dle"), ("(book)", "(book)")]
)
def test_the_target_is_called_by_its_name(title: str, word: str) -> None:
    pool: Any = SimpleNamespace(wikipedia=SimpleNamespace(title=lambda _: title))
    assert LinkGraph(pool, 0).target_title == word
