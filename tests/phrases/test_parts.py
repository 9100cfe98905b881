"""Collections in parts: the same statistics, chance and notes as in one, to the last digit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inner import replace_inside
from lydite.measures.phrases import PhraseItems, align, part_of
from lydite.reading import read, read_all
from performing import score

MEASURES = ("F1@3", "P@2", "nDCG@5", "AP", "F1(average=micro)@O", "F1(match=stem)@3", "R(match=r_precision)")


def sources(items: int, seed: int) -> tuple[dict[str, list[Any]], dict[str, list[str]]]:
    """Draw gold with variants and runs with duplicates and empty lists; some items have no answer."""
    rng = np.random.default_rng(seed)
    words = [f"{a} {b}" for a in ("cat", "Cat", "dogs", "fish") for b in ("house", "houses", "food")]

    def draw(most: int) -> list[str]:
        return [words[i] for i in rng.integers(0, len(words), rng.integers(0, most))]

    gold = {f"d{n}": [*draw(4), ["a cat", "cats"]] if seed % 2 else draw(5) for n in range(items)}
    return gold, {item: draw(7) for item in list(gold)[1:]}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", [1, 7, 40])
def test_parts_change_nothing(size: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_inside(monkeypatch, "lydite.measures", "SUM_BLOCK", 4)
    gold, run = sources(30, seed)
    whole = score(gold, {"run": run}, MEASURES, chance=3)
    replace_inside(monkeypatch, "lydite.measures.phrases", "TOGETHER", size)
    split = score(gold, {"run": run}, MEASURES, chance=3)
    assert whole[1] == split[1]
    (one,), (other,) = whole[0], split[0]
    assert (one.gold, one.predictions, one.ids) == (other.gold, other.predictions, other.ids)
    for place in range(len(MEASURES)):
        assert np.array_equal(one.statistics[place], other.statistics[place], equal_nan=True)
        assert np.array_equal(one.chance[place], other.chance[place], equal_nan=True)
        assert np.array_equal(one.net[place].rows, other.net[place].rows, equal_nan=True)
        assert np.array_equal(one.chance_sums[place], other.chance_sums[place], equal_nan=True)
        assert np.array_equal(one.net[place].sums, other.net[place].sums, equal_nan=True)


@pytest.mark.parametrize("mixed", [False, True])
def test_codes_in_half_the_space_change_nothing(
    mixed: bool,  # noqa: FBT001
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gold, run = sources(30, 2)
    files = []
    for name, source in (("gold", gold), ("run", run)):
        rows = [json.dumps({"id": i, "phrases": p}) + "\n" for i, p in source.items()]
        files.append(tmp_path / f"{name}.jsonl")
        files[-1].write_text("".join(rows[::-1] if mixed and name == "run" else rows), "utf-8")
    (one,), notes = score(gold, {"run": run}, MEASURES, chance=3)
    replace_inside(monkeypatch, "lydite.reading", "_LARGE_TEXT", 0)
    replace_inside(monkeypatch, "lydite.reading", "_MANY", 5)
    replace_inside(monkeypatch, "lydite.measures.phrases", "TOGETHER", 7)
    replace_inside(monkeypatch, "lydite.measures", "SUM_BLOCK", 2)
    items = align(*read_all([("gold", files[0]), ("run", files[1])]))
    assert items.predicted.codes.dtype == items.gold.codes.dtype == np.int32
    (other,), more = score(files[0], {"run": files[1]}, MEASURES, chance=3)
    assert (one.gold, one.predictions, one.ids) == (other.gold, other.predictions, other.ids)
    assert len(notes) == len(more)
    for place in range(len(MEASURES)):
        assert np.array_equal(one.statistics[place], other.statistics[place], equal_nan=True)
        assert np.array_equal(one.chance[place], other.chance[place], equal_nan=True)


def test_parts_are_all_items_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_inside(monkeypatch, "lydite.measures.phrases", "TOGETHER", 5)
    replace_inside(monkeypatch, "lydite.measures", "SUM_BLOCK", 2)
    items = align(read(sources(20, 1)[0]), read(sources(20, 1)[1]))
    pieces = [part_of(items, part) for part in items.parts()]
    assert len(pieces) > 3
    assert tuple(i for piece in pieces for i in piece.ids) == items.ids
    assert [g for p in pieces for g in lists(p)] == lists(items)


def lists(items: PhraseItems) -> list[Any]:
    """Return the gold and predicted phrases of each item, and which gold phrases are variants."""
    found = []
    for n in range(len(items)):
        sides = []
        for side in (items.gold, items.predicted):
            inside = slice(side.starts[n], side.starts[n + 1])
            concepts = [] if side.concepts is None else side.concepts[inside].tolist()
            sides.append(([items.words.phrases[c] for c in side.codes[inside]], concepts))
        found.append(sides)
    return found
