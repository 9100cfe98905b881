"""A corrected value cannot be gamed: predictions that know nothing of their item do not raise it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from full_size import full_only
from gaming import Lists, additions, attacks, error_of_rise, value
from lydite.arrays import encode
from lydite.errors import LyditeError
from lydite.measures import GoldShuffles, ShufflePlan
from lydite.measures.phrases import PhraseItems, PhraseMeasure, ScoreCache
from lydite.runs import score_items
from lydite.spec import REGISTRIES
from variations import default

BOUND, FAR, SHARE = 0.002, 0.01, 1 / 200
BASELINES = {"random", "constant"}
MEASURES = [m for m in REGISTRIES["measure"].all().values() if issubclass(m, PhraseMeasure)]


def matchers() -> Iterator[Any]:
    """Yield each soft matcher that is installed."""
    for name, owner in REGISTRIES["matcher"].all().items():
        try:
            match = default(owner)
            match.score("cat", "dog")
        except LyditeError:
            continue
        if name not in BASELINES and MEASURES[0](match=match).soft:
            yield pytest.param(match, id=name)


def demo(name: str) -> Lists:
    path = resources.files("lydite") / "data" / "demo" / f"{name}.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return {str(row["id"]): row.get("phrases") or row.get("keyphrases") or [] for row in rows}


def measures(match: Any) -> list[PhraseMeasure]:
    return [measure(match=match) for measure in MEASURES]


class Scorer:
    """Net gains of lists under every measure; each pair of phrases is matched once."""

    def __init__(self, gold: Lists, match: Any, every: Sequence[Lists]) -> None:
        self.ids, self.measures = tuple(sorted(gold)), measures(match)
        self.names = [str(m) for m in self.measures]
        self.words, (self.gold, *coded) = encode(
            *([one.get(i) or [] for i in self.ids] for one in (gold, *every))
        )
        self.lists = dict(zip(map(id, every), coded, strict=True))
        self.scores = {match: ScoreCache()}
        self.known: list[GoldShuffles] = []

    def rows(self, lists: Lists) -> list[Any]:
        predicted = self.lists[id(lists)]
        no = np.zeros(len(self.ids), np.bool_)
        items = PhraseItems(self.ids, self.words, self.gold, predicted, no, pair_scores=self.scores)
        scored, _ = score_items(items, "s", self.measures, ShufflePlan(), known=self.known)
        return [scored.net[i].rows for i in range(len(self.measures))]

    def values(self, lists: Lists) -> dict[str, float]:
        return dict(zip(self.names, map(value, self.rows(lists)), strict=True))


def rises(gold: Lists, systems: dict[str, Lists], match: Any) -> tuple[int, dict[str, float]]:
    """Return how many attacks there were, and those that raised a value beyond the bound."""
    attacked = {name: attacks(gold, lists, match) for name, lists in systems.items()}
    scorer = Scorer(gold, match, [*systems.values(), *(a for of in attacked.values() for a in of.values())])
    tried, raised = 0, {}
    for system, lists in systems.items():
        before = scorer.rows(lists)
        for attack, one in attacked[system].items():
            for name, new, old in zip(scorer.names, scorer.rows(one), before, strict=True):
                tried += 1
                rise = value(new) - value(old)
                if rise > max(BOUND, 2 * error_of_rise(new, old)):
                    raised[f"{system}, {attack}: {name}"] = rise
    return tried, raised


@pytest.mark.parametrize("match", list(matchers()))
def test_additions_that_know_nothing_raise_nothing(match: Any) -> None:
    gold, speller, meaner = (demo(name) for name in ("gold", "speller", "meaner"))
    half = {i: phrases if n % 5 else [] for n, (i, phrases) in enumerate(sorted(meaner.items()))}
    tried, raised = rises(gold, {"speller": speller, "meaner, every fifth list empty": half}, match)
    assert tried >= 250
    assert max(raised.values(), default=0) <= FAR, raised
    assert len(raised) <= tried * SHARE, raised


@full_only
@pytest.mark.parametrize("match", list(matchers()))
def test_additions_raise_nothing_on_real_documents(match: Any, shared_data: Path) -> None:
    """100 abstracts of Inspec: other indexers' terms, half of gold and half noise, every fifth list empty."""
    gold, terms = inspec(shared_data, 100)
    draw = random.Random(0)  # noqa: S311
    every = [p for phrases in gold.values() for p in phrases]
    noise = {i: [p if draw.random() < 0.5 else draw.choice(every) for p in g] for i, g in gold.items()}
    half = {i: g[: (len(g) + 1) // 2] if n % 5 else [] for n, (i, g) in enumerate(gold.items())}
    tried, raised = rises(gold, {"terms": terms, "noise": noise, "half of gold": half}, match)
    assert max(raised.values(), default=0) <= FAR, raised
    assert len(raised) <= tried * SHARE, raised


def inspec(shared_data: Path, count: int) -> tuple[Lists, Lists]:
    """Return the uncontrolled and the controlled terms of some abstracts."""
    folder = shared_data / "keyphrases" / "inspec"
    both = [json.loads((folder / f"test.{kind}.json").read_text("utf-8")) for kind in ("uncontr", "contr")]
    ids = random.Random(1).sample(sorted(both[0]), count)  # noqa: S311
    gold, terms = ({i: [p[0] for p in one.get(i, [])] for i in sorted(ids)} for one in both)
    return gold, terms


@pytest.mark.parametrize("match", [m for m in matchers() if m.values[0].identity])
def test_gold_has_one_and_noise_less(match: Any) -> None:
    gold, draw = demo("gold"), random.Random(0)  # noqa: S311
    every = [p for phrases in gold.values() for p in phrases]
    order = {i: draw.sample(range(len(g)), len(g)) for i, g in gold.items()}
    noisy = [
        {i: [draw.choice(every) if n in order[i][: int(k * len(g) + 0.5)] else p for n, p in enumerate(g)]
         for i, g in gold.items()}
        for k in (0, 0.4, 0.8)
    ]  # fmt: skip
    scorer = Scorer(gold, match, noisy)
    none, some, most = map(scorer.values, noisy)
    assert none == pytest.approx(dict.fromkeys(scorer.names, 1.0), abs=1e-9)
    for name in scorer.names:
        if not name.startswith(("hit_rate", "RR")):  # one match is enough
            assert 1 > some[name] > most[name], name


@pytest.mark.parametrize("match", list(matchers()))
def test_lists_that_know_nothing_have_nothing(match: Any) -> None:
    """The same list everywhere has about 0; the gold of others drawn at random has no more than that."""
    gold, draw = demo("gold"), random.Random(0)  # noqa: S311
    constant = list(additions(gold, match).values())[:4]
    ids = sorted(gold)
    others = []
    for _ in range(8):
        circle = draw.sample(ids, len(ids))
        others.append({i: gold[j] for i, j in zip(circle, [*circle[1:], circle[0]], strict=True)})
    scorer = Scorer(gold, match, [*constant, *others])
    for lists in constant:
        for name, found in scorer.values(lists).items():
            assert abs(found) <= 0.02, (name, lists[ids[0]])
    each = [scorer.values(lists) for lists in others]
    for name in scorer.names:
        values = np.array([one[name] for one in each])
        error = values.std(ddof=1) / np.sqrt(len(values))
        assert -2 / (len(ids) - 1) - 2 * error <= values.mean() <= 2 * error + 1e-9, name
