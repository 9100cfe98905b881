"""The orders of a thesaurus, from a store to the measure, each against a full sort written here."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import lydite
from lydite.cli import main
from lydite.core.spec import REGISTRIES
from lydite.hashtags import DictionarySettings, HashtagDictionary, TweetCounts, write_store
from lydite.vectors.encoders import LsaModel

LsaEncoder = REGISTRIES["encoder"]["lsa"]

TAGS = [f"#t{i:02}" for i in range(30)]
VECTORS = np.random.default_rng(4).normal(0.5, 1, (len(TAGS), 5))
COUNTS = np.random.default_rng(5).permutation(len(TAGS)) + 1
K = 4


def cosines() -> np.ndarray:  # type: ignore[type-arg]
    unit = VECTORS / np.linalg.norm(VECTORS, axis=1, keepdims=True)
    return np.asarray(unit @ unit.T)


def nearest(tag: int) -> list[int]:
    return sorted((i for i in range(len(TAGS)) if i != tag), key=lambda i: -cosines()[tag, i])


def popular(tag: int) -> list[int]:
    return sorted((i for i in range(len(TAGS)) if i != tag), key=lambda i: -COUNTS[i])


ORDERS = {"nearest": nearest, "popular": popular}
every_order = pytest.mark.parametrize(("order", "sort"), ORDERS.items(), ids=ORDERS)
Sort = Callable[[int], list[int]]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("orders") / "store"
    model = LsaModel(["a"], np.ones(1, np.float32), np.ones((1, 5), np.float32))
    total = int(COUNTS.sum())
    dictionary = HashtagDictionary(TAGS, VECTORS * COUNTS[:, None], COUNTS, np.zeros(0, np.uint64))
    counts = TweetCounts(hashtagged=total, uses=total, pairs=total, most=1)
    write_store(folder, dictionary, DictionarySettings(LsaEncoder(dimensions=5)), model, counts)
    return folder


def test_the_orders_differ() -> None:
    lists = {name: [sort(i)[:K] for i in range(len(TAGS))] for name, sort in ORDERS.items()}
    assert sum(a != b for a, b in zip(lists["nearest"], lists["popular"], strict=True)) > 20


@every_order
def test_matcher(store: Path, order: str, sort: Sort) -> None:
    matcher = lydite.matcher(f'thesaurus(store="{store}", k={K}, order={order})')
    for i, tag in enumerate(TAGS):
        expected = {tag} | {TAGS[j] for j in sort(i)[:K]}
        assert {t for t, s in zip(TAGS, matcher.pairs([tag] * len(TAGS), TAGS), strict=True) if s} == expected


@every_order
def test_measure(store: Path, order: str, sort: Sort) -> None:
    """One recommendation, one gold hashtag: the value of an item is whether that is among the k."""
    pairs = {f"{i} {j}": (i, j) for i in range(len(TAGS)) for j in range(len(TAGS))}
    gold = {name: [TAGS[j]] for name, (_, j) in pairs.items()}
    run = {name: [TAGS[i]] for name, (i, _) in pairs.items()}
    spec = f'reval(thesaurus="{store}", k={K}, order={order})'
    found = lydite.evaluate(gold, run, spec, bootstrap=0, chance=0)[0].items
    expected = {n: float(i == j or j in sort(i)[:K]) for n, (i, j) in pairs.items()}
    assert dict(found) == expected


@every_order
def test_command(store: Path, order: str, sort: Sort, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["synonyms", str(store), TAGS[7], "-k", str(K), "--order", order, "--format", "json"])
    synonyms = json.loads(capsys.readouterr().out)["synonyms"][TAGS[7]]
    assert [s["tag"] for s in synonyms] == [TAGS[j] for j in sort(7)[:K]]
    assert [s["rank"] for s in synonyms] == list(range(1, K + 1))
