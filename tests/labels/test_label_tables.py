"""Labels and prevalences from anybody's tables, scored like everything else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support, recall_score

import lydite
from lydite.cli import main
from lydite.core.errors import InputError, SpecError
from performing import score

GOLD = "id\ttopic\tlabel\tauthor\n1\tx\tcat\tann\n2\tx\tdog\tbob\n3\ty\tdog\tann\n4\ty\tfish\tbob\n"
RUN = "1\tx\tcat\n2\tx\tcat\n3\ty\tdog\n4\ty\tdog\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    gold, run = tmp_path / "gold.tsv", tmp_path / "run.tsv"
    gold.write_text(GOLD)
    run.write_text(RUN)
    return str(gold), str(run)


def scored(*args: str, capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    with pytest.raises(SystemExit):
        main(["score", *args, "--format", "json", "--bootstrap", "0"])
    found: dict[str, object] = {}
    for r in json.loads(capsys.readouterr().out)["results"]:
        found[r["measure"] if r["group"] is None else f"{r['measure']} {r['group']}"] = r["value"]
    return found


def test_by_hand(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    """x: cat 1/1, dog 0/1; y: dog 1/1, fish 0/1. Pooled: cat 1, dog 1/2, fish 0."""
    found = scored(*files, "-m", "macro_recall", "-m", "macro_recall(average=topics)", capsys=capsys)
    assert found == {"macro_recall": 0.5, "macro_recall(average=topics)": 0.5}
    by_author = scored(*files, "-m", "accuracy", "--by", "author", capsys=capsys)
    assert by_author["accuracy ann"] == 1.0
    assert by_author["accuracy bob"] == 0.0


def test_a_column_of_topics_does_not_change_plain_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Over all four items half are right; of topic x all, of topic y a third."""
    (tmp_path / "gold.csv").write_text("id,topic,label\n1,x,a\n2,y,a\n3,y,b\n4,y,b\n")
    (tmp_path / "run.csv").write_text("id,topic,label\n1,x,a\n2,y,a\n3,y,a\n4,y,a\n")
    files = str(tmp_path / "gold.csv"), str(tmp_path / "run.csv")
    found = scored(*files, "-m", "accuracy", "-m", "accuracy(average=topics)", capsys=capsys)
    assert found == {"accuracy": 0.5, "accuracy(average=topics)": pytest.approx(2 / 3)}


def test_prevalences_by_column(tmp_path: Path) -> None:
    gold = {"x": {"pos": 0.5, "neg": 0.5}, "y": {"pos": 0.25, "neg": 0.75}}
    run = {"x": {"pos": 0.4, "neg": 0.6}, "y": {"pos": 0.25, "neg": 0.75}}
    assert lydite.evaluate(gold, run, "AE")[0].value == pytest.approx(0.05)
    for name, side in (("gold", gold), ("run", run)):
        rows = [f"{t},{p['neg']},{p['pos']}" for t, p in side.items()]
        (tmp_path / f"{name}.csv").write_text("\n".join(["topic,neg,pos", *rows]) + "\n")
    paths = [str(tmp_path / f"{n}.csv") for n in ("gold", "run")]
    (found,) = lydite.evaluate(*paths, "AE")
    assert found.value == pytest.approx(0.05)
    assert found.n == 2
    assert "cluster:topic" in str(found.signature)
    with pytest.raises(InputError, match="accuracy .*labels"):
        lydite.evaluate(*paths, "accuracy")
    with pytest.raises(InputError, match=r"gold\.csv: KLD "):
        lydite.evaluate(*paths, "KLD")


def test_classes_are_found_by_name(tmp_path: Path) -> None:
    """Columns of the run in another order than those of gold are the same prevalences."""
    (tmp_path / "gold.csv").write_text("topic,neg,neu,pos\nx,0.2,0.3,0.5\n")
    (tmp_path / "run.csv").write_text("topic,pos,neu,neg\nx,0.5,0.3,0.2\n")
    paths = [str(tmp_path / f"{n}.csv") for n in ("gold", "run")]
    assert [r.value for r in lydite.evaluate(*paths, ["AE", "EMD"], bootstrap=0)] == [0, 0]
    mixed = lydite.evaluate({"1": ("x", "pos"), "2": ("x", "neg")}, {"x": {"pos": 0.5, "neg": 0.5}}, "AE")
    assert mixed[0].value == 0
    with pytest.raises(InputError, match="gold:1: .*'cat'.* pos, neg"):
        lydite.evaluate({"1": ("x", "cat")}, {"x": {"pos": 0.5, "neg": 0.5}}, "AE")
    with pytest.raises(InputError, match="system: .* a, b.* neg, neu, pos"):
        lydite.evaluate(paths[0], {"x": {"a": 0.5, "b": 0.5}}, "AE")


def test_means_over_topics_without_topics_are_noted() -> None:
    rows = [{"id": str(n), "area": "xy"[n > 2], "label": "ab"[n % 2]} for n in range(9)]
    run = [{**row, "label": "a"} for row in rows]
    for topic, noted in ((None, True), ("area", False)):
        found = lydite.evaluate(rows, run, ["accuracy(average=topics)"], bootstrap=0, topic=topic)
        assert any("no topics" in note for note in found.notes) == noted
        assert found[0].value == pytest.approx(5 / 9 if noted else (2 / 3 + 3 / 6) / 2)


@pytest.mark.parametrize("kinds", [(True, False), ("LABEL_1", "LABEL_0"), ("yes", "no")])
def test_labels_of_which_none_is_in_gold_are_refused(kinds: tuple[object, object]) -> None:
    gold = pl.DataFrame({"id": [*range(6)], "label": [1, 0, 0, 1, 1, 0]})
    run = pl.DataFrame({"id": [*range(6)], "label": [kinds[n % 2] for n in range(6)]})
    with pytest.raises(InputError, match=f"{kinds[0]}.* none of .*0, 1"):
        lydite.evaluate(gold, run, "accuracy")
    always = run.with_columns(label=pl.lit("unknown"))  # which is no other spelling
    assert lydite.evaluate(gold, always, "accuracy", bootstrap=0)[0].value == 0


def test_the_alphabet_is_no_scale(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """low, mid, high are one step apart; by the alphabet, high and mid would be two."""
    (tmp_path / "gold.tsv").write_text("1\tlow\n2\tmid\n3\thigh\n")
    (tmp_path / "run.tsv").write_text("1\tmid\n2\tmid\n3\tmid\n")
    paths = [str(tmp_path / f"{n}.tsv") for n in ("gold", "run")]
    asked = [*paths, "-m", "micro_MAE"]
    assert scored(*asked, "--labels", "low,mid,high", capsys=capsys) == {"micro_MAE": pytest.approx(2 / 3)}
    with pytest.raises(InputError, match="micro_MAE .*--labels .*high, low, mid"):
        lydite.evaluate(*paths, "micro_MAE")
    assert lydite.evaluate(*paths, "accuracy", bootstrap=0)[0].value == pytest.approx(1 / 3)


def test_a_system_may_be_called_gold() -> None:
    gold = {"1": "a", "2": "b"}
    assert lydite.evaluate(gold, {"1": "a", "2": "a"}, "accuracy", system="gold", bootstrap=0)[0].value == 0.5


def test_labels_have_no_phrases_to_list(files: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["score", *files, "-m", "accuracy", "--items", str(tmp_path / "items.csv")])
    assert ended.value.code == 2
    assert not (tmp_path / "items.csv").exists()


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=40))
def test_any_labels_as_scikit_learn_has_them(pairs: list[tuple[str, str]]) -> None:
    gold, run = ({str(i): p[side] for i, p in enumerate(pairs)} for side in (0, 1))
    (found,) = lydite.evaluate(gold, run, "macro_recall", bootstrap=0)
    classes = sorted(set(gold.values()))
    expected = recall_score(
        [*gold.values()], [*run.values()], labels=classes, average="macro", zero_division=0
    )
    assert found.value == pytest.approx(expected)


def test_frames_and_integers() -> None:
    gold = pd.DataFrame({"id": range(4), "label": [1, 2, 10, 3]})
    run = pd.DataFrame({"id": range(4), "label": [1, 2, 3, 3]})
    found = lydite.evaluate(gold, run, ["micro_MAE", "accuracy"], bootstrap=0)
    assert [r.value for r in found] == [1.75, 0.75]  # from 10 to 3 are seven steps


def test_gold_is_named_in_the_signature_and_predictions_are_not() -> None:
    gold, one, two = ({str(i): v for i, v in enumerate(side)} for side in ("abab", "abba", "aaaa"))
    first, second = (lydite.evaluate(gold, run, "accuracy")[0].signature for run in (one, two))
    assert first == second
    other = lydite.evaluate({**gold, "0": "b"}, one, "accuracy")[0].signature
    assert [d.partition(":")[0] for d in first.differences(other, circumstances=False)] == ["gold"]


def test_phrases_have_the_same_digest_in_any_order_and_form() -> None:
    gold = {"d1": ["cat", "dog"], "d2": ["fish"]}
    run = {"d1": ["dog"], "d2": ["cat"]}
    signed = lydite.evaluate(gold, run, "F1")[0].signature
    assert lydite.evaluate(dict(reversed(gold.items())), {"d2": ["x"], "d1": []}, "F1")[0].signature == signed
    assert lydite.evaluate({**gold, "d2": ["fishes"]}, run, "F1")[0].signature != signed
    assert lydite.evaluate({"d1": ["cat"], "d2": ["dog", "fish"]}, run, "F1")[0].signature != signed


@pytest.mark.parametrize(
    ("gold", "run", "said"),
    [
        ("id,label\n1,a\n", "id,label\n2,a\n", "run.csv: .*gold.*2"),
        ("id,label\n1,a\n1,b\n", "id,label\n1,a\n", "gold.csv: 1 duplicate"),
        ("id,label\n1,\n", "id,label\n1,a\n", "gold.csv:2: .*empty"),
        ("id,label\n", "id,label\n1,a\n", "gold.csv: "),
        ("a,b,c,d\n1,2,3,4\n", "id,label\n1,a\n", "gold.csv:1: .*a, b, c, d"),
        ("id,label\n1,a\n2\n", "id,label\n1,a\n", "gold.csv:3: .*2 columns.* 1"),
        ("topic,p,q\nx,0.5,0.4\n", "topic,p,q\nx,1,0\n", "gold.csv:2: .*0.9"),
        ("topic,p,q\nx,0.5,zero\n", "topic,p,q\nx,1,0\n", "gold.csv:2: .* q.*'zero'"),
        ("id,id\n1,a\n", "id,label\n1,a\n", "gold.csv:1: .*id, id"),
    ],
)
def test_bad_tables(
    tmp_path: Path, gold: str, run: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("gold", gold), ("run", run)):
        (tmp_path / f"{name}.csv").write_text(text)
    with pytest.raises(SystemExit) as ended:
        main(["score", str(tmp_path / "gold.csv"), str(tmp_path / "run.csv"), "-m", "AE"])
    assert ended.value.code == 2
    assert re.search(said, capsys.readouterr().err)


def test_labels_and_phrases_are_not_mixed() -> None:
    with pytest.raises(SpecError, match="labels .*phrases.*accuracy .*F1"):
        lydite.evaluate({"1": "a"}, {"1": "a"}, ["F1", "accuracy"])
    with pytest.raises(InputError, match="s:1: .*'c'.* a, b"):
        score({"1": "a"}, {"s": {"1": "c"}}, "accuracy", {"labels": ["a", "b"]})


def test_values_of_engine_and_function_agree() -> None:
    generator = np.random.default_rng(0)
    gold, run = generator.integers(0, 4, (2, 300))
    topics = generator.integers(0, 6, 300)
    sides = [
        {str(i): (int(t), int(v)) for i, (t, v) in enumerate(zip(topics, side, strict=True))}
        for side in (gold, run)
    ]
    for name in ("macro_recall", "macro_MAE", "KLD", "F1_PN(positive=0, negative=1)"):
        (found,) = lydite.evaluate(*sides, name, bootstrap=0)
        measure = lydite.parse(name)
        assert found.value == pytest.approx(measure.score(gold, run, topics=topics), abs=1e-12)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=40))
def test_each_class_as_scikit_learn_has_it(pairs: list[tuple[str, str]]) -> None:
    gold, run = ({str(i): p[side] for i, p in enumerate(pairs)} for side in (0, 1))
    classes = sorted({*gold.values(), *run.values()})
    expected = precision_recall_fscore_support(
        [*gold.values()], [*run.values()], labels=classes, zero_division=np.nan
    )
    for figure, theirs in zip(("precision", "recall", "F1"), expected, strict=False):
        for label, value in zip(classes, theirs, strict=True):
            (found,) = lydite.evaluate(gold, run, f"one_class(label={label}, figure={figure})", bootstrap=0)
            assert found.value == pytest.approx(value, nan_ok=True), (figure, label)


def test_the_error_of_each_class_averages_to_the_macro_averaged_one() -> None:
    gold = {"1": "1", "2": "1", "3": "2", "4": "3", "5": "3"}
    run = {"1": "1", "2": "3", "3": "2", "4": "1", "5": "2"}
    found = lydite.evaluate(
        gold, run, [*(f"class_MAE(label={c})" for c in (1, 2, 3)), "macro_MAE"], bootstrap=0
    )
    assert [r.value for r in found] == pytest.approx([1.0, 0.0, 1.5, 2.5 / 3])
    assert {r.better for r in found} == {"lower"}
    with pytest.raises(InputError, match="one_class: 4 .*1, 2, 3"):
        lydite.evaluate(gold, run, "one_class(label=4)")
