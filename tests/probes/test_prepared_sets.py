"""The same normaliser on corpus and test set."""

from __future__ import annotations

import pytest

from lydite.errors import InputError
from lydite.probes.testsets import TestSet, load_test_set
from lydite.probes.testsets.preparing import ensure_known, prepare_test_set
from lydite.sources.corpus.encoded import open_corpus
from lydite.sources.corpus.preparing import TextPreparation

LATIN = TextPreparation.of(normalisers=["nfc", "lower", "latin"])


def test_all_that_a_set_holds_is_prepared():
    google = load_test_set("google")
    made = prepare_test_set(google, LATIN.word)
    assert all(w == LATIN.word(w) for w in made.words)
    assert made.digest != google.digest
    assert "uietnam" in made.categories["capital-common-countries 2"]
    assert sum(map(len, made.analogies.values())) == 19_544
    whole = TestSet(
        "x", {"a": ("Vir", "vir")}, pairs=(("Vir", "Jam", 2.0),), outliers={"g": (("Vir",), ("V",))}
    )
    found = prepare_test_set(whole, LATIN.word)
    assert (found.categories, found.pairs) == ({"a": ("uir",)}, (("uir", "iam", 2.0),))
    assert found.outliers == {"g": (("uir",), ("u",))}


def test_corpus_and_test_set_meet(tmp_path):
    (tmp_path / "c.txt").write_text("Iulius uenit Venerem vidit\n", "utf-8")
    corpus = open_corpus([tmp_path / "c.txt"], LATIN)
    test = TestSet.of({"people": ["Jūlius", "VENEREM"]}, "people")
    with pytest.raises(InputError, match="no word of the test set people is in c.txt: it asks for Jūlius"):
        ensure_known(test, corpus.words, "c.txt")
    ensure_known(prepare_test_set(test, LATIN.word), corpus.words, "c.txt")


def test_another_script_is_named(tmp_path):
    (tmp_path / "c.txt").write_text("Iulius uenit\n", "utf-8")
    words = open_corpus([tmp_path / "c.txt"]).words
    with pytest.raises(InputError, match="most of its words are in Cyrillic script, those of c.txt in Latin"):
        ensure_known(TestSet.of({"towns": ["Рига", "Москва"]}), words, "c.txt")
