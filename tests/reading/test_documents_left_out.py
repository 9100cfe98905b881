"""Documents that cannot be read: all faults are told, or the rest is scored; and which field has the ids."""

from __future__ import annotations

from pathlib import Path

import pytest

import lydite
from lydite.core.errors import InputError
from lydite.reading import read, read_documents

GOLD = {"d1": ["cat"], "d2": ["dog"], "d3": ["fish"]}


def test_bad_documents_are_left_out_on_request(tmp_path: Path) -> None:
    path = tmp_path / "docs.jsonl"
    path.write_text(
        '{"id": "d1", "text": "A cat."}\n{"id": "d2", "text": 7}\n{"id": "d3"\n{"id": "d3", "text": "Fish"}\n'
    )
    with pytest.raises(InputError) as error:
        lydite.evaluate(GOLD, GOLD, "F1(part=present)", documents=path)
    assert [t.split(": ")[0].rpartition(":")[2] for t in str(error.value).split("\n")] == ["3", "2"]
    found = lydite.evaluate(GOLD, GOLD, "F1(part=present)", documents=path, skip_bad=True, bootstrap=0)
    assert (found[0].value, found[0].n) == (1.0, 2)
    assert any("docs.jsonl: " in note and "2" in note for note in found.notes)
    assert any("1 (d2)" in note for note in found.notes)


def test_a_document_that_is_not_there_is_an_error_unless_some_were_bad(tmp_path: Path) -> None:
    path = tmp_path / "docs.jsonl"
    path.write_text('{"id": "d1", "text": "A cat."}\n')
    with pytest.raises(InputError, match=r"docs\.jsonl: .*2 of 3 items .*d2, d3"):
        lydite.evaluate(GOLD, GOLD, "F1(part=present)", documents=path, skip_bad=True)


def test_bad_rows_of_tables_and_files_of_folders(tmp_path: Path) -> None:
    path = tmp_path / "docs.tsv"
    path.write_text("id\ttext\nd1\tA cat.\nd2\n")
    assert list(read_documents(path, skip_bad=True).texts) == ["d1"]
    with pytest.raises(InputError, match=r"docs\.tsv:3: .*2 columns"):
        read_documents(path)
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "d1.txt").write_text("A cat.")
    (folder / "d2.txt").write_bytes(b"caf\xe9")
    assert list(read_documents(folder, skip_bad=True).texts) == ["d1"]
    with pytest.raises(InputError, match=r"d2\.txt"):
        read_documents(folder)


def test_faults_of_phrases_and_documents_are_told_together(tmp_path: Path) -> None:
    path, run = tmp_path / "docs.jsonl", tmp_path / "run.jsonl"
    path.write_text('{"id": "d1", "text": 7}\n')
    run.write_text('{"id": "d1", "phrases": 7}\n')
    with pytest.raises(InputError) as error:
        lydite.evaluate(GOLD, run, "F1(part=present)", documents=path)
    assert "run.jsonl:1" in str(error.value)
    assert "docs.jsonl:1" in str(error.value)


def test_an_id_comes_before_what_may_be_the_text() -> None:
    records = [{"document": "A cat.", "doc_id": "d1", "keyphrases": ["cat"]}]
    assert read(records).ids == ("d1",)
    assert read_documents({"d": {"document": "A cat.", "doc_id": "d1"}}).texts == {"d": ("A cat.",)}
    tokens = [{"document": ["A", "cat"], "keyphrases": ["cat"]}, {"document": ["B"], "keyphrases": ["dog"]}]
    assert read(tokens).unnamed


def test_documents_without_ids_stand_in_the_order_of_gold_without_ids(tmp_path: Path) -> None:
    path, run = tmp_path / "kp20k.json", tmp_path / "run.txt"
    path.write_text(
        '{"title": "A cat", "abstract": "It purrs.", "keywords": "cat;dog"}\n'
        '{"title": "A fish", "abstract": "It swims.", "keywords": "fish;sea"}\n'
    )
    run.write_text("cat;dog\nfish;lake\n")
    found = lydite.evaluate(path, run, "R(part=present|absent)", documents=path, bootstrap=0)
    assert [r.value for r in found] == [1.0, 0.5]
    assert [note.partition(": ")[0] for note in found.notes] == [str(run)]
    named = {"1": ["cat"], "2": ["fish"]}
    with pytest.raises(InputError, match=r"kp20k\.json: .*--id .*title, abstract, keywords"):
        lydite.evaluate(named, named, "F1(part=present)", documents=path)
    run.write_text("cat;dog\nfish;lake\nsun;moon\n")
    with pytest.raises(InputError, match=r"no ids.* 2 .* 3 .*run\.txt"):
        lydite.evaluate(run, run, "F1(part=present)", documents=path, same=True)
    path.write_text(path.read_text() + '{"title": 7}\n')
    with pytest.raises(InputError, match=r"no ids.*bad rows .*kp20k\.json"):
        lydite.evaluate(run, run, "F1(part=present)", documents=path, skip_bad=True, same=True)
