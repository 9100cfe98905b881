"""The gate: what is proven, what is possible, what could have dropped unseen; and everything it refuses."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import lydite
from command import Lydite, caller
from inner import name_inside
from lydite.core.errors import InputError
from lydite.inference import Inference
from lydite.reporting import NumberStyle
from lydite.runs import pair, run_gate
from lydite.testing import assert_not_worse
from performing import score, scored_run

GOLD = {f"d{i:03d}": ["cat", "dog"] for i in range(60)}


def answers(wrong: int, name: str = "fish") -> dict[str, list[str]]:
    return {i: [name] if n < wrong else list(g) for n, (i, g) in enumerate(GOLD.items())}


def saved(path: Path, predictions: dict[str, list[str]], measures: str = "F1", **how: object) -> str:
    gold, seed = how.pop("gold", GOLD), how.pop("seed", 0)
    scored = score(gold, {path.stem: predictions}, measures.split(), dict(**how), seed=seed)  # type: ignore[arg-type]
    scored_run(*scored).save(path)
    return str(path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Lydite:
    return caller(capsys)


@pytest.fixture
def runs(tmp_path: Path) -> tuple[str, str]:
    return saved(tmp_path / "old.run", answers(5)), saved(tmp_path / "new.run", answers(25))


def test_a_proven_drop_has_status_1_and_names_the_items(run: Lydite, runs: tuple[str, str]) -> None:
    status, out, _ = run("gate", *runs)
    assert status == 1
    assert out.startswith("FAILED: F1 (proven drop), from old to new")
    assert "20 items worse, 0 better, 40 the same" in out
    assert "d005" in out


def test_the_definition_of_proven_and_possible(run: Lydite, runs: tuple[str, str]) -> None:
    def line(*more: str) -> tuple[int, dict[str, float]]:
        status, out, _ = run("gate", *runs, "--format", "json", *more)
        return status, json.loads(out)["gate"]["measures"][0]

    _, one = line()
    assert one["low"] < one["change"] < one["high"] < 0
    between = str(round((-one["high"] - one["low"]) / 2, 3))
    assert line("--margin", between)[0] == 0
    assert line("--margin", between, "--fail-if", "possible-drop")[0] == 1
    assert line("--margin", str(-one["low"] + 0.001), "--fail-if", "possible-drop")[0] == 0
    assert line("--margin", str(-one["high"] - 0.001))[0] == 1
    assert run("gate", runs[1], runs[0])[0] == 0  # better is no drop


def test_signs_turn_where_lower_is_better(tmp_path: Path, run: Lydite) -> None:
    gold = {str(i): i % 3 for i in range(90)}
    worse = {i: (v + (int(i) < 40)) % 3 for i, v in gold.items()}
    measures = "macro_MAE(average=pooled)"
    names = [
        saved(tmp_path / f"{n}.run", said, measures, gold=gold, labels=["0", "1", "2"])  # type: ignore[arg-type]
        for n, said in (("old", gold), ("new", worse))
    ]
    status, out, _ = run("gate", *names, "--format", "json")
    (line,) = json.loads(out)["gate"]["measures"]
    assert status == 1
    assert line["after"] > line["before"]
    assert line["change"] < 0
    assert line["better"] == "lower"
    assert run("gate", *reversed(names))[0] == 0


def test_soft_measures_are_judged_by_what_is_left_above_chance(tmp_path: Path, run: Lydite) -> None:
    words = ["cat", "tree", "river", "bread", "king", "stone"]
    gold = {f"d{i:03d}": ["dog", words[i % 6]] for i in range(60)}
    names = []
    for name, wrong in (("old", 5), ("new", 25)):
        said = {i: ["puppy"] if n < wrong else g for n, (i, g) in enumerate(gold.items())}
        names.append(saved(tmp_path / f"{name}.run", said, "F1(match=wordnet)", gold=gold))
    figures = {
        judge: json.loads(run("gate", *names, "--format", "json", "--judge", judge)[1])["gate"]["measures"][0]
        for judge in ("auto", "value")
    }
    assert figures["auto"]["figure"] == "corrected"
    assert figures["value"]["figure"] == "value"
    assert figures["auto"]["before"] != figures["value"]["before"]


def test_a_figure_without_value_is_refused(tmp_path: Path, run: Lydite) -> None:
    """All items have the same gold, so nothing can be left above chance."""
    names = [
        saved(tmp_path / f"{n}.run", answers(w, "puppy"), "F1(match=wordnet)")
        for n, w in (("a", 5), ("b", 9))
    ]
    status, _, said = run("gate", *names)
    assert status == 2
    assert "has no value" in said


def test_several_measures_share_the_level(tmp_path: Path) -> None:
    names = [saved(tmp_path / f"{n}.run", answers(w), "F1@1,2,5,10") for n, w in (("old", 5), ("new", 6))]
    old, new = zip(("old", "new"), names, strict=True)
    assert run_gate(pair(old, new), Inference()).level_each == pytest.approx(1 - 0.05 / 4)
    for spelling in ("F1@5", "F1(match=exact)@5"):
        held = run_gate(pair(old, new, measures=[spelling]), Inference())
        assert (held.level_each, [line.measure for line in held.lines]) == (0.95, ["F1@5"])


def test_junit_and_summary(tmp_path: Path, run: Lydite, runs: tuple[str, str]) -> None:
    xml, summary = tmp_path / "gate.xml", tmp_path / "gate.md"
    assert run("gate", *runs, "--junit", str(xml), "--summary", str(summary))[0] == 1
    suite = ET.parse(xml).getroot().find("testsuite")  # noqa: S314
    assert suite is not None
    assert suite.attrib["failures"] == "1"
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert "F1 went from 0.9167 to 0.5833" in failure.attrib["message"]
    assert summary.read_text("utf-8").startswith("FAILED: F1")
    assert "| F1 | 0.9167 | 0.5833 |" in summary.read_text("utf-8")


def test_xml_holds_any_name(tmp_path: Path, run: Lydite) -> None:
    items = {f"<{i}>&\x00\x1b{chr(0xFFFF)}]]>": ["cat"] for i in range(20)}
    old = saved(tmp_path / "a.run", items, gold=items)
    new = saved(tmp_path / "b.run", {i: ["dog"] for i in items}, gold=items)
    assert run("gate", old, new, "--junit", str(tmp_path / "x.xml"))[0] == 1
    ET.parse(tmp_path / "x.xml")  # noqa: S314


def test_gold_is_scored_on_the_way(tmp_path: Path, run: Lydite) -> None:
    files = {"gold": GOLD, "old": answers(5), "new": answers(25)}
    for name, content in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content), "utf-8")
    paths = [str(tmp_path / f"{n}.json") for n in files]
    status, out, _ = run("gate", "--gold", *paths, "-m", "F1@5", "--format", "json")
    assert status == 1
    assert [m["measure"] for m in json.loads(out)["gate"]["measures"]] == ["F1@5"]


def test_gold_and_two_candidates_of_one_table(tmp_path: Path, run: Lydite) -> None:
    path = tmp_path / "tags.csv"
    path.write_text("id,tags,old,new\n" + "".join(f"{n},cat;dog,cat;dog,cow;bee\n" for n in range(40)))
    new = tmp_path / "new.csv"
    new.write_text(path.read_text("utf-8").replace("cat;dog,cow", "cat,cow"))
    both = ("gate", "--gold", str(path), str(path), str(new))
    status, _, err = run(*both)
    assert status == 2
    assert "tags " in err
    assert "--gold-phrases" in err
    assert run(*both, "--gold-phrases", "tags", "--phrases", "old")[0] == 1
    assert run(*both, "--phrases", "tags", "--same")[0] == 0
    err = run("gate", "a.run", "b.run", "--best", "lowest", "--phrases", "tags")[2]
    assert re.fullmatch("lydite: --phrases, --best: .*--gold.*\n", err)


def test_labels_are_held_to_measures_of_labels() -> None:
    gold = {str(n): "pos" if n % 3 else "neg" for n in range(40)}
    held = assert_not_worse(gold, gold, gold=gold)
    assert [line.measure for line in held.lines] == ["accuracy", "macro_F1", "macro_recall"]


def test_a_measure_that_one_run_lacks_is_named_with_its_run(tmp_path: Path, run: Lydite) -> None:
    old, new = saved(tmp_path / "old.run", answers(5), "F1 R"), saved(tmp_path / "new.run", answers(5), "F1")
    status, _, err = run("gate", old, new, "-m", "R")
    assert status == 2
    assert re.fullmatch("lydite: new: .*'R'.*F1.*\n", err)


def test_a_mean_over_topics_of_an_old_run_is_named(tmp_path: Path, run: Lydite) -> None:
    old = Path(__file__).parent.parent / "data" / "runs" / "34a513c6" / "labels.run"
    (new := tmp_path / "new.run").write_bytes(old.read_bytes())
    files = (str(old), str(new), "--system", "careful", "--bootstrap", "9")
    status, _, told = run("gate", *files, "-m", "accuracy")
    assert status == 2
    assert (spec := "accuracy(average=topics)") in told.partition("there are")[0]
    assert run("gate", *files, "-m", spec)[0] == 0


def test_no_drop_passes_for_want_of_a_measure(tmp_path: Path, run: Lydite) -> None:
    old = saved(tmp_path / "old.run", answers(5), "F1 R")
    new, more = (saved(tmp_path / f"{n}.run", answers(5), m) for n, m in (("new", "F1"), ("more", "R P F1")))
    status, out, err = run("gate", old, new)
    assert (status, out) == (2, "")
    assert re.search(r"new: .*\bR\b.* old .*-m", err)
    assert run("gate", old, new, "-m", "F1")[0] == 0
    assert run("gate", old, more)[0] == 0
    with pytest.raises(InputError, match=r"candidate: .*\bR\b.* baseline"):
        assert_not_worse(old, new)


def test_circumstances_may_differ(tmp_path: Path, run: Lydite) -> None:
    old, new = saved(tmp_path / "a.run", answers(5), seed=1), saved(tmp_path / "b.run", answers(5), seed=2)
    assert run("gate", old, new)[0] == 0


def test_measures_that_are_not_named_forbid_nothing(tmp_path: Path, run: Lydite) -> None:
    both = "F1 F1(match=rouge)"  # the latter is judged by corrected, and chance depends on the seed
    old, new = (saved(tmp_path / f"{seed}.run", answers(5), both, seed=seed) for seed in (1, 2))
    status, _, err = run("gate", old, new)
    assert (status, "chance: " in err) == (2, True)
    assert run("gate", old, new, "-m", "F1")[0] == 0


def test_what_is_refused(tmp_path: Path, run: Lydite, runs: tuple[str, str]) -> None:
    fewer = {i: g for i, g in GOLD.items() if i < "d050"}
    others = {
        "items": saved(tmp_path / "items.run", answers(5), gold=fewer),
        "gold": saved(tmp_path / "gold.run", answers(5), gold=GOLD | {"d000": ["cow"]}),
        "measures": saved(tmp_path / "measures.run", answers(5), "R"),
        "policy": saved(tmp_path / "policy.run", answers(5), missing="skip"),
        "json": str(tmp_path / "printed.json"),
        "empty": str(tmp_path / "empty.run"),
    }
    (tmp_path / "printed.json").write_text('{"schema": 1, "results": []}', "utf-8")
    (tmp_path / "empty.run").write_bytes(b"")
    told = {name: run("gate", runs[0], path) for name, path in others.items()}
    assert {status for status, _, _ in told.values()} == {2}
    assert "10 only in old (d050, d051, d052 and 7 more)" in told["items"][2]
    assert "gold:" in told["gold"][2]
    assert "measure" in told["measures"][2]
    assert "missing: zero against skip" in told["policy"][2]
    assert "--allow-different" not in told["policy"][2]  # which a gate has not
    assert "--save" in told["json"][2]
    assert not any(out for _, out, _ in told.values())


def test_other_misuse(tmp_path: Path, run: Lydite, runs: tuple[str, str]) -> None:
    scored_run(*score(GOLD, {"a": GOLD, "b": answers(3)}, "F1")).save(tmp_path / "two.run")
    two = str(tmp_path / "two.run")
    for args, why in [
        ((runs[0], runs[1], "--margin", "-1"), "--margin.* -1"),
        ((runs[0], runs[1], "--margin", "nan"), "--margin.* nan"),
        ((runs[0], runs[1], "--bootstrap", "0"), "--bootstrap 0"),
        ((runs[0], runs[1], "-m", "F2"), "'F2'.*F1"),
        ((runs[0], two), "two.*a, b"),
        ((runs[0], two, "--system", "c"), "system 'c'"),
        ((runs[0], runs[0]), "twice"),
        ((runs[0], runs[1], "--missing", "skip"), "--missing.*--gold"),
    ]:
        status, out, err = run("gate", *args)
        assert (status, out) == (2, "")
        assert re.search(why, err)


def test_the_system_of_a_run_that_has_several(tmp_path: Path, run: Lydite, runs: tuple[str, str]) -> None:
    scored_run(*score(GOLD, {"a": GOLD, "b": answers(30)}, "F1")).save(tmp_path / "two.run")
    for name, status in (("a", 0), ("b", 1)):
        assert run("gate", runs[0], str(tmp_path / "two.run"), "--system", name)[0] == status


def test_a_figure_without_a_value_is_no_pass(tmp_path: Path, run: Lydite) -> None:
    gold = {"a": [], "b": []}
    names = [saved(tmp_path / f"{n}.run", {"a": ["x"], "b": ["y"]}, gold=gold) for n in ("old", "new")]  # type: ignore[arg-type]
    status, _, err = run("gate", *names)
    assert status == 2
    assert "F1 " in err


def test_two_items_prove_nothing(tmp_path: Path, run: Lydite) -> None:
    gold = {"a": ["x"], "b": ["y"], "c": ["z"]}
    names = [
        saved(tmp_path / f"{n}.run", said, gold=gold)
        for n, said in (("old", gold), ("new", {i: ["no"] for i in gold}))
    ]
    status, out, _ = run("gate", *names)
    assert status == 0
    assert "possible drop" in out
    assert "none: not even all lost" in out


@pytest.mark.parametrize(("right", "smallest"), [(10, math.inf), (12, 0.7715)])
def test_a_drop_is_detectable_only_if_enough_items_are_surely_right(right: int, smallest: float) -> None:
    """Of 10 right in 12, Wilson's lower end leaves 5 in 80% of samples: p is 2/2⁵ > 0.05 where all are lost.

    The share itself leaves 8 of them, and p would be 2/2⁸.
    """
    gold = {str(i): ["cat"] for i in range(12)}
    old = {i: ["cat"] if n < right else ["fish"] for n, i in enumerate(gold)}
    new = {i: ["cat"] if n >= 12 - right else ["fish"] for n, i in enumerate(gold)}
    (line,) = run_gate(scored_run(*score(gold, {"old": old, "new": new}, "F1")), Inference()).lines
    assert line.smallest == pytest.approx(smallest, abs=5e-5)


def test_one_item_makes_a_drop_possible(tmp_path: Path, run: Lydite) -> None:
    gold = {"a": ["x"]}
    said = {"old": gold, "new": {"a": ["no"]}}
    names = [saved(tmp_path / f"{n}.run", s, gold=gold) for n, s in said.items()]
    assert run("gate", *names)[0] == 0
    status, out, _ = run("gate", *names, "--fail-if", "possible-drop", "--junit", str(tmp_path / "g.xml"))
    assert status == 1
    assert out.startswith("FAILED: F1 (possible drop)")
    assert run("gate", *names, "--format", "json")[0] == 0


def test_changes_without_end_are_written() -> None:
    style = NumberStyle(4)
    signed = name_inside("lydite.reporting.views", "_signed")
    written = [signed(v, style) for v in (math.inf, -math.inf, math.nan, 0.5, -0.5, 1e-9, 0.0)]
    assert written == ["+∞", "-∞", "–", "+0.5000", "-0.5000", "0.0000", "0.0000"]


def test_assert_not_worse(runs: tuple[str, str]) -> None:
    assert assert_not_worse(runs[1], runs[0]).lines[0].verdict == "no drop"
    with pytest.raises(AssertionError) as raised:
        assert_not_worse(*runs, margin=0.01)
    said = str(raised.value)
    assert said.startswith("F1 went from 0.9167 to 0.5833")
    assert "d005" in said
    assert runs[1] in said
    with pytest.raises(AssertionError, match="F1@1"):
        assert_not_worse(answers(5), answers(25), gold=GOLD, measures="F1@1")
    with pytest.raises(InputError, match="gold="):
        assert_not_worse(answers(5), answers(25))
    again = lydite.read_run(runs[0])
    assert_not_worse(again, replace(again, name="again"))
