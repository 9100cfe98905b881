"""Matchers against people as a whole: rows, coverage, subsets, intervals, tests."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from lydite.core.errors import InputError, SpecError
from lydite.core.spec import REGISTRIES
from lydite.inference import Options
from lydite.probes.agreement import agree, parse_questions, read_questions

Constant = REGISTRIES["matcher"]["constant"]
Random = REGISTRIES["matcher"]["random"]

NONE = Options(bootstrap=0)


def _set(*questions: tuple[str, dict[str, int]]) -> Any:
    records = [
        {
            "substitutee": s,
            "substitutes": [{"phrase": p, "score": v, "coverage": 9} for p, v in those.items()],
        }
        for s, those in questions
    ]
    return parse_questions("\n".join(map(json.dumps, records)), "q.jsonl", "q")


def test_rows_of_people_matchers_and_baselines() -> None:
    run = agree(read_questions("thesis"), ["wordnet", "meteor"])
    found = run.results(NONE)
    assert found.systems == ("wordnet", "meteor", "constant(value=0.0)", "constant(value=1.0)", "random")
    assert found.measures == ("CW", "Combo", "SR", "GS", "BS")
    zero = {r.measure: r.value for r in found if r.system == "constant(value=0.0)"}
    one = {r.measure: r.value for r in found if r.system == "constant(value=1.0)"}
    assert zero == {"CW": 0, "Combo": 0, "SR": pytest.approx(11 / 42), "GS": 0, "BS": 1}
    assert one == {"CW": 0, "Combo": 0, "SR": pytest.approx(11 / 42), "GS": 1, "BS": 0}
    assert [r.n for r in found if r.system == "wordnet"] == [6, 7, 7, 7, 7]
    only = agree(read_questions("thesis"), ["wordnet"], ["SR"], baselines=False)
    assert [s.system for s in only.scored] == ["wordnet"]


def test_intervals_tests_and_items_come_from_the_engine() -> None:
    run = agree(read_questions("thesis"), ["wordnet", "exact"], baselines=False)
    compared = run.comparison(Options(bootstrap=200))
    sr = next(r for r in compared.results if r.measure == "SR")
    assert sr.low is not None
    assert sr.low <= sr.value <= sr.high  # type: ignore[operator]
    assert sr.items["watermelon"] == pytest.approx(float(np.mean(list(sr.items.values()))), abs=1)
    test = next(t for t in compared.tests if t.measure == "SR")
    assert test.difference == pytest.approx(21 / 42)
    assert test.p < 0.1


def test_signatures_name_metric_matcher_and_questions() -> None:
    run = agree(read_questions("thesis"), ["wordnet"], ["SR"], baselines=False)
    signature = run.results(NONE)[0].signature
    assert signature.measure.startswith("SR(votes=0.2, score=0.1, form=tolerant")
    determines = dict(signature.determines)
    assert determines["matcher"].startswith("wordnet(")
    assert determines["gold"] == read_questions("thesis").digest


def test_subsets_by_how_phrases_are_known() -> None:
    questions = _set(
        ("cat", {"feline": 9, "dog": -9}),  # all whole
        ("white cat", {"dark cat": 9, "dog": -9}),  # in parts
        ("qwrtz", {"cat": 9, "dog": -9}),  # not known
    )
    run = agree(questions, ["wordnet"], baselines=False)
    scored = run.scored[0]
    assert dict(zip(scored.ids, scored.columns["match"], strict=True)) == {
        "cat": "direct",
        "qwrtz": "none",
        "white cat": "aspects",
    }
    assert "6 pairs" in run.notes[-1]
    assert run.notes[-1].count("33.3%") == 3
    assert run.notes[-1].endswith("questions: 1 direct only, 2 non-empty, 3 all")
    by_subset = {(r.group, r.measure): r for r in run.subsets(NONE)}
    assert [by_subset[g, "SR"].n for g in ("direct only", "non-empty", "all")] == [1, 2, 3]
    assert by_subset["all", "SR"].value == run.results(NONE)["SR"].value
    assert by_subset["direct only", "SR"].value == 1
    assert run.results(NONE)["SR"].coverage == pytest.approx(8 / 9)
    beside = agree(questions, ["wordnet", "exact"]).subsets(NONE)
    zero = {r.group: (r.n, r.value) for r in beside if (r.system, r.measure) == ("constant(value=0.0)", "BS")}
    assert zero == {"direct only": (1, 1), "non-empty": (2, 1), "all": (3, 1)}
    by_match = {r.group: r.n for r in run.results(Options(bootstrap=0, by="match")) if r.measure == "SR"}
    assert by_match == {None: 3, "direct": 1, "aspects": 1, "none": 1}


class _Forgetful(Constant):
    """Knows cats alone."""

    def known_as(self, phrases: Any) -> list[str]:
        return ["direct" if "cat" in p else "none" for p in phrases]


def test_baselines_of_subsets_say_whose_subsets_they_are_held_to() -> None:
    questions = _set(("cat", {"feline": 9, "dog": -9}), ("qwrtz", {"cat": 9, "dog": -9}))
    found = agree(questions, ["wordnet", _Forgetful(0.5)], ["SR"]).subsets(NONE)
    counts = {r.system: r.n for r in found if r.group == "direct only"}
    assert counts["random (as wordnet)"] == 1
    assert counts["random (as constant(value=0.5))"] == 0


def test_metrics_of_pairs_on_questions_draw_whole_questions() -> None:
    run = agree(read_questions("thesis"), ["wordnet"], ["spearman"], baselines=False)
    assert len(run.scored[0].ids) == 28
    assert run.scored[0].cluster == "question"
    assert run.results(NONE)[0].value > 0.5
    with pytest.raises(SpecError, match="SR .*spearman"):
        agree(read_questions("thesis"), ["wordnet"], ["SR", "spearman"])


def test_people_are_known_as_pairs_too() -> None:
    record = {
        "substitutee": "cat",
        "substitutes": ["feline", "dog", "car"],
        "answers": [
            {"by": "p", "circled": ["feline"], "crossed": ["car"]},
            {"by": "q", "circled": ["feline", "dog"], "crossed": ["car"]},
            {"by": "r", "circled": ["car"], "unknown": True},
        ],
    }
    run = agree(
        parse_questions(json.dumps(record), "q", "q"), ["exact"], ["spearman", "brier"], baselines=False
    )
    assert [s.system for s in run.scored] == ["human", "human, left out", "exact"]
    alone = agree(run.data, ["exact"], ["brier"], baselines=False)
    assert [s.system for s in alone.scored] == ["exact"]  # people expect no acceptance
    assert not any("human" in note for note in alone.notes)
    grades = {p.candidate: (p.rating, p.ratings, p.accepted) for p in run.data.pairs}  # type: ignore[attr-defined]
    assert grades == {"feline": (1, (1, 1), 1), "dog": (0.5, (0, 1), 0.5), "car": (-1, (-1, -1), 0)}


def test_bad_requests() -> None:
    with pytest.raises(SpecError, match="'CV'.*CW"):
        agree(read_questions("thesis"), ["wordnet"], ["CV"])
    with pytest.raises(InputError, match="human .*'all'"):
        agree(read_questions("thesis"), ["wordnet"], human="all")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="random .*twice"):
        agree(read_questions("thesis"), ["random", Random()])


def test_random_scores_depend_on_phrases_and_seed_alone() -> None:
    matcher = Random()
    phrases = [f"p{i}" for i in range(2_000)]
    scores = matcher.pairs(phrases, phrases[::-1])
    assert matcher.pairs(phrases[::-1], phrases)[::-1] == pytest.approx(scores)
    assert abs(scores.mean() - 0.5) < 0.03
    assert not np.array_equal(scores, Random(1).pairs(phrases, phrases[::-1]))
    assert matcher.score("a", "b") != matcher.score("b", "a")
