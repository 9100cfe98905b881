"""Word frequencies: the embedded table is what its tool made, and users' own files are read as documented."""

import hashlib
from importlib import resources

import numpy as np
import pytest

from lydite.core.errors import InputError
from lydite.core.frequencies import EMBEDDED, ROW, open_frequencies, zipf

DIGEST = "6a7b2f4f4ade1b31"


def test_is_what_its_packages_give():
    file = resources.files("lydite").joinpath(EMBEDDED)
    data = file.read_bytes()
    assert hashlib.sha256(data).hexdigest()[:16] == DIGEST
    assert "Gutenberg" in file.parent.joinpath("LICENSE").read_text("utf-8")
    words = np.frombuffer(data, ROW)["word"].astype(np.int64)
    assert len(words) > 60_000
    assert (np.diff(words) > 0).all()


def test_everyday_and_technical_words_are_where_people_would_put_them():
    descending = [
        "the",
        "food",
        "mother",
        "dog",
        "cake",
        "algorithm",
        "semantics",
        "thermodynamics",
        "zymurgy",
    ]
    assert (np.diff(zipf(descending)) < 0).all()
    assert 7 < zipf(["the"])[0] < 8
    assert (zipf(["mother", "dog", "house", "water"]) > 4.5).all()


def test_case_is_folded_and_what_is_unknown_gets_the_floor():
    table = open_frequencies()
    assert zipf(["Mother", "MOTHER", " mother"]).tolist() == [table.zipf(["mother"])[0]] * 3
    assert table.zipf(["qzxvw", "", "два слова"]).tolist() == [table.floor] * 3
    assert table.floor == table.values.min()
    assert zipf([]).shape == (0,)


def test_counts_of_ones_own(tmp_path):
    file = tmp_path / "counts.tsv"
    file.write_text("cane\t6\nCane\t3\n\ngatto\t0\n", "utf-8")
    table = open_frequencies("it", file)
    # 9 + log10((count + 1) / (9 counted + 2 distinct)), van Heuven et al. 2014
    assert table.zipf(["cane", "gatto", "mela"]) == pytest.approx(9 + np.log10([10 / 11, 1 / 11, 1 / 11]))
    assert len(table) == 2
    assert table.identity.startswith("counts.tsv:")


def test_a_ranked_vocabulary(tmp_path):
    file = tmp_path / "ranked.txt"
    file.write_text("di\ne\nDI\ncane\n", "utf-8")
    whole = 1 + 1 / 2 + 1 / 3
    expected = 9 + np.log10(np.array([1, 1 / 2, 1 / 3, 1 / 4]) / whole)
    assert zipf(["di", "e", "cane", "mela"], "it", file) == pytest.approx(expected)


def test_capitals_fold_as_the_language_does(tmp_path):
    file = tmp_path / "ranked.txt"
    file.write_text("ISPARTA\nde\n", "utf-8")
    table = open_frequencies("tr", file)
    assert table.zipf(["ısparta"])[0] > table.zipf(["isparta"])[0] == np.float32(table.floor)


def test_a_language_without_a_table_has_words_equally_common():
    table = open_frequencies("it")
    assert len(table) == 0
    assert table.zipf(["mother", "di", "qzxvw"]).tolist() == [table.floor] * 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\t1\nb\n", r"frequencies\.tsv.*2.*word TAB count"),
        ("a\nb\t1\n", r"frequencies\.tsv.*2.*one word"),
        ("a\t1\nb\tmany\n", r"frequencies\.tsv.*2.*'many'"),
        ("a\t-1\n", r"frequencies\.tsv.*1.*'-1'"),
        ("\t1\n", r"frequencies\.tsv.*1"),
        ("\n \n", r"frequencies\.tsv.*no words"),
    ],
)
def test_bad_files_are_named(tmp_path, text, message):
    file = tmp_path / "frequencies.tsv"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError, match=message):
        open_frequencies("en", file)
