"""Folders, lists in which entries differ, and scores of gold, in every shape in which they come."""

# ruff: noqa: E501 - dumps are shown as they are
from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import lydite
from lydite.core.errors import InputError
from lydite.reading import FieldNames, read

WANTED = {"d1": ["cat", "dog house"], "d2": ["fish"]}


def lines(*rows: Any) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


FOLDERS = {
    "commas, as noticed": ({"d1": "cat, dog house\n", "d2": "fish,\n"}, None),
    "a separator": ({"d1": "cat / dog house\n", "d2": "fish /\n"}, "/"),
    "scores beside it": ({"d1": "dog house\t0.1; cat\t0.9\n", "d2": "fish\t0.5\n"}, ";"),
    "scores after a comma": ({"d1": "dog house,0.1\ncat,0.9\n", "d2": "fish,0.5\n"}, None),
    "numbered": ({"d1": "1. cat\n2. dog house\n", "d2": "fish\n"}, None),
}


@pytest.mark.parametrize(("files", "separator"), FOLDERS.values(), ids=FOLDERS)
def test_files_of_a_folder(files: dict[str, str], separator: str | None, tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.key").write_text(text)
    assert lydite.evaluate(WANTED, folder, "P@1", separator=separator, bootstrap=0)[0].value == 1
    assert read(folder, fields=FieldNames.of(separator=separator)).to_dict() == WANTED


def test_a_score_of_some_phrases_of_a_line_is_a_fault(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    folder.mkdir()
    (folder / "d1.key").write_text("cat; dog\t0.9\n")
    with pytest.raises(InputError, match=r"d1\.key:1: .*phrase.*score"):
        read(folder, fields=FieldNames.of(separator=";"))


MIXED = {
    "names that differ": [{"text": "dog house", "score": 0.1}, {"phrase": "cat", "weight": 0.9}],
    "pairs and objects": [["dog house", 0.1], {"label": "cat", "score": "0.9"}],
}


@pytest.mark.parametrize("phrases", MIXED.values(), ids=MIXED)
def test_mixed_lists_are_read(phrases: list[Any]) -> None:
    assert read({"d1": phrases}).to_dict() == {"d1": ["cat", "dog house"]}


@pytest.mark.parametrize(
    "phrases",
    [
        [{"text": "cat", "score": 1}, {"text": "dog"}],
        [{"text": "dog"}, {"text": "cat", "score": 1}],
        ["dog", ["cat", 0.5]],
        [["cat", 0.5], "dog"],
        [["cat", 0.5], {"text": "dog"}],
    ],
)
def test_some_scores_are_refused(phrases: list[Any]) -> None:
    with pytest.raises(InputError) as error:
        read({"d1": phrases, "d2": phrases})
    told = str(error.value).split("\n")
    assert [re.search(f"item '{d}': .*score.*'dog'", t) is not None for d, t in zip(WANTED, told, strict=True)] == [True, True]  # fmt: skip


GRADED = {
    "scores beside": ("g.jsonl", '{"id": "d", "phrases": ["a", "b", "c"], "scores": [3, 0, 1]}\n'),
    "pairs": ("g.json", '{"d": [["a", 3], ["b", 0], ["c", 1]]}'),
    "objects": ("g.json", '{"d": [{"text": "a", "score": 3}, {"text": "b", "score": 0}, {"text": "c", "score": 1}]}'),
    "mapping": ("g.json", '{"d": {"a": 3, "b": 0, "c": 1}}'),
    "long objects": ("g.jsonl", lines(*({"id": "d", "phrase": p, "score": s} for p, s in zip("abc", (3, 0, 1), strict=True)))),
    "table": ("g.csv", "id,phrase,score\nd,a,3\nd,b,0\nd,c,1\n"),
    "lists in a table": ("g.csv", "id,phrases,scores\nd,a;b;c,3;0;1\n"),
    "spelled": ("g.csv", "id,phrases\nd,\"[('a', 3.0), ('b', 0.0), ('c', 1.0)]\"\n"),
    "qrels": ("g.qrels", "d 0 a 3\nd 0 b 0\nd 0 c 1\n"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "content"), GRADED.values(), ids=GRADED)
def test_scores_of_gold_are_grades_in_every_shape(name: str, content: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(content)
    found = lydite.evaluate(path, {"d": ["c", "a", "b"]}, ["nDCG", "R", "P"], bootstrap=0)
    assert [r.value for r in found] == pytest.approx([0.7967, 1, 2 / 3], abs=1e-4)
    assert any("graded from 1 to 3" in note for note in found.notes)


def test_scores_of_gold_in_a_frame_are_grades() -> None:
    pl = pytest.importorskip("polars")
    gold = pl.DataFrame({"id": ["d"], "phrases": [["a", "b", "c"]], "scores": [[3, 0, 1]]})
    found = lydite.evaluate(gold, {"d": ["c", "a", "b"]}, "nDCG", bootstrap=0)
    assert found[0].value == pytest.approx(0.7967, abs=1e-4)


def test_scores_that_make_all_of_gold_none_are_refused() -> None:
    with pytest.raises(InputError, match="gold: .*score"):
        lydite.evaluate({"d": [["a", -1.5], ["b", -2.0]]}, {"d": ["a"]}, "F1")
