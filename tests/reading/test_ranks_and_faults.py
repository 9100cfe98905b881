"""Equal scores as trec_eval ranks them, and bad rows left out, in whatever shape the phrases come."""

# ruff: noqa: E501 - dumps are shown as they are
from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import lydite
from lydite.core.errors import InputError
from lydite.reading import FieldNames, read

PHRASES, SCORES = ["a", "c", "b"], [1.0, 1.0, 2.0]
PAIRS = list(zip(PHRASES, SCORES, strict=True))
OBJECTS = [{"phrase": p, "score": s} for p, s in PAIRS]
TEXTS = {
    "run.csv": f'id,phrases,scores\nd,"{PHRASES}","{SCORES}"\n',
    "parted.csv": "id,phrases,scores\nd,a;c;b,1;1;2\n",
    "pairs.csv": f'id,phrases\nd,"{PAIRS}"\n',
    "run.jsonl": json.dumps({"id": "d", "phrases": PHRASES, "scores": SCORES}),
    "strings.jsonl": json.dumps({"id": "d", "phrases": PHRASES, "scores": list(map(str, SCORES))}),
    "objects.jsonl": json.dumps({"id": "d", "phrases": OBJECTS}),
    "spelled.jsonl": json.dumps({"id": "d", "phrases": str(PAIRS)}),
    "run.json": json.dumps({"d": dict(PAIRS)}),
    "run.run": "".join(f"d Q0 {p} 0 {s} me\n" for p, s in PAIRS),
}
VALUES: dict[str, Any] = {
    "mapping": {"d": dict(PAIRS)},
    "pairs": {"d": PAIRS},
    "objects": {"d": OBJECTS},
    "series": pd.Series({"d": PAIRS}),
    "polars": pl.DataFrame({"id": ["d"], "phrases": [PHRASES], "scores": [SCORES]}),
    "polars, strings": pl.DataFrame({"id": ["d"], "phrases": [PHRASES], "scores": [list(map(str, SCORES))]}),
    "polars, structs": pl.DataFrame({"id": ["d"], "phrases": [OBJECTS]}),
    "polars, long": pl.DataFrame({"id": ["d"] * 3, "phrase": PHRASES, "score": SCORES}),
    "polars, long strings": pl.DataFrame({"id": ["d"] * 3, "phrase": PHRASES, "score": list(map(str, SCORES))}),
    "polars, two columns": pl.DataFrame(
        {"id": ["d"], "extractive_keyphrases": [OBJECTS], "abstractive_keyphrases": [OBJECTS[:0]]}
    ),
    "pandas, pairs": pd.DataFrame({"id": ["d"], "phrases": [PAIRS]}),
    "pandas, whole numbers": pd.DataFrame({"id": ["d"], "phrases": [[(p, int(s)) for p, s in PAIRS]]}),
    "pandas, mapping": pd.DataFrame({"id": ["d"], "phrases": [dict(PAIRS)]}),
    "pandas, spelled": pd.DataFrame({"id": ["d"], "phrases": [str(PAIRS)]}),
    "pandas, arrays": pd.DataFrame({"id": ["d"], "phrases": [np.array(PHRASES)], "scores": [np.array(SCORES)]}),
    "arrow": pa.table({"id": ["d"], "phrases": [PHRASES], "scores": [SCORES]}),
}  # fmt: skip


def both_ways(source: Any) -> tuple[list[str], list[str]]:
    return tuple(read(source, fields=FieldNames.of(ties=t)).to_dict()["d"] for t in ("order", "trec"))  # type: ignore[return-value]


@pytest.mark.parametrize("name", TEXTS)
def test_ties_of_files(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(TEXTS[name])
    wanted = (["b", "c", "a"] if name == "run.run" else ["b", "a", "c"]), ["b", "c", "a"]
    assert both_ways(path) == wanted


@pytest.mark.parametrize("name", VALUES)
def test_ties_of_values(name: str) -> None:
    assert both_ways(VALUES[name]) == (["b", "a", "c"], ["b", "c", "a"])


def test_ties_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "d.key").write_text("".join(f"{p}\t{s}\n" for p, s in PAIRS))
    assert both_ways(tmp_path) == (["b", "a", "c"], ["b", "c", "a"])


def test_scores_are_as_exact_as_trec_eval_keeps_them() -> None:
    """It keeps 32 bits: what differs beyond them is equal, in a mapping as in a run file."""
    near = {"d": {"a": 1 + 2e-8, "b": 1.0}}
    assert both_ways(near) == (["a", "b"], ["b", "a"])
    assert read({"d": {"a": 1e300, "b": 1e301}}, fields=FieldNames.of(ties="trec")).to_dict() == {
        "d": ["b", "a"]
    }


BAD: dict[str, tuple[Any, str]] = {
    "null id": (pl.DataFrame({"id": ["a", None], "phrases": [["x"], ["y"]]}), "column id: .*null .*row 2"),
    "null in a list": (pl.DataFrame({"id": ["a", "b"], "phrases": [["x"], ["y", None]]}), "item 'b': .*None"),
    "NaN": (pl.DataFrame({"id": ["a", "b"], "phrase": ["x", "y"], "score": [1, np.nan]}, strict=False), "score.* nan .*row 2"),
    "no number": (pl.DataFrame({"id": ["a", "b"], "phrase": ["x", "y"], "score": ["1", "high"]}), "score.*'high' .*row 2"),
    "null phrase": (pl.DataFrame({"id": ["a", "b"], "phrase": ["x", None]}), "column phrase: .*null .*row 2"),
    "a number for a phrase": (pd.DataFrame({"id": ["a", "b"], "phrases": [["x"], [3]]}), "item 'b': .*3"),
    "no id in pandas": (pd.DataFrame({"id": ["a", None], "phrases": [["x"], ["y"]]}), "column id: .*null"),
    "NaN for an id": (pd.DataFrame({"id": ["a", np.nan], "phrases": [["x"], ["y"]]}), "column id: .*null"),
    "too few scores": (
        pl.DataFrame({"id": ["a", "b"], "phrases": [["x"], ["y", "z"]], "scores": [[1], [1]]}), "item 'b': .*score"
    ),
    "a mapping": ({"a": ["x"], "b": [3]}, "item 'b': "),
}  # fmt: skip


@pytest.mark.parametrize(("source", "said"), BAD.values(), ids=BAD)
def test_bad_rows_of_values(source: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read(source, name="run")
    found = read(source, name="run", skip_bad=True)
    assert found.to_dict() == {"a": ["x"]}
    assert re.search("^run: bad rows .*1", found.notes[0])
    assert re.search(said, found.notes[1])


def test_bad_cells_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text('id,phrases\na,"[\'x\']"\nb,"[3]"\nc,"[[\'y\', 1, 2]]"\n')
    with pytest.raises(InputError, match=r"r\.csv:3: item 'b'.*\n.*r\.csv:4: item 'c'"):
        read(path)
    assert read(path, skip_bad=True).to_dict() == {"a": ["x"]}


def test_nothing_is_left() -> None:
    with pytest.raises(InputError, match="item 'a': .*None"):
        read(pl.DataFrame({"id": ["a"], "phrases": [[None]]}, schema_overrides={"phrases": pl.List(pl.String)}), skip_bad=True)  # fmt: skip


def test_no_phrases_is_an_answer(tmp_path: Path) -> None:
    """Null, None, NaN and an empty cell are items without phrases."""
    path = tmp_path / "r.jsonl"
    path.write_text('{"id": "a", "phrases": null}\n{"id": "b", "phrases": ["x"]}\n')
    frame = pd.DataFrame({"id": ["a", "b"], "phrases": [np.nan, ["x"]]})
    for source in (path, frame, {"a": None, "b": ["x"]}):
        assert read(source).to_dict() == {"a": [], "b": ["x"]}


def test_gold_that_its_scores_make_none(tmp_path: Path) -> None:
    """A grade of 0 or below is no gold phrase: how many are left out is said; all of them are refused."""
    file = tmp_path / "gold.csv"
    file.write_text("id,keyphrase,score\n1,cat,1\n1,dog,0\n2,car,1\n")
    found = lydite.evaluate(file, {"1": ["cat"], "2": ["car"]}, "F1", bootstrap=0)
    assert found[0].value == 1
    assert any("gold.csv" in note and "1" in note for note in found.notes)
    file.write_text("id,keyphrase,score\n1,cat,-1.5\n2,car,-0.2\n")
    with pytest.raises(InputError, match=r"gold\.csv: .*score"):
        lydite.evaluate(file, {"1": ["cat"], "2": ["car"]}, "F1", bootstrap=0)


def test_scores_beyond_32_bits_are_ties_for_trec_eval() -> None:
    rows = [{"id": 1, "phrase": p, "score": s} for p, s in (("a", 1e300), ("b", 1e301), ("c", 1.0))]
    assert read(rows, fields=FieldNames.of(ties="trec")).to_dict() == {"1": ["b", "a", "c"]}
