"""The same normaliser on corpus and test set."""

from __future__ import annotations

import json

import pytest

from lydite.cli import main
from lydite.core.errors import InputError
from lydite.probes.testsets import TestSet, ensure_known, load_test_set, prepare_test_set
from lydite.vectors.corpus import TextPreparation, prepare_text

PLAIN = TextPreparation()


def test_all_that_a_set_holds_is_prepared():
    google = load_test_set("google")
    made = prepare_test_set(google, PLAIN.word)
    assert all(w == PLAIN.word(w) for w in made.words)
    assert made.digest != google.digest
    assert "vietnam" in made.categories["capital-common-countries 2"]
    assert sum(map(len, made.analogies.values())) == 19_544
    whole = TestSet(
        "x", {"a": ("Vir", "vir")}, pairs=(("Vir", "Iam", 2.0),), outliers={"g": (("Vir",), ("V",))}
    )
    found = prepare_test_set(whole, PLAIN.word)
    assert (found.categories, found.pairs) == ({"a": ("vir",)}, (("vir", "iam", 2.0),))
    assert found.outliers == {"g": (("vir",), ("v",))}


def test_corpus_and_test_set_meet(tmp_path):
    (tmp_path / "c.txt").write_text("Iulius uenit Venerem vidit\n", "utf-8")
    corpus = prepare_text([tmp_path / "c.txt"], PLAIN)
    test = TestSet.of({"people": ["Iulius", "VENEREM"]}, "people")
    with pytest.raises(InputError, match=r"people .*c\.txt.*Iulius"):
        ensure_known(test, corpus.counts, "c.txt")
    ensure_known(prepare_test_set(test, PLAIN.word), corpus.counts, "c.txt")


def test_another_script_is_named(tmp_path):
    (tmp_path / "c.txt").write_text("Iulius uenit\n", "utf-8")
    words = prepare_text([tmp_path / "c.txt"], PLAIN).counts
    with pytest.raises(InputError, match=r"Cyrillic .*c\.txt .*Latin"):
        ensure_known(TestSet.of({"towns": ["Рига", "Москва"]}), words, "c.txt")


def test_probe_takes_the_same_normaliser(tmp_path, capsys):
    (tmp_path / "v.vec").write_text("vir 1 0\nvenus 1 0.1\niam 0 1\nnunc 0.1 1\n", "utf-8")
    (tmp_path / "t.json").write_text('{"a": ["Vir", "Venus"], "b": ["Iam", "nunc"]}', "utf-8")
    (tmp_path / "l.tsv").write_text("nunc\tiam\n", "utf-8")
    lemmas = ["--lemmas", str(tmp_path / "l.tsv")]
    values = []
    lower = ["--normaliser", "lower"]
    asked = ["probe", f"{tmp_path}/v.vec", "-t", f"{tmp_path}/t.json", "-m", "topk(k=1)", "-f", "json"]
    for options in ([], lower, [*lower, *lemmas]):
        with pytest.raises(SystemExit) as ended:
            main([*asked, *options])
        assert ended.value.code == 0
        values.append(json.loads(capsys.readouterr().out)["results"][0])
    assert [v["coverage"] for v in values] == [0.25, 1.0, 1.0]
    assert [v["n"] for v in values] == [2, 2, 1]  # nunc and iam have become one word
    assert values[1]["value"] == 1.0
    signed = [v["signature"].partition("||")[0] for v in values]
    assert "normaliser" not in signed[0]
    assert "normaliser:lower|" in f"{signed[1]}|"
    assert "lemmas:l.tsv:" in signed[2]


def test_sets_with_and_without_ids_are_not_mixed(tmp_path):
    (tmp_path / "t.json").write_text('{"a": {"Q1": "wolf"}, "b": ["fox"]}', "utf-8")
    with pytest.raises(InputError, match=r"t.json: category 'a': .*list of words"):
        load_test_set(tmp_path / "t.json")
    (tmp_path / "t.json").write_text('{"a": {"Q1": "wolf", "Q2": 3}}', "utf-8")
    with pytest.raises(InputError, match=r"t\.json: .*category 'a', Q2|t\.json: .*categories"):
        load_test_set(tmp_path / "t.json")
    (tmp_path / "t.csv").write_text("category,word,id\na,wolf,Q1\na,fox,\n", "utf-8")
    assert load_test_set(tmp_path / "t.csv").ids == {"a": {"wolf": "Q1"}}
