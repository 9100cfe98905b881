"""What goes wrong in test sets and probes, and what the message says."""

from __future__ import annotations

import json
import re
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from lydite.core.errors import InputError, SpecError
from lydite.inference import Options
from lydite.probes import probe
from lydite.probes.testsets import TestSet, load_test_set
from lydite.vectors import Vectors

WORDS = {"cat": [1, 0], "dog": [1, 0.1], "cow": [1, 0.2], "red": [0, 1], "blue": [0.1, 1]}
VECTORS = Vectors.of(WORDS, "small")
ANIMALS = {"animals": ["cat", "dog", "cow"]}


def test_no_word_is_known() -> None:
    for spec in ("topk", "odd_one_out", "combined", "categorise"):
        with pytest.raises(InputError, match=r"2 words of categories .*small.*--fold"):
            probe(VECTORS, [spec], {"x": ["Cat", "DOG"]})


def test_a_category_with_one_word_is_skipped() -> None:
    found = probe(VECTORS, ["topk", "odd_one_out(k=2)"], ANIMALS | {"lone": ["red"]})
    assert [r.n for r in found] == [1, 1]
    assert [r.unscored for r in found] == [1, 1]
    assert any(re.search("^small, topk: .*1 category: lone", note) for note in found.notes)


def test_many_skipped_categories_are_counted_and_a_breakdown_has_them_all() -> None:
    sets = ANIMALS | {f"lone {i}": ["red"] for i in range(20)}
    found = probe(VECTORS, ["topk"], sets, Options(by="category"))
    note = next(n for n in found.notes if "lone" in n)
    assert re.search("^small, topk: .*20 categories: lone 0, lone 1, lone 10,", note)
    assert re.search(" 12 more .*--by category", note)
    assert sum(r.unscored for r in found if r.group is not None) == 20


def test_k_larger_than_any_category() -> None:
    with pytest.raises(InputError, match=r"odd_one_out\(k=4\): .* 4 .* 3"):
        probe(VECTORS, ["odd_one_out(k=4)"], ANIMALS)
    assert probe(VECTORS, ["topk(k=50)"], ANIMALS)[0].value == pytest.approx(2 / 50)


def test_unknown_words_are_wrong_or_skipped() -> None:
    """With unknown words: 3 of 4 words known, so 1 of 4 triples; every such triple has 2 outsiders."""
    sets = {"animals": ["cat", "dog", "cow", "emu"]}
    assert probe(VECTORS, ["topk(k=2)"], sets)[0].value == pytest.approx(6 / 8)
    assert probe(VECTORS, ["topk(k=2, oov=skip)"], sets)[0].value == 1
    assert probe(VECTORS, ["odd_one_out"], sets)[0].value == pytest.approx(2 / 8)
    assert probe(VECTORS, ["odd_one_out(oov=skip)"], sets)[0].value == 1
    assert probe(VECTORS, ["odd_one_out(odd=outside_sample)"], sets)[0].value == pytest.approx(
        2 / (4 * 5 - 3 * 3)
    )
    drawn = probe(VECTORS, ["odd_one_out(samples=4000)"], sets)[0].value
    assert abs(drawn - 0.25) < 0.03


@pytest.mark.parametrize(
    "spec", ["odd_one_out(k=2)", "odd_one_out(k=2, samples=40)", "combined(k=2, of=rates)"]
)
def test_a_category_of_unknown_words_is_all_wrong(spec: str) -> None:
    found = probe(VECTORS, [spec, "combined(k=2)"], ANIMALS | {"birds": ["emu", "owl", "jay"]})
    assert [(r.n, r.unscored) for r in found] == [(2, 0), (2, 0)]
    assert 0 < found[0].value <= 0.5


def test_a_category_that_is_the_whole_vocabulary() -> None:
    """Words of the category can be odd outside the sample; outside the category there are none."""
    for samples in ("all", "3000"):
        spec = f"odd_one_out(k=2, odd=outside_sample, samples={samples})"
        assert probe(VECTORS, [spec], {"all": list(WORDS)})[0].value == pytest.approx(1 / 3, abs=0.03)
        with pytest.raises(InputError, match="odd_one_out.*no odd word.* 5 words"):
            probe(VECTORS, [f"odd_one_out(k=2, samples={samples})"], {"all": list(WORDS)})
    with pytest.raises(InputError, match="odd_one_out.*no odd word"):
        probe(Vectors.of({"cat": [1, 0], "dog": [1, 1]}), [spec], {"all": ["cat", "dog", "emu"]})


def test_zero_vectors_are_unknown() -> None:
    vectors = Vectors.of({**WORDS, "emu": [0, 0]})
    found = probe(
        vectors, ["topk(k=2)", "odd_one_out(distance=cosine)"], {"animals": [*ANIMALS["animals"], "emu"]}
    )
    assert found[0].value == pytest.approx(6 / 8)
    assert found[1].value == pytest.approx(2 / 8)
    assert found[0].coverage == 0.75


def test_repeated_words_count_once() -> None:
    assert probe(VECTORS, ["topk(k=2)"], {"a": ["cat", "dog", "cow", "cat"]})[0].value == 1
    assert probe(VECTORS, ["topk(k=2, fold=yes)"], {"a": ["cat", "Dog", "cow", "CAT"]})[0].value == 1


def test_fold_keeps_the_first_of_words_that_fold_together() -> None:
    vectors = Vectors.of({"Paris": [1, 0], "paris": [0, 1], "Rome": [1, 0.1], "❄\ufe0f": [1, 1]})
    folded = vectors.folded()
    assert folded.words.all == ["paris", "rome", "❄"]
    assert folded["paris"].tolist() == [1, 0]


def test_a_category_of_100_000_words() -> None:
    """Nothing is listed: neither combinations nor their samples need memory that grows with them."""
    draw = np.random.default_rng(0)
    words = {f"w{i}": row for i, row in enumerate(draw.normal(size=(100_050, 3)).astype(np.float32))}
    vectors = Vectors.of(words)
    sets = {"huge": [f"w{i}" for i in range(100_000)]}
    tracemalloc.start()
    found = probe(
        vectors, ["odd_one_out(samples=2000)", "odd_one_out(samples=2000, odd=outside_sample)"], sets
    )
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000_000
    assert 0 < found[0].value < 1
    for distance in ("unit", "cosine"):
        with pytest.raises(InputError, match=r"'huge' .*100,000 .*1\.7e\+19 .*samples=1000"):
            probe(vectors, [f"odd_one_out(distance={distance})"], sets)


def test_probe_and_test_set_must_fit() -> None:
    with pytest.raises(InputError, match="analogy .*analogies.* categories "):
        probe(VECTORS, ["analogy"], ANIMALS)
    with pytest.raises(SpecError, match="probe 'topc'.*topk"):
        probe(VECTORS, ["topc"], ANIMALS)
    with pytest.raises(SpecError, match="odd_one_out: k .*2 .*20.* 1$"):
        probe(VECTORS, ["odd_one_out(k=1)"], ANIMALS)
    with pytest.raises(SpecError, match="lydite list probes"):
        probe(VECTORS, [], ANIMALS)


FILES = {
    "authors.txt": (":pets\ncat dog cow\n:colours\nred blue\n", "categories"),
    "lines.txt": (": pets\ncat\ndog\n: colours\nred\nblue\n", "categories"),
    "tabs.txt": (":pets\nguinea pig\tcat\n", "categories"),
    "questions.txt": (": r\na b c d\nc d a b\n", "analogies"),
    "long.csv": (",category,word\n0,pets,cat\n,,\n1,pets,dog\n", "categories"),
    "map.json": ('{"pets": ["cat", "dog"]}', "categories"),
    "outliers.json": ('{"pets": {"words": ["cat", "dog"], "outliers": ["red"]}}', "outliers"),
    "outliers.csv": ("category,outliers,words\npets,\"['red', '']\",\"['cat', 'dog']\"\n", "outliers"),
    "pairs.tsv": ("# people\ncat\tdog\t9.5\n", "pairs"),
    "pairs.csv": (",word1,word2,similarity\n0,cat,dog,9.5\n", "pairs"),
    "pairs.json": ('[["cat", "dog", 9.5]]', "pairs"),
}


@pytest.mark.parametrize("name", FILES)
def test_forms_of_test_sets(tmp_path: Path, name: str) -> None:
    content, kind = FILES[name]
    (tmp_path / name).write_text(content, "utf-8")
    found = load_test_set(tmp_path / name)
    assert kind in found.contents
    if kind == "categories":
        first = next(iter(found.categories.values()))
        assert first[0] == ("guinea pig" if name == "tabs.txt" else "cat")
        assert "dog" in first or name == "tabs.txt"
    if kind == "pairs":
        assert found.pairs == (("cat", "dog", 9.5),)
    if kind == "outliers":
        assert found.outliers == {"pets": (("cat", "dog"), ("red",))}


BAD = {
    "empty": ("", "empty"),
    "twice": (":a\nx\n:a\ny\n", ":3: .*'a'"),
    "three words": (": r\na b c d\na b c\nc d a b\n" + "a b c d\n" * 30, ":3: .*analogy"),
    "json": ("{", "JSON"),
    "json of numbers": ('{"a": [1, 2]}', "'a': .*list of words"),
    "columns": ("one,two\na,b\n", ":1: .*columns .*one, two"),
    "score": ("word1,word2,similarity\na,b,high\n", ":2: .*number"),
    "width": ("category,word\na,b,c\n", ":2: .*2 columns.* 3"),
    "lists": ("category,words,outliers\na,[x,[y]\n", ":2: expected"),
    "no words": (":a\n\n:b\n", "no word"),
    "comments": ("# nothing\n", "comments"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_test_sets(tmp_path: Path, name: str) -> None:
    content, message = BAD[name]
    (tmp_path / "bad.txt").write_text(content, "utf-8")
    with pytest.raises(InputError, match=message) as caught:
        load_test_set(tmp_path / "bad.txt")
    assert "bad.txt" in str(caught.value)


def test_no_such_test_set(tmp_path: Path) -> None:
    with pytest.raises(
        InputError,
        match=r"^gogle: .*\(emoji, .*google",
    ):
        load_test_set("gogle")
    (tmp_path / "latin1.txt").write_bytes(b":a\n\xe9t\xe9\n")
    with pytest.raises(InputError, match=r"latin1\.txt:2: .*UTF-8"):
        load_test_set(tmp_path / "latin1.txt")


def test_embedded_sets_are_the_published_ones() -> None:
    """The digests change only with tools/build_testsets.py and its sources."""
    google, emoji = load_test_set("google"), load_test_set("emoji")
    assert google.digest == "afdac701ed4d3ee3"
    assert emoji.digest == "0d9c4f8eb841498d"
    assert len(google.analogies) == 14
    assert len(google.categories) == 28
    assert google.analogies["family"][0] == ("boy", "girl", "brother", "sister")
    assert sum(name.startswith("group ") for name in emoji.categories) == 10
    groups, subgroups = load_test_set("emoji-groups"), load_test_set("emoji-subgroups")
    assert len(groups.categories) == 10
    assert {**groups.categories, **subgroups.categories} == emoji.categories
    assert len({emoji.digest, groups.digest, subgroups.digest}) == 3
    assert not any("\ufe0f" in w for words in emoji.categories.values() for w in words)


def test_google_is_gensims_file() -> None:
    gensim = pytest.importorskip("gensim")
    theirs = load_test_set(Path(gensim.__file__).parent / "test" / "test_data" / "questions-words.txt")
    assert theirs.digest == load_test_set("google").digest


def test_digest_depends_on_content_only() -> None:
    a = TestSet.of({"x": ["1", "2"], "y": ["3"]}, "a")
    assert a.digest == TestSet.of({"y": ["3"], "x": ["2", "1"]}, "b").digest
    assert a.digest != TestSet.of({"x": ["1"], "y": ["2", "3"]}, "a").digest
    assert json.dumps(a.digest)
