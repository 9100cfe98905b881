"""Scripts that learn the model of ``meaning`` start: they use names of the package that others may move."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import experiment

pytest.importorskip("scipy")
TOOLS = Path(__file__).parents[1] / "tools"


@pytest.mark.parametrize("name", ["match", "choose"])
def test_tools_of_the_model_print_their_help(name: str) -> None:
    found = subprocess.run(
        [sys.executable, TOOLS / f"{name}.py", "--help"], capture_output=True, text=True, check=True
    )
    assert f"python tools/{name}.py DATA WORDNET" in found.stdout


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.delitem(sys.modules, "match", raising=False)  # experiments have a file of this name, too
    monkeypatch.setattr(sys, "path", [str(TOOLS), *sys.path])
    return experiment.load("choose", TOOLS)


def folds(tool: ModuleType, *gains: float, **others: float) -> list[dict[str, float]]:
    """Return figures of folds that are ahead by so many steps, within the limits but for others."""
    steps = {name: step for part in tool.STEPS.values() for name, step in part.items()}
    kept = {name.replace(" ", "_"): 0.0 for name in tool.LIMITS} | others
    limits = {name.replace("_", " "): most for name, most in kept.items()}
    return [{name: gain * step for name, step in steps.items()} | limits for gain in gains]


def test_the_rule_chooses_what_is_ahead_by_a_standard_error(tool: ModuleType) -> None:
    compared = tool.compare({"present": folds(tool, 0, 0, 0, 0, 0), "better": folds(tool, 1, 2, 3, 4, 5)})
    assert compared["present"][:3] == pytest.approx((0, 3, 0.5**0.5))
    assert tool.choose(compared) == ["better", "present"]


def test_the_present_setting_stays_where_the_lead_is_within_the_error(tool: ModuleType) -> None:
    found = {
        "present": folds(tool, 0, 0, 0, 0, 0),
        "better": folds(tool, 9, -8, 9, -8, 1),
        "best": folds(tool, 9, -8, 9, -8, 2),
    }
    assert tool.choose(tool.compare(found)) == ["present", "best", "better"]


def test_a_setting_that_breaks_a_limit_is_not_chosen(tool: ModuleType) -> None:
    found = {
        "present": folds(tool, 0, 0),
        "over": folds(tool, 8, 9, two_lists=0.2),
        "better": folds(tool, 1, 2, two_lists=0.1),
    }
    compared = tool.compare(found)
    assert compared["over"].over == ("two lists",)
    assert tool.choose(compared) == ["better", "present"]


def test_the_mean_of_models_leaves_them_as_they_are(tool: ModuleType) -> None:
    tree = {"column": [0, 0, 0], "cut": [0.5, 0.2, 0.8], "ways": [[1, 2, 1], [1, 1, 1], [2, 2, 2]]}
    one = {k: np.array(v, np.uint16 if k == "ways" else None) for k, v in tree.items()}
    one |= {"roots": np.array([0]), "base": 0.25}
    assert tool.match.mean_of([one, one, one, one])["cut"].tolist() == [0.5, 0.05, 0.2] * 4
    joined = tool.match.mean_of([one, one])
    assert joined["cut"].tolist() == [0.5, 0.1, 0.4, 0.5, 0.1, 0.4]
    assert joined["ways"][3].tolist() == [4, 5, 4]
    assert joined["roots"].tolist() == [0, 3]
    assert one["cut"].tolist() == tree["cut"]


def test_reported_pairs_are_the_same_in_any_order_and_spelling(tool: ModuleType) -> None:
    assert tool.match.same_pair("Web-page", "café") == tool.match.same_pair("cafe", "web page")
    assert tool.match.same_pair("page", "web page") != tool.match.same_pair("page", "web site")


def test_reported_pairs_are_not_fitted(tool: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    model = tool.match
    rows = [model.Row(a, b, 0.5, 1.0, "SimLex", b) for a, b in (("Old man", "elder"), ("elder", "young man"))]
    monkeypatch.setattr(model, "rated", lambda data: rows)
    for name in ("made", "variants", "far"):
        monkeypatch.setattr(model, name, lambda *given: [])
    monkeypatch.setattr(model.sets, "THESAURI", {})
    monkeypatch.setattr(model.sets, "patent", lambda data, part: ([], [], []))
    monkeypatch.setattr(model, "reported", lambda data, net: {model.same_pair("elder", "old-man")})
    assert model.all_rows(TOOLS, {}) == rows[1:]
