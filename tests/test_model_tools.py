"""Scripts that learn the model of ``meaning`` start: they use names of the package that others may move."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

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
    found = {"present": folds(tool, 0, 0, 0, 0, 0), "better": folds(tool, 1, 2, 3, 4, 5)}
    compared = tool.compare(found)
    assert compared["better"][:3] == pytest.approx((3, 3, 0.5**0.5))
    assert tool.choose(compared) == ("better", "better")


def test_the_present_setting_stays_where_the_lead_is_within_the_error(tool: ModuleType) -> None:
    found = {"present": folds(tool, 0, 0, 0, 0, 0), "noisy": folds(tool, 9, -8, 9, -8, 1)}
    assert tool.choose(tool.compare(found)) == ("noisy", "present")


def test_a_setting_that_breaks_a_limit_is_not_chosen(tool: ModuleType) -> None:
    found = {
        "present": folds(tool, 0, 0),
        "over": folds(tool, 8, 9, two_lists=0.2),
        "within": folds(tool, 1, 2, two_lists=0.1),
    }
    compared = tool.compare(found)
    assert compared["over"].over == ("two lists",)
    assert tool.choose(compared) == ("within", "within")


def test_nothing_better_leaves_the_present_setting(tool: ModuleType) -> None:
    found = {"present": folds(tool, 3, 3), "worse": folds(tool, 1, 2)}
    assert tool.choose(tool.compare(found)) == ("present", "present")
