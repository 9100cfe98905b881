"""What corpora in several languages are about (section 4 of "OddOneOut and Topk")."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from lydite.cli import main
from lydite.core.errors import SpecError
from lydite.probes import examine_content, probe
from lydite.probes.testsets import TestSet, write_test_set
from lydite.reporting.charts import content_bars
from lydite.vectors import Vectors

CATEGORIES = {"kings": [f"Q{i}" for i in range(12)], "gods": [f"Q{i}" for i in range(20, 29)]}


def language(prefix, about, *, lacks=()):
    """Vectors of 120 words in which one category lies together, and the set of both categories."""
    generator = np.random.default_rng(len(prefix) + ord(prefix[0]))
    rows = {f"{prefix}noise{i}": generator.normal(size=10) for i in range(100)}
    items = {}
    for category, ids in CATEGORIES.items():
        items[category] = {i: f"{prefix}{i.lower()}" for i in ids if i not in lacks}
        centre = 6 * np.eye(10)[len(items)] if category == about else np.zeros(10)
        rows |= {w: centre + generator.normal(size=10) for w in items[category].values()}
    return Vectors.of({w: v.tolist() for w, v in rows.items()}, prefix), TestSet.of_items(items, prefix)


@pytest.fixture
def pairs():
    return {"la": language("la", "kings"), "hi": language("hi", "gods", lacks=("Q3", "Q20"))}


def figure(found, **wanted):
    [one] = [f for f in found.figures if all(getattr(f, k) == v for k, v in wanted.items())]
    return one


def test_each_corpus_is_about_what_was_planted(pairs):
    found = examine_content(pairs, ["topk", "odd_one_out"])
    assert len(found.figures) == 2 * 2 * 2 * 2
    for probe_ in ("topk", "odd_one_out"):
        for items in ("shared", "own"):
            for tongue, planted, other in (("la", "kings", "gods"), ("hi", "gods", "kings")):
                best, least = (
                    figure(found, language=tongue, category=c, items=items, probe=probe_).result
                    for c in (planted, other)
                )
                assert best.corrected > 0.8
                assert least.corrected < 0.25


def test_shared_items_are_those_of_all_languages(pairs):
    found = examine_content(pairs, ["topk"])
    assert found.shared == {"kings": 11, "gods": 8}
    sizes = {(f.language, f.category, f.items): f.words for f in found.figures}
    assert [sizes["la", "kings", i] for i in ("shared", "own")] == [11, 12]
    assert [sizes["hi", "kings", i] for i in ("shared", "own")] == [11, 11]
    assert found.vocabularies == {"la": 121, "hi": 119}


def test_items_that_are_not_shared_are_no_answers():
    """Three of four words of a category are shared; the fourth, nearest to them all, takes no place."""
    rows = {"a": [1, 0.1], "b": [1, 0.2], "c": [1, 0.3], "d": [1, 0.2], "x": [0, 1], "y": [0.1, 1]}
    vectors = Vectors.of(rows)
    more, less = ({f"Q{w}": w for w in words} for words in ("abcd", "abc"))
    pairs = {n: (vectors, TestSet.of_items({"k": items}, n)) for n, items in (("m", more), ("l", less))}
    found = examine_content(pairs, ["topk(k=2)"])
    assert figure(found, language="m", items="shared").right == 6
    assert figure(found, language="l", items="shared").right < 6  # whose set does not say what d is
    assert figure(found, language="m", items="own").asked == 8


def test_items_that_are_not_shared_are_no_answers_however_they_are_written():
    """Folding asks about Rex where the vectors have rex: what is left out must be left out there, too."""
    rows = {"rex": [1, 0], "dux": [1, 0.1], "imperator": [1, 0.05], "tax": [0, 1], "car": [0.1, 1]}
    both = {"Q1": "Rex", "Q2": "Dux"}
    la = TestSet.of_items({"kings": both | {"Q3": "Imperator", "Q4": "REX"}})
    hi = TestSet.of_items({"kings": both})
    found = examine_content(
        {"la": (Vectors.of(rows), la), "hi": (Vectors.of(rows), hi)}, ["topk(k=1, fold=yes)"]
    )
    assert figure(found, language="la", items="shared").right == 2
    assert figure(found, language="hi", items="shared").right == 0  # imperator is none of its items


def test_two_categories_of_one_name_stay_two():
    """Behind a name the code of a language is left out, unless another category has that name."""
    rows = {w: [1, i / 10] for i, w in enumerate("abcdef")}
    test = TestSet.of({"signs (la)": ["a", "b"], "signs (hi)": ["c", "d"], "others (la)": ["e", "f"]})
    found = examine_content({"la": (Vectors.of(rows), test)}, ["topk(k=1)"])
    assert {f.category for f in found.figures} == {"signs (la)", "signs (hi)", "others"}


def test_categories_with_too_few_words_are_noted(pairs):
    def small(name):
        return TestSet.of_items(
            {"kings": {"Q1": f"{name}q1"}, "gods": {"Q21": f"{name}q21", "Q22": f"{name}q22"}}
        )

    one = {name: (vectors, small(name)) for name, (vectors, _) in pairs.items()}
    found = examine_content(one, ["topk"])
    assert {f.category for f in found.figures} == {"gods"}
    assert any(re.search("^kings, shared items: .*topk", note) for note in found.notes)


def test_own_items_score_as_the_probe_does(pairs):
    """On all items of a language, each figure is that of ``lydite probe`` by category."""
    found = examine_content(pairs, ["topk", "odd_one_out"])
    for tongue, (vectors, test) in pairs.items():
        for measure in ("topk", "odd_one_out"):
            results = probe(vectors, [measure], test)
            key = (tongue, measure, "own")
            mine = [f.result.value for f in found.figures if (f.language, f.probe, f.items) == key]
            assert np.mean(mine) == pytest.approx(results[0].value, abs=1e-12)


def test_counts_chance_and_coverage(pairs):
    vectors, test = pairs["hi"]
    known = vectors.select(np.flatnonzero([w != "hiq5" for w in vectors.words.all]))
    one = figure(examine_content({"hi": (known, test)}, ["topk"]), category="kings")
    assert (one.known, one.words, one.asked) == (10, 11, 33)
    assert one.result.value == pytest.approx(one.right / one.asked)
    assert one.result.chance == pytest.approx(10 * 9 * 3 / 117 / 33)
    above = (one.result.value - one.result.chance) / (1 - one.result.chance)
    assert one.result.corrected == pytest.approx(above)


def test_names_stand_in_for_ids(pairs):
    plain = {
        language: (vectors, TestSet.of({f"{c} ({language})": w for c, w in test.categories.items()}))
        for language, (vectors, test) in pairs.items()
    }
    found = examine_content(plain, ["topk"])
    assert {f.category for f in found.figures} == {"kings", "gods"}  # the code of the language is left out
    assert {f.items for f in found.figures} == {"own"}
    assert any(re.search("^kings: .*no ids", note) for note in found.notes)


def test_random_vectors_are_at_chance(pairs):
    _, test = pairs["la"]
    values = []
    for seed in range(30):
        rows = np.random.default_rng(seed).normal(size=(200, 8))
        words = [*test.words, *(f"x{i}" for i in range(200 - len(test.words)))]
        found = examine_content(
            {"la": (Vectors.of(dict(zip(words, rows.tolist(), strict=True))), test)}, ["topk"]
        )
        values += [f.result.corrected for f in found.figures]
    assert abs(np.mean(values)) < 4 * np.std(values) / np.sqrt(len(values))


def test_probes_without_a_rate_are_refused(pairs):
    for spec in ("analogy", "combined", "topk(of=counts)"):
        with pytest.raises(SpecError, match=".*topk and odd_one_out"):
            examine_content(pairs, [spec])


def run(*args):
    with pytest.raises(SystemExit) as ended:
        main(["content", *map(str, args)])
    return ended.value.code


@pytest.fixture
def files(pairs, tmp_path):
    for name, (vectors, test) in pairs.items():
        numbers = vectors.unit(np.arange(len(vectors))).tolist()
        rows = [f"{w} {' '.join(map(repr, v))}" for w, v in zip(vectors.words.all, numbers, strict=True)]
        (tmp_path / f"{name}.vec").write_text("\n".join(rows), "utf-8")
        write_test_set(test, tmp_path / f"{name}.json")
    return [f"{tmp_path / n}.vec={tmp_path / n}.json" for n in pairs]


def test_from_the_shell(files, tmp_path, capsys, pairs):
    assert run("--pair", files[0], "--pair", files[1], "--chart", tmp_path / "bars.png") == 0
    said = capsys.readouterr().out
    assert "kings" in said
    assert "words in the vectors: la 121, hi 119" in said
    assert "items that all sets have: kings 11, gods 8" in said
    assert (tmp_path / "bars.png").stat().st_size > 5_000
    assert run("--pair", files[0], "--pair", files[1], "--normaliser", "nfc", "-f", "json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert "normaliser:nfc" in printed["results"][0]["signature"]
    assert printed["content"][0]["vocabulary"] == 121
    assert len(printed["results"]) == len(printed["content"]) == 16


def test_normalisers_and_lemmas_meet_the_vectors(files, tmp_path, capsys):
    text = (tmp_path / "la.json").read_text("utf-8").replace('"laq1"', '"LAQ1"').replace('"laq2"', '"laq2ae"')
    (tmp_path / "la.json").write_text(text, "utf-8")
    (tmp_path / "lemmas.tsv").write_text("laq2ae\tlaq2\n", "utf-8")
    known = []
    lemma = ["--lemmas", f"la={tmp_path / 'lemmas.tsv'}"]
    for options in ([], ["--normaliser", "lower"], ["--normaliser", "lower", *lemma]):
        assert run("--pair", files[0], "-m", "topk", "-f", "json", *options) == 0
        known.append(json.loads(capsys.readouterr().out)["content"][0]["known"])
    assert known == [10, 11, 12]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("l=lemmas.tsv", "vectors .*'l'.*la"),
        ("lemmas.tsv", "la=FILE.*'lemmas.tsv'"),
    ],
)
def test_tables_of_lemmas_that_belong_to_no_language(files, given, message, capsys):
    assert run("--pair", files[0], "--lemmas", given) == 2
    assert re.search(message, capsys.readouterr().err)


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("la.vec", "la.vec=la.json.*'la.vec'"),
        ("nothing.vec=la.json", "nothing.vec"),
        ("la.vec=nothing.json", "nothing.json"),
        ("la.vec=greek.json", "Greek .*la.vec .*Latin"),
        ("la.vec=other.json", "no word .*other .*la.vec"),
    ],
)
def test_bad_pairs(pair, message, files, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "greek.json").write_text('{"a": {"Q1": "λόγος", "Q2": "ψυχή"}}', "utf-8")
    (tmp_path / "other.json").write_text('{"a": {"Q1": "wolf", "Q2": "fox"}}', "utf-8")
    assert run("--pair", pair) == 2
    assert re.search(message, capsys.readouterr().err)


def test_charts_hold_every_figure(pairs):
    found = examine_content(pairs, ["topk", "odd_one_out"])
    bars = content_bars(found)
    drawn = [p for line in bars["vconcat"] for p in line["hconcat"]]
    panels = {f"{p['title']['text'][0]}: {p['title']['subtitle']}": p["data"]["values"] for p in drawn}
    assert {name: len(rows) for name, rows in panels.items()} == {
        f"{c}: {i}": 4
        for c in ("kings", "gods")
        for i in ("items all languages have", "each language's own items")
    }
    for name, rows in panels.items():
        assert {f"{row['category']}: {row['items']}" for row in rows} == {name}
