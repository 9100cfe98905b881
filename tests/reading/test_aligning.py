"""Predictions beside gold: sorted by id, and what is missing on either side is counted."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lydite.core.errors import InputError
from lydite.measures.phrases import PhraseItems, align
from lydite.reading import read

GOLD = {"b": ["x"], "a": ["y", "z"], "c": ["w"]}
RUN = {"c": ["w", "v"], "d": ["u"], "a": ["z"]}
tables = st.dictionaries(
    st.sampled_from("abcdefgh"), st.lists(st.sampled_from("uvwxyz"), max_size=4), min_size=1
)


def phrases(items: PhraseItems, which: str) -> list[list[str]]:
    lists = getattr(items, which)
    flat = [items.words.phrases[c] for c in lists.codes]
    return [flat[a:b] for a, b in zip(lists.starts[:-1], lists.starts[1:], strict=True)]


def test_missing_items_count_as_zero() -> None:
    items = align(read(GOLD, name="gold"), read(RUN, name="run"))
    assert items.ids == ("a", "b", "c")
    assert phrases(items, "gold") == [["y", "z"], ["x"], ["w"]]
    assert phrases(items, "predicted") == [["z"], [], ["w", "v"]]
    assert items.absent.tolist() == [False, True, False]
    absent, strange = items.notes
    assert re.search(r"^run: .*1 of 3 items \(b\)", absent)
    assert re.search(r"^run: 1 item .*gold \(d\)", strange)


def test_missing_items_are_skipped() -> None:
    items = align(read(GOLD, name="gold"), read(RUN, name="run"), "skip")
    assert items.ids == ("a", "c")
    assert phrases(items, "predicted") == [["z"], ["w", "v"]]
    assert not items.absent.any()
    assert re.search(r"^run: .*1 of 3 items \(b\)", items.notes[0])


def test_missing_items_are_an_error() -> None:
    with pytest.raises(InputError, match=r"^run: .*1 of 3 items \(b\)$"):
        align(read(GOLD, name="gold"), read(RUN, name="run"), "error")
    with pytest.raises(InputError, match=r"^gold: 1 item .*run \(d\)$"):
        align(read({"a": ["x"]}, name="run"), read({"a": ["y"], "d": []}, name="gold"), "error")
    with pytest.raises(InputError, match="zero, skip .*error.*'drop'"):
        align(read(GOLD), read(RUN), "drop")  # type: ignore[arg-type]


def test_nothing_in_common_is_always_an_error() -> None:
    with pytest.raises(InputError, match="^run: .*gold.* b, a, c.* 1$"):
        align(read(GOLD, name="gold"), read({1: ["x"]}, name="run"))


def test_columns_come_from_both_sides() -> None:
    gold = pl.DataFrame({"id": ["b", "a"], "tags": [["x"], ["y"]], "topic": ["t", "u"]})
    run = pl.DataFrame({"id": ["a"], "tags": [["x"]], "topic": ["other"], "user": ["me"]})
    assert align(read(gold), read(run)).columns == {"topic": ("u", "t"), "user": ("me", "")}


@settings(max_examples=60)
@given(tables, tables, st.randoms(use_true_random=False))
def test_order_and_kind_of_source_do_not_matter(
    gold: dict[str, list[str]], run: dict[str, list[str]], random
) -> None:  # type: ignore[no-untyped-def]
    run = run | {min(gold): ["x"]}
    shuffled = [dict(random.sample(list(t.items()), len(t))) for t in (gold, run)]
    frames = [
        pl.DataFrame(
            {"id": list(t), "phrases": list(t.values())},
            schema={"id": pl.String, "phrases": pl.List(pl.String)},
        )
        for t in shuffled
    ]
    first = align(read(gold), read(run))
    for other in (align(*map(read, shuffled)), align(*map(read, frames)), align(read(gold), read(frames[1]))):
        assert other.ids == first.ids
        assert phrases(other, "gold") == phrases(first, "gold") == [gold[i] for i in first.ids]
        assert (
            phrases(other, "predicted") == phrases(first, "predicted") == [run.get(i, []) for i in first.ids]
        )
        assert np.array_equal(other.absent, first.absent)


@pytest.mark.parametrize(
    ("policy", "value", "status"), [("zero", 2 / 3, 0), ("skip", 1.0, 0), ("error", None, 2)]
)
def test_policies_of_the_command(policy: str, value: float | None, status: int, tmp_path: Path) -> None:
    gold, run = tmp_path / "gold.json", tmp_path / "run.jsonl"
    gold.write_text(json.dumps(GOLD))
    run.write_text('{"id": "a", "phrases": ["y", "z"]}\n{"id": "c", "phrases": ["w"]}\n')
    command = [sys.executable, "-m", "lydite", "score", str(gold), str(run), "-m", "F1", "--missing", policy]
    command += ["--format", "json", "--bootstrap", "0"]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == status
    assert "1 of 3 items (b)" in found.stderr
    if value is not None:
        assert json.loads(found.stdout)["results"][0]["value"] == pytest.approx(value)
