"""``lydite agree`` and ``lydite.agree``: rows, formats, several sets, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lydite
from lydite.choices import DEFAULT_MATCHER
from lydite.cli import main
from lydite.runs.run import Block

QUESTIONS = [
    {
        "id": f"q{n}",
        "pos": "nv"[n % 2],
        "substitutee": word,
        "substitutes": ["cat", "animal", "car"],
        "answers": [
            {"by": "ann", "circled": [best], "crossed": ["car"]},
            {"by": "ben", "circled": [best]},
            {"by": "eve", "circled": ["animal"], "crossed": ["car"]},
        ],
    }
    for n, (word, best) in enumerate(
        [("kitten", "cat"), ("dog", "animal"), ("tomcat", "cat"), ("cow", "animal")]
    )
]
PAIRS = "WORD1 WORD2 POS TYPE AVG_SCORE SCORES..\n" + "".join(
    f"{a} {b} N {r} {s} {s} {s + 1} {max(s - 1, 0)}\n"
    for a, b, r, s in [
        ("cat", "animal", "hyp-1", 5),
        ("cat", "dog", "cohyp", 1),
        ("animal", "cat", "r-hyp-1", 1),
        ("car", "auto", "syn", 5),
        ("car", "tree", "no-rel", 0),
    ]
)


@pytest.fixture
def call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    (tmp_path / "q.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)))
    (tmp_path / "p.txt").write_text(PAIRS)
    (tmp_path / "empty.txt").write_text("\n")
    (tmp_path / "gold.json").write_text(json.dumps({"a": ["cat"], "b": ["car"]}))
    (tmp_path / "run.json").write_text(json.dumps({"a": ["cats"], "b": ["tree"]}))

    def call(*args: str) -> tuple[int, str, str]:
        files = {f.name: str(f) for f in tmp_path.iterdir()}
        status = 0
        try:
            main(["agree", *(files.get(a, a) for a in args)])
        except SystemExit as end:
            status = int(end.code or 0)
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def results(out: str) -> dict[tuple[str, str, str | None], Any]:
    return {(r["system"], r["measure"], r["group"]): r["value"] for r in json.loads(out)["results"]}


def test_a_table_of_questions(call: Any) -> None:
    status, out, _ = call("q.jsonl", "-u", "wordnet", "-u", "exact", "--bootstrap", "0")
    assert status == 0
    rows = [line.split("  ")[0] for line in out.splitlines()[4:11]]
    assert rows == [
        "human",
        "human, left out",
        "wordnet",
        "exact",
        "constant(value=0.0)",
        "constant(value=1.0)",
        "random",
    ]
    assert out.startswith("q: 4 questions\n")
    assert "Matchers that share a letter are not significantly different (paired randomisation test" in out


def test_json_csv_and_latex(call: Any) -> None:
    status, out, _ = call(
        "q.jsonl", "-u", "wordnet", "-m", "SR(score=0:0.2:0.1)", "--bootstrap", "0", "-f", "json"
    )
    assert status == 0
    found = results(out)
    assert {m for _, m, _ in found} == {"SR(score=0.0)", "SR", "SR(score=0.2)"}
    assert "comparison" not in json.loads(out)  # one matcher: there is nothing to test
    compared = json.loads(
        call("q.jsonl", "-u", "wordnet", "-u", "exact", "-f", "json", "--bootstrap", "0")[1]
    )
    assert compared["comparison"]["test"] == "randomisation"
    assert {(t["first"], t["second"]) for t in compared["comparison"]["tests"]} == {("wordnet", "exact")}
    for kind in ("csv", "latex", "markdown"):
        status, out, _ = call("q.jsonl", "-u", "wordnet", "-f", kind, "--bootstrap", "0")
        assert status == 0
        assert "wordnet" in out


def test_without_a_matcher_the_default_one_is_used_and_said(call: Any) -> None:
    status, out, err = call("q.jsonl", "-m", "SR", "--no-baselines", "--human", "none", "-f", "json")
    assert status == 0
    assert {r["system"] for r in json.loads(out)["results"]} == {DEFAULT_MATCHER}
    assert err == f"lydite: {DEFAULT_MATCHER} is the default matcher; --using names others\n"
    found = lydite.agree("thesis", metrics="SR", baselines=False, bootstrap=0)
    assert [r.system for r in found] == [DEFAULT_MATCHER]
    assert call("q.jsonl", "-u", "exact", "-m", "SR", "--bootstrap", "0")[2] == ""


def test_several_sets_stand_one_below_the_other(call: Any) -> None:
    status, out, _ = call("q.jsonl", "thesis", "p.txt", "-u", "wordnet", "--bootstrap", "0", "-f", "json")
    assert status == 0
    found = results(out)
    assert {group for *_, group in found} == {"q", "thesis", "p"}
    assert found["wordnet", "SR", "thesis"] == pytest.approx(32 / 42)
    status, out, _ = call("q.jsonl", "p.txt", "--bootstrap", "0")
    assert "q: 4 questions" in out
    assert "p: 5 pairs" in out


def test_people_over_answers_and_not_at_all(call: Any) -> None:
    over_questions = results(call("q.jsonl", "-f", "json", "--bootstrap", "0")[1])
    over_answers = results(call("q.jsonl", "--human", "answers", "-f", "json", "--bootstrap", "0")[1])
    none = results(call("q.jsonl", "--human", "none", "--no-baselines", "-f", "json", "--bootstrap", "0")[1])
    assert over_questions["human", "SR", None] == pytest.approx(over_answers["human", "SR", None])
    assert {system for system, *_ in none} == {DEFAULT_MATCHER}


def test_subsets_and_every_question(call: Any) -> None:
    status, out, _ = call("q.jsonl", "-u", "wordnet", "--subsets", "--each", "-m", "SR", "--bootstrap", "0")
    assert status == 0
    assert "SR, one by one" in out
    shown = [line.split() for line in out.partition("What people and matchers say")[2].splitlines()]
    assert next(s for s in shown if "kitten" in s)[:5] == ["kitten", "cat", "+2", "of", "3"]
    score = lydite.match("cat", "kitten", "wordnet").score
    assert next(s for s in shown if "kitten" in s)[5] == f"{score:.3f}"
    pairs = call("p.txt", "-u", "wordnet", "-m", "spearman", "--each", "--bootstrap", "0")[1]
    assert "one by one" not in pairs  # one pair has no correlation
    assert "What people and matchers say of each phrase" in pairs
    apart = call("--apart", "gold.json", "run.json", "-u", "stem", "--each", "--bootstrap", "0")[1]
    assert "discrimination, one by one" in apart
    assert "What people and matchers say" not in apart
    assert out.count("q3") == 1
    status, out, _ = call("thesis", "-u", "wordnet", "--subsets", "-m", "SR", "--bootstrap", "0")
    assert "direct only  wordnet" in out


def test_subsets_and_single_questions_are_in_json_and_csv_says_so(call: Any) -> None:
    asked = ("q.jsonl", "-u", "wordnet", "-u", "exact", "--subsets", "--each", "-m", "SR", "--bootstrap", "0")
    found = json.loads(call("thesis", *asked[1:], "-f", "json")[1])
    subsets = {(r["set"], r["group"], r["system"]): (r["n"], r["value"]) for r in found["subsets"]}
    assert subsets["thesis", "direct only", "wordnet"] == (6, pytest.approx(13 / 18))
    assert not any(system == "exact" for _, _, system in subsets)
    each = {(r["item"], r["system"]): r["value"] for r in found["each"]}
    assert each["watermelon", "wordnet"] == 1
    assert len(each) == 7 * 5
    of_melon = {s["candidate"]: s for s in found["scores"] if s["reference"] == "watermelon"}
    said = of_melon["melon"] | {"score": None}
    people = {"set": "thesis", "reference": "watermelon", "candidate": "melon", "value": 11, "of": 15}
    assert said == {**people, "system": "exact", "score": None}
    assert {s["system"] for s in found["scores"]} == {"wordnet", "exact"}
    assert "lydite: csv holds the results only; --format json has the rest" in call(*asked, "-f", "csv")[2]


def test_matchers_that_know_all_have_no_subsets_and_no_empty_table(call: Any) -> None:
    asked = ("--subsets", "-m", "SR", "--bootstrap", "0")
    _, out, _ = call("thesis", "-u", "exact", "-u", "stem", *asked)
    assert "subsets: none for exact, stem: every phrase is known whole" in out
    assert "Table 5.8" not in out
    _, out, _ = call("thesis", "-u", "exact", "-u", "wordnet", *asked)
    assert "subsets: none for exact: every phrase is known whole" in out
    assert "direct only  wordnet" in out
    _, out, _ = call("--apart", "gold.json", "run.json", "-u", "wordnet", "--subsets", "--bootstrap", "0")
    assert "gold: documents have no subsets" in out
    assert "Table 5.8" not in out


def test_how_phrases_are_known_is_nothing_to_draw_by(call: Any, tmp_path: Path) -> None:
    """It is a column of the system; one of the questions that explains as much is named."""
    half = [{"phrase": p, "score": s, "coverage": 9} for p, s in (("cat", 9), ("dog", -9), ("car", -9))]
    lines = [
        {"id": f"{w}{n}", "kind": w, "substitutee": w, "substitutes": half}
        for w in ("cat", "qwrtz")
        for n in range(20)
    ]
    for record in lines[::2]:
        record["substitutee"] += "s"
    for columns in (True, False):
        kept = [{k: v for k, v in r.items() if k != "kind" or columns} for r in lines]
        (tmp_path / "known.jsonl").write_text("\n".join(map(json.dumps, kept)))
        _, out, _ = call("known.jsonl", "-u", "wordnet", "-m", "SR", "--human", "none", "--no-baselines")
        assert ("--cluster kind" in out) is columns
        assert "--cluster match" not in out


def test_metrics_without_a_value_say_why(call: Any) -> None:
    out = call("thesis", "-u", "wordnet", "-u", "exact", "-m", "ECE", "--bootstrap", "0")[1]
    assert (
        "ECE: pairs without votes are left out, and so are those of which a matcher expects no acceptance."
        in out
    )
    assert "significantly different" not in out
    assert "too few" not in out
    out = call("thesis", "-u", "wordnet", "-m", "spearman", "--bootstrap", "0")[1]
    assert "there is none" not in out  # constants have none, which is no news


def test_what_has_no_value_has_no_difference_no_p_and_no_rank(call: Any) -> None:
    """No two words of the pairs are spelled alike: ``exact`` and ``identical`` say 0 of all of them."""
    some = ("p.txt", "-m", "spearman", "-u", "exact", "-u", "identical", "--bootstrap", "100")
    out = call(*some)[1]
    assert "spearman  exact  identical  –               –  –" in out
    assert "rank" not in out.lower()
    assert "human, left out: " not in out  # people are judged on the same pairs: matchers have no value there
    told = json.loads(call(*some, "-u", "wordnet", "-f", "json")[1])["comparison"]
    assert {(t["difference"], t["p"], t["p_holm"]) for t in told["tests"]} == {(None, None, None)}
    assert told["ranks"]["spearman"]["wordnet"]["place"] == 1
    assert call(*some, "-f", "json", "--test", "randomisation")[1].count('"p": null') == 1


def test_break_downs(call: Any) -> None:
    found = results(call("p.txt", "-m", "spearman", "--by", "relation", "-f", "json", "--bootstrap", "0")[1])
    assert {group for *_, group in found} == {None, "cohyp", "hyp-1", "no-rel", "r-hyp-1", "syn"}
    found = results(call("q.jsonl", "-m", "SR", "--by", "pos", "-f", "json", "--bootstrap", "0")[1])
    assert {group for *_, group in found} == {None, "n", "v"}


def test_documents_are_told_apart(call: Any) -> None:
    status, out, _ = call("--apart", "gold.json", "run.json", "-u", "stem", "-f", "json", "--bootstrap", "0")
    assert status == 0
    assert results(out)["stem", "discrimination", None] == 0.75


def test_samples_and_files_put_together(call: Any) -> None:
    status, out, _ = call("q.jsonl", "--sample", "2", "--bootstrap", "0")
    assert status == 0
    assert out.startswith("q, 2 of each: 4 questions")
    status, out, _ = call("p.txt", "--together", "--bootstrap", "0")
    assert out.startswith("p: 5 pairs")


def test_saved_and_compared(call: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.run", tmp_path / "two.run"
    call("q.jsonl", "-u", "wordnet", "--no-baselines", "--save", str(one), "--bootstrap", "0")
    call(
        "q.jsonl", "-u", "exact", "--human", "none", "--no-baselines", "--save", str(two), "--bootstrap", "0"
    )
    with pytest.raises(SystemExit):
        main(["compare", str(one), str(two), "-f", "json", "--bootstrap", "0"])
    compared = json.loads(capsys.readouterr().out)
    assert [r["system"] for r in compared["results"]][::5] == ["human", "human, left out", "wordnet", "exact"]
    read = lydite.read_run(one)
    assert read.kind == "agreements"
    assert read.results()["SR"].value == pytest.approx(compared["results"][2]["value"])


def test_saved_people_and_baselines_are_no_competitors(
    call: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They stand in the table once, people above and baselines below, and are in no test."""
    files = {m: str(tmp_path / f"{m}.run") for m in ("wordnet", "exact", "random")}
    for matcher, file in files.items():
        call("q.jsonl", "-u", matcher, "--save", file, "--bootstrap", "0")
    for names in (("wordnet", "exact"), ("wordnet", "random")):
        with pytest.raises(SystemExit):
            main(["compare", *(files[n] for n in names), "-f", "json", "--bootstrap", "0"])
        printed = capsys.readouterr().out
        found = json.loads(printed)
        systems = list(dict.fromkeys(r["system"] for r in found["results"]))
        if names[1] == "exact":
            beside = ["constant(value=0.0)", "constant(value=1.0)", "random"]
            assert systems == ["human", "human, left out", *names, *beside]
            assert {(t["first"], t["second"]) for t in found["comparison"]["tests"]} == {names}
            assert {s for marks in found["comparison"]["letters"].values() for s in marks} == {*names}
        else:  # asked for in one run, it is a system there, and a baseline of the other
            tested = {(t["first"], t["second"]) for t in found["comparison"]["tests"]}
            assert tested == {("wordnet", "random (random)")}
            assert systems[-1] == "random (wordnet)"
    with pytest.raises(SystemExit):
        main(["compare", files["wordnet"], "-f", "json", "--bootstrap", "0"])
    alone = json.loads(capsys.readouterr().out)
    assert "comparison" not in alone
    assert len({r["system"] for r in alone["results"]}) == 6
    one = lydite.read_run(files["wordnet"])
    assert [s.system for s in one.blocks[0].systems if not s.reference] == ["wordnet"]
    only = replace(one, blocks=(Block(one.blocks[0].systems[:2]),))
    with pytest.raises(lydite.LyditeError, match="there is no system to compare"):
        only.comparison()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "Usage: "),
        (("--no-baselines",), "no questions, pairs or documents (--apart) were given"),
        (("thesys",), "no such file, and no embedded questions (there is thesis); did you mean thesis?"),
        (("p.txt", "-m", "SR"), "SR needs questions; p has pairs"),
        (("q.jsonl", "-m", "SR", "-m", "spearman"), "ask one by one"),
        (("q.jsonl", "-m", "FR"), "unknown agreement 'FR'"),
        (("q.jsonl", "-u", "wornet"), "unknown matcher 'wornet'; did you mean wordnet?"),
        (("q.jsonl", "-u", "exact", "-u", "exact"), "the matcher exact is given twice"),
        (("q.jsonl", "q.jsonl"), "two sets are called q"),
        (("q.jsonl", "thesis", "--save", "x.run"), "--save takes one set of judgements"),
        (("q.jsonl", "--by", "topic"), "there is no column 'topic'"),
        (("q.jsonl", "--sample", "9"), "no question of q has 9 judged substitutes"),
        (
            ("q.jsonl", "-u", "exact", "-m", "ECE", "--chart", "x.svg"),
            "no matcher here says how many people would accept",
        ),
        (("empty.txt",), "there are no questions or pairs in it"),
        (("gold.json",), "expected a phrase as substitutee, found nothing"),
        (("--apart", "gold.json", "q.jsonl"), "q.jsonl"),
    ],
)
def test_what_is_refused(
    call: Any, args: tuple[str, ...], message: str, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = call(*args)
    assert status == 2, out
    assert message in out + err
    assert "Traceback" not in err
    assert not (tmp_path / "x.run").exists()


CIRCLED = {"by": "ann", "circled": ["cat"]}


@pytest.mark.parametrize(
    ("substitutes", "answers", "message"),
    [
        (["cat", "dog"], [{**CIRCLED, "crossed": ["cat"]}], "'ann' has 'cat' both circled and crossed"),
        (["cat", "dog"], [CIRCLED, CIRCLED], "'ann' answered this question twice"),
        (["cat", "dog"], [{"by": "ann", "circled": ["cow"]}], "'cow' circled, which is no substitute here"),
        (["cat", "dog"], [{"by": "ann", "unknown": True}], "nobody judged any substitute in it"),
        ([{"phrase": "cat", "score": 2, "coverage": 0}], [], "score 2 cannot come from 0 people"),
        ([], [], "the question has no substitutes"),
    ],
)
def test_questions_that_are_refused(
    call: Any, tmp_path: Path, substitutes: Any, answers: Any, message: str
) -> None:
    record = {"substitutee": "kitten", "substitutes": substitutes, "answers": answers}
    (tmp_path / "bad.jsonl").write_text(json.dumps(record))
    status, out, err = call("bad.jsonl", "--bootstrap", "0")
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_questions_that_are_scored_as_far_as_they_go(call: Any, tmp_path: Path) -> None:
    """One substitute, equal votes everywhere, coverage 0, phrases nobody knows, three circled."""
    four = ["cat", "dog", "cow", "car"]
    equal = [{"phrase": p, "score": 1, "coverage": 3} for p in four]
    unseen = [*equal[:3], {"phrase": "car", "score": 0, "coverage": 0}]
    votes = {"score": 2, "coverage": 2}
    lines = [
        {"substitutee": "one", "substitutes": ["cat"], "answers": [CIRCLED]},
        {"substitutee": "equal", "substitutes": equal},
        {"substitutee": "unseen", "substitutes": unseen},
        {"substitutee": "qwxz", "substitutes": [{"phrase": "zzyzx", **votes}, {"phrase": "cat", **votes}]},
        {"substitutee": "three", "substitutes": four, "answers": [{"by": "ann", "circled": four[:3]}]},
    ]
    (tmp_path / "odd.jsonl").write_text("\n".join(map(json.dumps, lines)))
    status, out, _ = call("odd.jsonl", "-u", "wordnet", "--bootstrap", "0")
    assert status == 0
    assert "questions with one substitute, which have no ranking: 1" in out
    assert "substitutes that nobody judged (coverage 0), left out: 1" in out
    assert "answers that circle more than 2 substitutes of four at most: 1" in out
    assert "2 not matched" in out
    assert "Questions that count, of 5: CW 1, Combo 0, SR 4, GS 3, BS 0." in out


def test_a_metric_alone_says_what_it_counts_and_who_is_judged_on_other_questions(call: Any) -> None:
    """By the votes of ann and ben alone their best is a clear winner; by all three votes nothing is."""
    by_all = call("q.jsonl", "-u", "exact", "-m", "CW", "--bootstrap", "0")[1]
    assert "Questions that count, of 4: CW 2." in by_all
    assert "human, left out: judged by the votes of the others, so on other questions: CW 4." in by_all
    answers = call("q.jsonl", "-u", "exact", "-m", "CW", "--human", "answers", "--bootstrap", "0")[1]
    assert "human: single answers: CW 6." in answers
    whole = call("q.jsonl", "-u", "exact", "-m", "SR", "--bootstrap", "0")[1]
    assert "that count" not in whole
    assert "on other questions" not in whole


def test_items_that_count_are_those_of_matchers(call: Any) -> None:
    """Left out of the votes, people have winners of their own: they count for no matcher."""
    out = call("q.jsonl", "-u", "wordnet", "--bootstrap", "0", "--human", "answers")[1]
    counts = {(r["system"], r["measure"]): r["n"] for r in json.loads(
        call("q.jsonl", "-u", "wordnet", "--bootstrap", "0", "-f", "json")[1]
    )["results"]}  # fmt: skip
    told = next(line for line in out.splitlines() if line.startswith("Questions that count"))
    assert (
        told
        == "Questions that count, of 4: "
        + ", ".join(f"{m} {counts['wordnet', m]}" for m in ("CW", "Combo", "SR", "GS", "BS"))
        + "."
    )
    found = json.loads(call("p.txt", "-u", "wordnet", "--bootstrap", "0", "-f", "json")[1])["results"]
    assert {r["n"] for r in found if r["measure"] == "near_miss"} == {4}  # the unrelated pair is left out


def test_charts(call: Any, tmp_path: Path) -> None:
    file = tmp_path / "rows.svg"
    status, _, err = call("q.jsonl", "-u", "wordnet", "-m", "SR", "--chart", str(file), "--bootstrap", "50")
    assert status == 0, err
    assert file.read_text().startswith("<svg")


def test_reliability_chart() -> None:
    import dataclasses

    import numpy as np

    from lydite.matchers.surface.exact import Exact
    from lydite.probes.agreement import PairSet, agree
    from lydite.probes.agreement.pairs import Pair
    from lydite.reporting.views.agreement import AgreementSummary, report

    class Forecaster(Exact):
        """Expects most people to accept what is the same."""

        def acceptance(self, candidates: Any, references: Any) -> Any:
            return np.where(self.pairs(candidates, references) > 0, 0.9, 0.2)

    pairs = PairSet("p", (Pair("a", "a", 1, accepted=1.0), Pair("a", "b", 0, accepted=0.25)))
    run = agree(pairs, [Forecaster()], ["ECE", "brier"], baselines=False)
    made = report([AgreementSummary(run, run.results())])
    points = json.loads(made.render("json"))["reliability"]
    assert [(p["system"], p["expected"], p["accepted"]) for p in points] == [
        ("exact", 0.2, 0.25),
        ("exact", 0.9, 1.0),
    ]
    drawn = made.charts[0]()
    assert len(drawn["layer"]) == 2
    assert [row["count"] for row in drawn["layer"][1]["data"]["values"]] == [1, 1]
    assert (drawn["title"]["text"], drawn["title"]["subtitle"][0]) == (["Reliability: p"], "exact")
    again = agree(dataclasses.replace(pairs, name="q"), [Forecaster()], ["ECE"], baselines=False)
    both = report([AgreementSummary(run, run.results()), AgreementSummary(again, again.results())]).charts[
        0
    ]()
    assert {row["series"] for row in both["layer"][1]["data"]["values"]} == {"p: exact", "q: exact"}


def test_calibration_of_baselines(call: Any) -> None:
    """Accepted are shares 1, ¼, ¼, 1 and 0 or so: constants miss by their mean, or by its complement."""
    found = results(call("p.txt", "-m", "ECE", "-m", "brier", "-f", "json", "--bootstrap", "0")[1])
    zero, one = (found[f"constant(value={v})", "brier", None] for v in ("0.0", "1.0"))
    assert zero == pytest.approx(found["constant(value=0.0)", "ECE", None])
    assert zero + one == pytest.approx(1)
    assert 0 <= found["random", "ECE", None] <= 1


def test_from_python() -> None:
    found = lydite.agree("thesis", "wordnet", "SR", bootstrap=0)
    assert found["SR"].value == pytest.approx(32 / 42)
    assert found.systems[0] == "wordnet"
    swept = lydite.agree("thesis", ["wordnet(sim=0.3|0.4)"], ["SR", "GS"], baselines=False, bootstrap=0)
    assert swept.systems == ("wordnet(sim=0.3)", "wordnet(sim=0.4)")
    assert len(lydite.agree("thesis", sample=2, bootstrap=0)) == 20
    with pytest.raises(TypeError, match="bootstrp"):
        lydite.agree("thesis", bootstrp=0)  # type: ignore[call-arg]
