"""Question sets from files: what is read, what is refused, and with which words."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from lydite.core.errors import InputError
from lydite.probes.agreement import agree, parse_questions, read_questions, sample, write_questions

GOOD: dict[str, Any] = {
    "substitutee": "apples",
    "substitutes": [{"phrase": p} for p in ("fruit", "pear", "vegetables", "food")],
    "answers": [
        {"by": "ann", "circled": ["fruit"], "crossed": ["pear", "vegetables"]},
        {"by": "ben", "circled": ["fruit", "food"], "crossed": []},
        {"by": "eve", "circled": ["pear"], "crossed": [], "unknown": True},
    ],
}


def parse(*records: dict[str, Any]) -> Any:
    return parse_questions("\n".join(map(json.dumps, records)), "q.jsonl", "q")


def changed(**more: Any) -> dict[str, Any]:
    return GOOD | more


def test_scores_derive_from_answers() -> None:
    one = parse(GOOD).questions[0]
    assert one.id == "apples"
    assert [(s.score, s.coverage, s.accepted) for s in one.substitutes] == [
        (2, 2, 2),
        (-1, 2, 0),
        (-1, 2, 0),
        (1, 2, 1),
    ]


def test_any_number_of_substitutes_and_columns() -> None:
    three = {"id": 7, "pos": "n", "substitutee": "x", "substitutes": [_scored(p, 1, 3) for p in "abc"]}
    one = {"id": "z", "substitutee": "y", "substitutes": [_scored("a", -1, 3)]}
    found = parse(three, one)
    assert [len(q.substitutes) for q in found.questions] == [3, 1]
    assert found.columns == {"pos": ("n", "")}
    [note] = found.notes
    assert "q.jsonl: " in note
    assert "1" in note


def _scored(phrase: str, score: Any, coverage: Any) -> dict[str, Any]:
    return {"phrase": phrase, "score": score, "coverage": coverage}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (changed(substitutee=""), "q.jsonl:1: .*substitutee.*empty"),
        (changed(substitutee=None), "substitutee"),
        (changed(substitutee=5), "substitutee.*5"),
        (changed(substitutes=[]), "no substitutes"),
        (changed(substitutes="fruit"), "list of substitutes"),
        (changed(substitutes=[3]), "phrase, score and coverage"),
        (changed(substitutes=["a", "a"], answers=[]), "'a' .*twice"),
        (changed(answers=[]), "'fruit' .*score"),
        (
            changed(substitutes=[_scored("a", 1, None)], answers=[]),
            "'a' .*coverage",
        ),
        (
            changed(substitutes=[_scored("a", "1", 3)], answers=[]),
            "number .*'a'.*'1'",
        ),
        (changed(substitutes=[_scored("a", 4, 3)], answers=[]), "'a': .*4 .*3 "),
        (changed(substitutes=[_scored("a", 1, 0)], answers=[]), "'a': .*1 .*0 "),
        (changed(substitutes=[_scored("a", True, 3)], answers=[]), "number .*'a'"),
        (
            changed(answers=[{"circled": ["figs"]}]),
            "'figs' .*substitute",
        ),
        (
            changed(answers=[{"by": "ann", "circled": ["fruit"], "crossed": ["fruit"]}]),
            "'ann' .*'fruit' .*crossed",
        ),
        (changed(answers=[{"by": "ann"}, {"by": "ann"}]), "'ann' .*twice"),
        (changed(answers=[{"circled": ["fruit"], "shown": ["pear"]}]), "'fruit'.* shown"),
        (changed(answers=[{"unknown": "yes"}]), "unknown .*true or false.*'yes'"),
        (
            changed(answers=[{"by": "ann", "circle": ["fruit"]}]),
            "'ann' .*'circle'.*circled",
        ),
        (changed(answers=["fruit"]), "circled and crossed"),
        (
            changed(substitutes=[{"phrase": "fruit", "score": 1}, "pear", "vegetables", "food"]),
            "'fruit' .*1.* 2 ",
        ),
    ],
)
def test_bad_questions_are_refused_by_line(record: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        parse(record)
    assert str(error.value).startswith("q.jsonl:1: ")


def test_twice_the_same_question() -> None:
    with pytest.raises(InputError, match="q.jsonl:2: .*'apples' .*line 1"):
        parse(GOOD, GOOD)


def test_more_than_two_circled_are_noted() -> None:
    found = parse(changed(answers=[{"circled": ["fruit", "pear", "food"]}]))
    [note] = found.notes
    assert "q.jsonl: " in note
    assert "more than 2" in note
    assert [s.score for s in found.questions[0].substitutes] == [1, 1, 0, 1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "q.jsonl: .*no questions"),
        ("\n \n", "q.jsonl: .*no questions"),
        ('{"a": 1}\n', "q.jsonl:1: .*substitutee"),
        ('{"substitutee": "x"\n', "q.jsonl:1: .*JSON"),
        ('{"substitutee": "x", "substitutes": NaN}\n', "q.jsonl:1: .*JSON.*NaN"),
        ('{\n"contexts": {}}', "one question"),
        ('{\n"substitute_labels": {}}', "SWORDS"),
        ('{\n"ss": 3}', "SemEval-2007"),
        (
            "side.n 301 :: team five;\n",
            "q.jsonl:1: .*'team five'",
        ),
        ("nothing of the kind\n", "q.jsonl:1: .*question .*JSON"),
        ("a.n 1 :: b 1;\n", "items"),
        ("a.n 1 :: b 2;\na.n 1 :: b 2;\n", "q.jsonl:2: .*'a.n 1'"),
    ],
)
def test_files_that_are_something_else(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_questions(text, "q.jsonl", "q")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    found = parse(GOOD, {"id": "2", "pos": "n", "substitutee": "x", "substitutes": [_scored("a", 1, 3)]})
    write_questions(found, tmp_path / "out.jsonl")
    again = read_questions(tmp_path / "out.jsonl")
    assert again.questions == found.questions
    assert again.digest == found.digest
    packed = tmp_path / "out.jsonl.gz"
    packed.write_bytes(gzip.compress((tmp_path / "out.jsonl").read_bytes()))
    assert read_questions(packed).digest == found.digest
    assert read_questions(packed).name == "out"


def test_order_of_lines_does_not_matter() -> None:
    other = {"id": "2", "substitutee": "x", "substitutes": [_scored("a", 1, 3), _scored("b", 0, 3)]}
    assert parse(GOOD, other).digest == parse(other, GOOD).digest
    assert parse(GOOD, other).digest != parse(GOOD).digest


def test_swords(tmp_path: Path) -> None:
    labels = {"s1": ["TRUE"] * 6 + ["FALSE"] * 3 + ["UNSURE"], "s2": ["FALSE"] * 3}
    content = {
        "targets": {"t": {"target": "ran", "pos": "VERB", "extra": {"coinco_lemma": "run"}}},
        "substitutes": {
            "s1": {"target_id": "t", "substitute": "dash"},
            "s2": {"target_id": "t", "substitute": "walk"},
        },
        "substitute_labels": labels,
    }
    path = tmp_path / "swords.json"
    path.write_text(json.dumps(content, indent=1))
    one = read_questions(path).questions[0]
    assert (one.substitutee, one.columns) == ("run", {"pos": "VERB"})
    assert [(s.score, s.coverage, s.accepted) for s in one.substitutes] == [(3, 10, 6), (-3, 3, 0)]
    assert [a.marks for a in one.answers][2:4] == [(1, -1), (1, None)]
    assert one.answers[9].marks == (0, None)  # UNSURE is unmarked


def test_lexical_substitution_pools_the_sentences_of_a_word() -> None:
    text = "side.n 301 :: team 5;\nside.n 302 :: ally 1;part 1;\nside.n 303 :: view 1;pn 4;\n"
    found = parse_questions(text, "gold", "gold")
    assert found.ids == ("side.n 301", "side.n 302")
    assert found.questions[0].phrases == ("team", "ally", "part")
    assert [s.score for s in found.questions[1].substitutes] == [0, 1, 1]
    few, good = found.notes
    assert "gold: 1 " in few
    assert "BS and Combo" in good
    results = agree(found, ["exact"], baselines=False).results()
    assert results["BS"].value != results["BS"].value
    assert results["Combo"].value != results["Combo"].value
    assert results["GS"].n == 1


def test_sample_draws_four_of_different_votes() -> None:
    votes = [9, -9, -9, -9, -9, -9, -9, 0, 3]
    long = {
        "id": "long",
        "substitutee": "x",
        "substitutes": [_scored(f"s{i}", v, 9) for i, v in enumerate(votes)],
    }
    found = parse(long)
    drawn = sample(found).questions[0]
    assert sorted(s.score for s in drawn.substitutes) == [-9, 0, 3, 9]
    assert sample(found).digest == sample(found).digest
    assert len({sample(found, seed=seed).digest for seed in range(20)}) > 1
    flat = {"id": "f", "substitutee": "x", "substitutes": [_scored(f"s{i}", 0, 9) for i in range(5)]}
    assert len(sample(parse(flat)).questions[0].substitutes) == 4
    short = {"id": "s", "substitutee": "x", "substitutes": [_scored("a", 1, 3)]}
    both = sample(parse(long, short))
    assert both.ids == ("long",)
    assert "fewer than 4" in both.notes[-1]
    assert sample(parse(long, flat)).questions[1] == drawn  # what is drawn does not depend on the others
    with pytest.raises(InputError, match="question .*q .*4 "):
        sample(parse(short))
    with pytest.raises(InputError, match="two substitutes"):
        sample(found, 1)


def test_the_embedded_questions() -> None:
    """Scores and coverage as the thesis prints them."""
    printed = {
        "4.2": (15, [0, 15, -9, -1]),
        "4.4": (16, [-13, 11, -14, 14]),
        "4.7": (12, [12, -9, -10, -10]),
        "4.9": (15, [4, 11, -10, -11]),
        "4.10": (14, [-12, -1, 14, -6]),
        "4.11": (16, [-6, 16, -5, -7]),
        "5.4": (17, [16, -3, -3, -13]),
    }
    found = read_questions("thesis")
    assert {
        q.columns["table"]: (q.substitutes[0].coverage, [s.score for s in q.substitutes])
        for q in found.questions
    } == printed
    assert all(len({s.coverage for s in q.substitutes}) == 1 for q in found.questions)
    assert found.columns["table"] == ("4.2", "4.11", "4.4", "4.7", "5.4", "4.10", "4.9")
