"""Test sets that hardly fit: empty rows, few known words, another script."""

from __future__ import annotations

import re

import pytest

import lydite
from lydite.cli import main
from lydite.core.errors import InputError
from lydite.probes.agreement.pairs import read_pairs
from lydite.probes.testsets import TestSet, load_test_set
from lydite.vectors import Vectors

SETS = {"animals": ["cat", "dog", "cow"], "colours": ["red", "blue", "pink"]}


def test_rows_without_words_are_skipped(tmp_path):
    file = tmp_path / "ws.csv"
    file.write_text(",word1,word2,similarity\n0,king,queen,8.6\n1,,,\n")  # as WordSim-353 ends
    assert load_test_set(file).pairs == (("king", "queen", 8.6),)


def test_few_known_words_are_a_warning():
    few = Vectors.of({"cat": [1, 0], "red": [0, 1]})
    assert any("less than half" in n for n in lydite.probe(few, ["topk(k=1)"], SETS).notes)
    all_of_them = Vectors.of({w: [i, 1] for i, w in enumerate(SETS["animals"] + SETS["colours"])})
    assert not any("warning" in n for n in lydite.probe(all_of_them, ["topk(k=1)"], SETS).notes)


def test_another_script_is_noticed():
    russian = Vectors.of({"кошка": [1, 0], "собака": [1, 1], "cat": [1, 2], "red": [0, 1], "красный": [2, 1]})
    notes = lydite.probe(russian, ["topk(k=1)"], SETS).notes
    assert any(re.search("^vectors: .*Latin .*Cyrillic", note) for note in notes)


@pytest.mark.parametrize("probe", ["topk(k=1)", "odd_one_out", "outlier", "analogy", "similarity"])
def test_another_script_is_named_where_no_word_is_known(probe):
    russian = Vectors.of({"кошка": [1, 0], "собака": [1, 1], "дом": [1, 2]})
    sets = {
        "outlier": {"outliers": {"g": (("cat", "dog", "cow"), ("car",))}},
        "analogy": {"analogies": {"r": (("a", "b", "c", "d"),)}},
        "similarity": {"pairs": (("cat", "dog", 3.0), ("car", "cow", 1.0))},
    }
    test = TestSet("mine", **sets[probe]) if probe in sets else SETS
    with pytest.raises(InputError, match="Latin .*Cyrillic"):
        lydite.probe(russian, [probe], test)


def test_semicolons_and_decimal_commas(tmp_path):
    file = tmp_path / "ws.csv"
    file.write_text("word 1;word 2;Human (mean)\nking;queen;8,6\ncat;dog;7\n;;\n")
    assert load_test_set(file).pairs == (("king", "queen", 8.6), ("cat", "dog", 7.0))
    assert sorted(p.rating for p in read_pairs(file).pairs) == [7.0, 8.6]
    file.write_text("category;words;outliers\npets;['cat', 'dog'];['car']\n")
    assert load_test_set(file).outliers == {"pets": (("cat", "dog"), ("car",))}
    file.write_text("category,words,outliers\npets,__import__('os'),['car']\n")
    with pytest.raises(InputError, match=r"ws\.csv:2: .*words and of outliers"):
        load_test_set(file)


def test_unknown_words_are_listed_with_the_nearest_spelling(tmp_path, capsys):
    (tmp_path / "v.txt").write_text("cat 1 0\ndogs 1 1\nRed 0 1\nblué 1 2\n", "utf-8")
    (tmp_path / "set.json").write_text('{"animals": ["cat", "dog", "cow"], "colours": ["red", "blue", "x"]}')
    listed = tmp_path / "unknown.tsv"
    command = [
        "probe",
        tmp_path / "v.txt",
        "-t",
        tmp_path / "set.json",
        "-m",
        "topk(k=1)",
        "--unknown",
        listed,
    ]
    with pytest.raises(SystemExit) as ended:
        main(list(map(str, command)))
    assert ended.value.code == 0
    assert listed.read_text("utf-8").splitlines() == [
        "vectors\tword\tnearest",
        "v\tdog\tdogs",
        "v\tcow\t",
        "v\tred\tRed",
        "v\tblue\tblué",
        "v\tx\t",
    ]
    with pytest.raises(SystemExit):
        main([*map(str, command), "--fold"])
    rows = [line.split("\t") for line in listed.read_text("utf-8").splitlines()]
    assert [row[1] for row in rows[1:]] == [
        "dog",
        "cow",
        "x",
    ]
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main([*map(str, command[:-1]), str(tmp_path / "no" / "folder.tsv")])
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_wordsim_as_published(shared_data):
    folder = shared_data / "substitution"
    sizes = [len(load_test_set(folder / f"wordsim353-{part}.csv").pairs) for part in ("sim", "rel")]
    assert sizes == [203, 252]
