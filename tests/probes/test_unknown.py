"""Test sets that hardly fit: empty rows, few known words, another script."""

from __future__ import annotations

import lydite
from lydite.probes.testsets import load_test_set
from lydite.sources.vectors import Vectors

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
    assert "vectors: warning: the test set is in Latin script, most of these words in Cyrillic" in notes
