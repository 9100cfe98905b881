"""Saved runs side by side: what one run gives, what differs in how they were made, what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lydite
import sample_runs
from lydite.cli import main
from lydite.core.errors import InputError
from lydite.inference import Inference
from lydite.probes.hop import hop
from lydite.runs import Block, Evidence, Run, side_by_side
from performing import score, scored_run
from sample_runs import again, same


def scored(*systems: str, measures: Any = sample_runs.PHRASES, **asked: Any) -> Run:
    """Return a run of some of the systems, as it comes back from a file."""
    answers = {name: sample_runs.ANSWERS[name] for name in systems}
    how = {"missing": asked.pop("missing", None)}
    return again(scored_run(*score(sample_runs.gold(), answers, list(measures), how, **asked)))


def changed(run: Run, **fields: Any) -> Run:
    blocks = tuple(Block(tuple(replace(s, **fields) for s in b.systems), b.group) for b in run.blocks)
    return replace(run, blocks=blocks)


def some(run: Run, *systems: str) -> Run:
    blocks = tuple(Block(tuple(s for s in b.systems if s.system in systems), b.group) for b in run.blocks)
    mine = tuple(n for n in run.notes if n.startswith(systems))
    return again(replace(run, blocks=blocks, notes=mine, evidence=Evidence()))


def test_phrases_beside_each_other_are_one_run() -> None:
    whole, parts = scored("speller", "meaner"), [scored("speller"), scored("meaner")]
    both = side_by_side({"a": parts[0], "b": parts[1]})
    for options in (Inference(50, by="topic"), Inference(50, 3, "bca", cluster="user")):
        same(whole, both, options)
    same(whole, again(both), Inference(50))


@pytest.mark.parametrize(("kind", "names"), [("labels", ("careful", "hasty")), ("probes", ("near", "far"))])
def test_other_kinds_beside_each_other_are_one_run(kind: str, names: tuple[str, str]) -> None:
    whole = replace(sample_runs.make(kind), notes=())
    both = side_by_side({n: replace(some(whole, n), notes=()) for n in names})
    same(whole, both, Inference(50))


def test_matchers_of_two_runs_beside_each_other_are_one_run() -> None:
    whole, parts = sample_runs.agreements(), [sample_runs.agreements((m,)) for m in ("stem", "r_precision")]
    names = [("human", "human, left out", "stem"), ("r_precision", *whole.systems[-3:])]
    both = side_by_side({f"{i}": some(p, *n) for i, (p, n) in enumerate(zip(parts, names, strict=True))})
    assert both.systems == whole.systems
    same(replace(whole, notes=()), replace(both, notes=()), Inference(50))
    with pytest.raises(InputError, match="b: .* a .*gold: .*--allow-different"):
        side_by_side({"a": parts[0], "b": changed(parts[1], gold="0" * 16)})


def test_hops_beside_each_other_are_one_run() -> None:
    """All starts, and those that all strategies reached; a shared vocabulary is that of one run."""
    store = sample_runs.store()
    whole = Run.of_hops(hop(store, ["first", "shortest", "nth(n=2)"]))
    two, one = (Run.of_hops(hop(store, c)) for c in (["first", "shortest"], ["nth(n=2)"]))
    assert [b.group for b in whole.blocks] == [None, "paired"]
    both = side_by_side({"a": again(two), "b": again(one)})
    same(replace(whole, notes=()), replace(both, notes=()), Inference(50))
    mixed = side_by_side({"a": sample_runs.hops(), "b": again(one)})
    assert [b.group for b in mixed.blocks] == [None, "paired"]
    assert any(note.startswith("shared vocabulary: ") for note in mixed.notes)


def test_one_run_is_itself() -> None:
    run = scored("speller")
    assert side_by_side({"a": run}) is run


def test_systems_of_one_name_are_told_apart() -> None:
    one, two = scored("speller", "meaner"), scored("speller", measures=["P"])
    both = side_by_side({"monday": one, "tuesday": two})
    assert both.systems == ("speller (monday)", "meaner", "speller (tuesday)")
    assert both.notes[0].startswith("speller (monday): ")
    lost = "F1(match=stem)@2, F1(match=rouge), R(match=wordnet)"
    assert any(note.endswith(lost) for note in both.notes)
    assert both.results().measures == ("P",)


def test_what_determines_numbers_must_agree() -> None:
    one = scored("speller")
    gold = one.blocks[0].systems[0].gold
    for other, said in [
        (scored("meaner", missing="skip"), "a and b .*2 .*a \\(c, f\\)"),
        (
            changed(scored("meaner"), policies={**one.blocks[0].systems[0].policies, "missing": "skip"}),
            "b: .* a .*missing: zero against skip; --",
        ),
        (changed(scored("meaner"), gold="0123"), f"gold: {gold} against 0123"),
        (scored("meaner", seed=4), "chance: .*seed 0.* against .*seed 4"),
        (scored("meaner", chance=0), "chance: .*seed 0.* against none"),
    ]:
        with pytest.raises(InputError, match=said):
            side_by_side({"a": one, "b": other})
    by_value = side_by_side({"a": one, "b": scored("meaner", seed=4)}, judge="value")
    assert any(re.search("chance: .*seed 0.* against .*seed 4", note) for note in by_value.notes)
    both = side_by_side({"a": one, "b": changed(scored("meaner"), gold="0123")}, allow_different=True)
    assert any(re.search(f"a and b .*gold: {gold} against 0123", note) for note in both.notes)


def test_circumstances_and_predictions_forbid_nothing() -> None:
    one, two = (
        changed(scored("speller"), predictions="ab"),
        changed(scored("meaner"), version="9.9", predictions="cd"),
    )
    found = side_by_side({"a": one, "b": two})
    assert re.search(f"^a and b .*lydite: {re.escape(lydite.__version__)} against 9.9", found.notes[-1])
    assert str(found.results()[-1].signature).endswith("|lydite:9.9")
    twice = side_by_side({"a": one, "b": one})
    assert twice.notes[-1].startswith("speller (a) and speller (b) ")


def test_a_source_may_be_at_another_path(tmp_path: Path) -> None:
    runs = {}
    for place, content in (("a", "cat\tkitten\n"), ("b", "cat\tkitten\n"), ("c", "cat\tdog\n")):
        (tmp_path / place).mkdir()
        (tmp_path / place / "t.tsv").write_text(content)
        runs[place] = scored("speller", measures=[f"reval(k=1, thesaurus={tmp_path / place / 't.tsv'})"])
    assert len(side_by_side({k: runs[k] for k in "ab"}).results().measures) == 1
    with pytest.raises(InputError, match="measure.* a .*reval.* c .*reval"):
        side_by_side({k: runs[k] for k in "ac"})
    (tmp_path / "a" / "t.tsv").write_text("cat\tdog\n")
    other = scored("meaner", measures=[f"reval(k=1, thesaurus={tmp_path / 'a' / 't.tsv'})"])
    with pytest.raises(InputError, match="b: .*measure: reval"):
        side_by_side({"a": runs["a"], "b": other})


@pytest.mark.parametrize(
    ("runs", "said"),
    [
        (dict, "no run"),
        (
            lambda: {"a": scored("speller"), "b": sample_runs.make("labels")},
            "b: .*labels.* a .*phrases",
        ),
        (
            lambda: {"a": scored("speller"), "b": scored("speller", measures=["R"])},
            "measure.* a .*F1.* b .*R",
        ),
    ],
)
def test_what_cannot_be_compared(runs: Any, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        side_by_side(runs())
    assert "\n" not in str(caught.value)


def test_topics_must_agree() -> None:
    run = sample_runs.make("labels")
    other = changed(run, columns={"topic": tuple("xyzz" * 6)})
    with pytest.raises(InputError, match="topics of hasty .b. .*careful"):
        side_by_side({"a": run, "b": some(other, "hasty")})


def test_from_python(tmp_path: Path) -> None:
    runs = [scored("speller"), scored("meaner")]
    for name, run in zip("ab", runs, strict=True):
        run.save(tmp_path / f"{name}.run")
    read = [lydite.read_run(tmp_path / f"{name}.run") for name in "ab"]
    expected = scored("speller", "meaner").comparison(Inference(50, seed=1))
    for given in (read, [{"a": read[0], "b": read[1]}], runs):
        found = lydite.compare_runs(*given, bootstrap=50, seed=1)
        assert (found.tests, found.results.notes) == (expected.tests, expected.results.notes)
    three = lydite.compare_runs(*read, read[0], bootstrap=50)
    assert three.results.systems == ("speller (a 1)", "meaner", "speller (a 3)")
    with pytest.raises(InputError, match="runs: "):
        lydite.compare_runs({"d": ["x"]})  # type: ignore[dict-item]


def test_labels_in_another_order_are_another_scale() -> None:
    """Statistics count classes by place, so that no test could swap answers between them."""
    gold = {str(i): "ab"[i % 2] for i in range(8)}
    one, two = (
        scored_run(*score(gold, {name: gold}, "macro_recall", {"labels": [*order]}))
        for name, order in (("x", "ab"), ("y", "ba"))
    )
    with pytest.raises(InputError, match=r"two: .*labels \(b,a\).* one.*\(a,b\)"):
        side_by_side({"one": one, "two": two}, allow_different=True)


def test_a_test_set_may_have_another_name(tmp_path: Path) -> None:
    vectors = tmp_path / "mine.txt"
    vectors.write_text("cat 1 0\ndog 1 0.1\nred 0 1\nblue 0.1 1\n")
    runs = {}
    for name in ("monday", "tuesday"):
        test = tmp_path / f"{name}.json"
        test.write_text('{"pets": ["cat", "dog"], "colours": ["red", "blue"]}')
        asked = ["probe", str(vectors), "-t", str(test), "-m", "topk(k=1)"]
        with pytest.raises(SystemExit) as ended:
            main([*asked, "--save", str(tmp_path / f"{name}.run"), "-o", str(tmp_path / "out.txt")])
        assert not ended.value.code
        runs[name] = lydite.read_run(tmp_path / f"{name}.run")
    assert not any("NOT" in note for note in side_by_side(runs).notes)
