"""NaN, infinity and whole numbers beyond all floats are refused with their file and line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from lydite.core.errors import InputError
from lydite.probes.testsets import load_test_set
from lydite.reading import read

HUGE = "1" + "0" * 400
CELLS = {
    "a.csv": "id,phrase,score\nd,cat,1\nd,dog,{}\n",
    "a.tsv": "id\tphrases\tscores\nc\tcat\t0.5\nd\tcat;dog\t1;{}\n",
    "a.run": "d Q0 cat 1 2 s\nd Q0 dog 2 {} s\n",
    "a.qrels": "d 0 cat 1\nd 0 dog {}\n",
    "a.jsonl": '{{"id": "c", "tags": []}}\n{{"id": "d", "tags": ["cat", "dog"], "scores": [1, "{}"]}}\n',
    "long.jsonl": '{{"id": "d", "tag": "cat", "score": 1}}\n{{"id": "d", "tag": "dog", "score": "{}"}}\n',
    "pairs.csv": "word1,word2,similarity\ncat,dog,{}\n",
}


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e999", HUGE])
@pytest.mark.parametrize("name", CELLS)
def test_files(name: str, number: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(CELLS[name].format(number))
    line = CELLS[name][: CELLS[name].index("{}")].count("\n") + 1
    with pytest.raises(InputError, match=rf"{name}:{line}: .*finite number"):
        load_test_set(path) if name == "pairs.csv" else read(path, role="run")


@pytest.mark.parametrize("role", ["gold", "run"])
@pytest.mark.parametrize("number", [float("nan"), float("inf"), 10**400])
def test_python(number: Any, role: Any) -> None:
    sources: list[Any] = [{"d": [["cat", 1], ["dog", number]]}, {"d": {"cat": 1, "dog": number}}]
    if isinstance(number, float):
        sources += [
            pl.DataFrame({"id": ["d", "d"], "phrase": ["cat", "dog"], "score": [1.0, number]}),
            pl.DataFrame({"id": ["d"], "phrases": [["cat", "dog"]], "scores": [[1.0, number]]}),
        ]
    for source in sources:
        with pytest.raises(InputError, match="finite number"):
            read(source, role=role)


@pytest.mark.parametrize("text", ['[["a", "b", NaN]]', f'[["a", "b", {HUGE}]]', '[["a", "b", -Infinity]]'])
def test_ratings_in_json(text: str, tmp_path: Path) -> None:
    path = tmp_path / "pairs.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"pairs\.json: .*'a', 'b' .*finite"):
        load_test_set(path)


def test_words_of_outlier_sets_are_texts(tmp_path: Path) -> None:
    path = tmp_path / "groups.json"
    for words in ('[["a", "b"], ["c"]]', '"abc"', "[1, 2]"):
        path.write_text(f'{{"g": {{"words": {words}, "outliers": ["d"]}}}}')
        with pytest.raises(InputError, match=r"groups\.json: .*words and .*outliers"):
            load_test_set(path)
