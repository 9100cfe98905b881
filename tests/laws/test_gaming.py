"""A corrected value cannot be gamed: predictions that know nothing of their item do not raise it."""

from __future__ import annotations

import difflib
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lydite
from full_size import full_only
from gaming import Lists, additions, attacks, demo, error_of_rise, value
from lydite.core.arrays import encode
from lydite.core.errors import LyditeError
from lydite.core.spec import REGISTRIES, parse
from lydite.measures import GoldShuffles, ShufflePlan
from lydite.measures.phrases import PhraseItems, PhraseMeasure, ScoreCache
from lydite.runs import score_items
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
    yield pytest.param(lydite.custom(same_letters), id="a function")
    static: Any = lydite.matcher("cosine(vectors=lydite)")
    yield pytest.param(lydite.cosine(encode=static.unit_vectors), id="a function of texts")


def same_letters(candidates: list[str], references: list[str]) -> list[float]:
    """Return the similarity of the letters of two phrases, in their order."""
    each = zip(candidates, references, strict=True)
    return [max(2 * difflib.SequenceMatcher(None, a, b, autojunk=False).ratio() - 1, 0.0) for a, b in each]


def measures(match: Any) -> list[PhraseMeasure]:
    two_sided = (parse(f"{name}(assign=best_each)") for name in ("P", "R", "F1"))
    return [*(measure(match=match) for measure in MEASURES), *(replace(m, match=match) for m in two_sided)]


class Scorer:
    """Net gains of lists under every measure; each pair of phrases is matched once."""

    def __init__(
        self, gold: Lists, wanted: Sequence[Any], every: Sequence[Lists], *, graded: bool = False
    ) -> None:
        self.ids, self.measures = tuple(sorted(gold)), wanted
        self.names = [str(m) for m in self.measures]
        self.words, (self.gold, *coded) = encode(
            *([one.get(i) or [] for i in self.ids] for one in (gold, *every))
        )
        self.lists = dict(zip(map(id, every), coded, strict=True))
        self.scores = {match: ScoreCache() for match in {m.match for m in wanted}}
        self.grades = np.array([grade(self.words.phrases[c]) for c in self.gold.codes]) if graded else None
        self.known: list[GoldShuffles] = []

    def rows(self, lists: Lists) -> list[Any]:
        predicted = self.lists[id(lists)]
        no = np.zeros(len(self.ids), np.bool_)
        items = PhraseItems(
            self.ids, self.words, self.gold, predicted, no, grades=self.grades, pair_scores=self.scores
        )
        scored = score_items(items, "s", self.measures, ShufflePlan(), self.known)
        return [scored.net[i].rows for i in range(len(self.measures))]

    def values(self, lists: Lists) -> dict[str, float]:
        return dict(zip(self.names, map(value, self.rows(lists)), strict=True))


def grade(phrase: str) -> float:
    """Return how relevant a gold phrase is, from 1 to 3."""
    return 1.0 + len(phrase) % 3


def rises(
    gold: Lists, systems: dict[str, Lists], match: Any, wanted: Sequence[Any] = (), *, graded: bool = False
) -> tuple[int, dict[str, float]]:
    """Return how many attacks there were, and those that raised a value beyond the bound."""
    attacked = {name: attacks(gold, lists, match) for name, lists in systems.items()}
    every = [*systems.values(), *(a for of in attacked.values() for a in of.values())]
    scorer = Scorer(gold, wanted or measures(match), every, graded=graded)
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
    scorer = Scorer(gold, measures(match), noisy)
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
    scorer = Scorer(gold, measures(match), [*constant, *others])
    for lists in constant:
        for name, found in scorer.values(lists).items():
            assert abs(found) <= 0.02, (name, lists[ids[0]])
    each = [scorer.values(lists) for lists in others]
    for name in scorer.names:
        values = np.array([one[name] for one in each])
        error = values.std(ddof=1) / np.sqrt(len(values))
        assert -2 / (len(ids) - 1) - 2 * error <= values.mean() <= 2 * error + 1e-9, name


GRADED = ["nDCG(match={})", "nDCG(match={}, assign=max)", "nDCG(match={})@3"]


@pytest.mark.parametrize("name", ["exact", "r_precision", "meaning"])
def test_graded_gold_is_held_to_the_same_laws(name: str) -> None:
    gold, speller, meaner = (demo(file) for file in ("gold", "speller", "meaner"))
    wanted = [parse(spec.format(name)) for spec in GRADED]
    match = wanted[0].match
    tried, raised = rises(gold, {"speller": speller, "meaner": meaner}, match, wanted, graded=True)
    assert tried >= 70
    assert not raised
    best = {i: sorted(phrases, key=grade, reverse=True) for i, phrases in gold.items()}
    constant = list(additions(gold, match).values())[:4]
    scorer = Scorer(gold, wanted, [best, *constant], graded=True)
    assert scorer.values(best) == pytest.approx(dict.fromkeys(scorer.names, 1.0), abs=1e-9)
    for lists in constant:
        assert max(map(abs, scorer.values(lists).values())) <= 0.02


@pytest.fixture
def tags(tmp_path: Path) -> tuple[Lists, Path]:
    """Return the hashtags of 60 items on six subjects, and a thesaurus in which one hashtag is near all."""
    draw = random.Random(0)  # noqa: S311
    subjects = [[f"#{letter}{n}" for n in range(8)] for letter in "abcdef"]
    gold = {f"{i:02}": draw.sample(subjects[i % 6], draw.randint(1, 3)) for i in range(60)}
    every = [tag for subject in subjects for tag in subject]
    near = {tag: draw.sample(subject, 4) for subject in subjects for tag in subject}
    near["#hub"] = draw.sample(every, 20)
    file = tmp_path / "near.tsv"
    file.write_text(
        "".join("\t".join([tag, *(s for s in some if s != tag)]) + "\n" for tag, some in near.items())
    )
    return gold, file


def test_hashtags_are_held_to_the_same_laws(tags: tuple[Lists, Path]) -> None:
    gold, file = tags
    draw, every = random.Random(1), sorted({tag for some in gold.values() for tag in some})  # noqa: S311
    wanted = [parse(f'reval(k={k}, thesaurus="{file}"){cut}') for k in (3, 20) for cut in ("", "@4")]
    half = {
        i: [t if draw.random() < 0.5 else draw.choice(every) for t in [*some, *draw.sample(every, 2)]]
        for i, some in gold.items()
    }  # longer than gold, so that the value counts gold hashtags with and without additions
    tried, raised = rises(gold, {"half": half}, wanted[2].match, wanted)
    hub = {i: [*some, "#hub"] for i, some in half.items()}
    constant = [dict.fromkeys(gold, some) for some in (["#hub"], ["#hub", *every[:2]], every[:4])]
    scorer = Scorer(gold, wanted, [gold, half, hub, *constant])
    assert tried >= 40
    assert not raised
    assert scorer.values(gold) == pytest.approx(dict.fromkeys(scorer.names, 1.0), abs=1e-9)
    for new, old in zip(scorer.rows(hub), scorer.rows(half), strict=True):
        assert value(new) - value(old) <= max(BOUND, 2 * error_of_rise(new, old))
    for lists in constant:
        assert max(map(abs, scorer.values(lists).values())) <= 0.05


@pytest.mark.parametrize("measure", ["F1", "AP", "nDCG", "RR"])
def test_lists_of_a_thousand_phrases_tell_nothing(measure: str) -> None:
    """Each list has all of gold, and the whole gold of everybody."""
    gold = {f"{i:03}": [f"tag {i}", f"tag {i + 1}"] for i in range(40)}
    every = [f"tag {i}" for i in range(1000)]
    found = lydite.evaluate(gold, dict.fromkeys(gold, every), f"{measure}(match=rouge)", bootstrap=0)[0]
    assert found.corrected == pytest.approx(0, abs=0.01)
