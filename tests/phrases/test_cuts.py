"""Cuts, by hand: every measure with a cut counts the first k predictions, not one more and not one less.

Gold is a, c, e. Of the one list the second and the third prediction match, of the other one the first and
the fourth. Nothing here is computed by the package's own code.
"""

from __future__ import annotations

from math import log2
from pathlib import Path
from typing import Any

import pytest

import lydite
from lydite.core.spec import REGISTRIES
from lydite.measures.phrases import align, explain
from lydite.reading import read

NEVER = float("nan")
GOLD = ["#a", "#c", "#e"]
INNER = ["#b", "#a", "#c", "#d"]
OUTER = ["#a", "#b", "#d", "#c"]
THESAURUS = "#d\t#e\t#x\n#b\t#y\n"  # the only synonym that matters: #e of #d

TWO, THREE, FOUR = 1 / log2(3), 1 / log2(4), 1 / log2(5)
# by measure: @1, @2, @3, @4, and a cut beyond the end of the list
BY_HAND: dict[str, dict[str, tuple[float, ...]]] = {
    "P": {"inner": (0, 1 / 2, 2 / 3, 2 / 4, 2 / 4), "outer": (1, 1 / 2, 1 / 3, 2 / 4, 2 / 4)},
    "P(pad=yes)": {"inner": (0, 1 / 2, 2 / 3, 2 / 4, 2 / 9), "outer": (1, 1 / 2, 1 / 3, 2 / 4, 2 / 9)},
    "R": {"inner": (0, 1 / 3, 2 / 3, 2 / 3, 2 / 3), "outer": (1 / 3, 1 / 3, 1 / 3, 2 / 3, 2 / 3)},
    "F1": {"inner": (0, 2 / 5, 2 / 3, 4 / 7, 4 / 7), "outer": (1 / 2, 2 / 5, 1 / 3, 4 / 7, 4 / 7)},
    "hit_rate": {"inner": (0, 1, 1, 1, 1), "outer": (1, 1, 1, 1, 1)},
    "hit_ratio": {"inner": (0, 1 / 2, 2 / 3, 2 / 3, 2 / 3), "outer": (1, 1 / 2, 1 / 3, 2 / 3, 2 / 3)},
    "RR": {"inner": (0, 1 / 2, 1 / 2, 1 / 2, 1 / 2), "outer": (1, 1, 1, 1, 1)},
    "AP": {
        "inner": (0, (1 / 2) / 2, (1 / 2 + 2 / 3) / 3, (1 / 2 + 2 / 3) / 3, (1 / 2 + 2 / 3) / 3),
        "outer": (1, 1 / 2, 1 / 3, (1 + 2 / 4) / 3, (1 + 2 / 4) / 3),
    },
    "nDCG": {
        "inner": (0, TWO / (1 + TWO), *[(TWO + THREE) / (1 + TWO + THREE)] * 3),
        "outer": (1, 1 / (1 + TWO), 1 / (1 + TWO + THREE), *[(1 + FOUR) / (1 + TWO + THREE)] * 2),
    },
    # no synonym counts: the hit ratio
    "reval(thesaurus=TAGS, k=0)": {
        "inner": (0, 1 / 2, 2 / 3, 2 / 3, 2 / 3), "outer": (1, 1 / 2, 1 / 3, 2 / 3, 2 / 3),
    },
    # #d stands for #e: of four predictions all three gold tags are found, of three each that stands for some
    "reval(thesaurus=TAGS, k=1)": {"inner": (0, 1 / 2, 2 / 3, 1, 1), "outer": (1, 1 / 2, 2 / 3, 1, 1)},
    # the smallest k at which a half, and the whole, is reached; NEVER has no number
    "smallest_k(thesaurus=TAGS, most=5)": {"inner": (NEVER, 0, 0, 0, 0), "outer": (0, 0, 1, 0, 0)},
    "smallest_k(thesaurus=TAGS, most=5, reach=1)": {
        "inner": (NEVER, NEVER, NEVER, 1, 1), "outer": (0, NEVER, NEVER, 1, 1),
    },
}  # fmt: skip


def value(measure: str, predictions: Any, gold: Any = GOLD) -> float:
    return lydite.evaluate({"i": gold}, {"i": predictions}, measure, bootstrap=0, chance=0)[0].value


def test_every_measure_with_a_cut_is_here() -> None:
    known = {text.partition("(")[0] for text in BY_HAND}
    assert known == {n for n, m in REGISTRIES["measure"].all().items() if "cut" in m.__dataclass_fields__}


@pytest.mark.parametrize("measure", BY_HAND)
@pytest.mark.parametrize(("name", "predictions"), [("inner", INNER), ("outer", OUTER)])
def test_by_hand(measure: str, name: str, predictions: list[str], tmp_path: Path) -> None:
    file = tmp_path / "tags.tsv"
    file.write_text(THESAURUS, "utf-8")
    spec = measure.replace("TAGS", f'"{file}"')
    expected = BY_HAND[measure][name]
    assert [value(f"{spec}@{k}", predictions) for k in (1, 2, 3, 4, 9)] == pytest.approx(
        list(expected), nan_ok=True
    )
    whole = expected[3]  # without a cut, and with M, all four count, and pad has nothing to divide by
    assert value(spec, predictions) == value(f"{spec}@M", predictions) == pytest.approx(whole)


@pytest.mark.parametrize(("k", "expected"), [(1, 1), (2, 1 / 2), (3, 2 / 3), (4, 2 / 4), (5, 2 / 4)])
def test_tied_scores_keep_their_order(k: int, expected: float) -> None:
    scores = {"#b": 0.5, "#a": 0.9, "#c": 0.5, "#d": 0.5}  # so the order is a, b, c, d
    assert value(f"P@{k}", scores) == pytest.approx(expected)


def test_a_duplicate_takes_no_place() -> None:
    assert [value(f"P@{k}", ["#a", "#A", "#c", "#b"]) for k in (1, 2, 3)] == pytest.approx([1, 1, 2 / 3])


def test_equally_good_matches_of_one_gold_phrase() -> None:
    """Each shares one of two words with the gold phrase: together they are paid once, or each by itself."""
    gold, run = ["red wine"], ["white wine", "red grape", "green tea"]
    once = [value(f"R(match=r_precision)@{k}", run, gold) for k in (1, 2, 3)]
    assert once == pytest.approx([1 / 2, 1 / 2, 1 / 2])
    each = [value(f"R(match=r_precision, assign=max)@{k}", run, gold) for k in (1, 2, 3)]
    assert each == pytest.approx([1 / 2, 1, 1])
    shares = [value(f"P(match=r_precision, assign=max)@{k}", run, gold) for k in (1, 2, 3)]
    assert shares == pytest.approx([1 / 2, 1 / 2, 1 / 3])


def test_no_prediction_is_looked_at_where_gold_has_none() -> None:
    """A cut at the number of gold phrases leaves nothing to show of an item without any."""
    gold, run = {"d": [], "e": ["cat"]}, {"d": ["cat", "dog"], "e": ["cat", "dog"]}
    lines = explain(align(read(gold), read(run)), "run", [lydite.parse("P@O")])
    assert [(p.item, p.status, p.prediction) for p in lines] == [("e", "matched", "cat")]
