"""The default preset of `wordnet` has the figures of docs/evidence/substitutability.md, on real data."""

from __future__ import annotations

import importlib
from pathlib import Path

import numpy as np
import pytest

from lydite.matchers.knowledge.wordnet import PRESETS, WordNetMatcher

ROOT = Path(__file__).parents[2]
FIGURES = {  # Spearman's ρ on HyperLex, Combo · SR, Combo, SR over twenty draws of SWORDS
    "tuned": (0.614, 0.233, 0.524, 0.444),
    "default": (0.680, 0.248, 0.554, 0.448),
}


@pytest.fixture(scope="module")
def script(monkeypatch_module: pytest.MonkeyPatch):
    monkeypatch_module.syspath_prepend(str(ROOT / "experiments"))
    return importlib.import_module("preset")


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


def test_the_figures_of_the_presets(script, shared_data: Path) -> None:
    data = script.Data(shared_data / "substitution", np.random.default_rng(0))
    left, right = zip(*data.asked, strict=True)
    for preset, expected in FIGURES.items():
        sums, scores = data.judge(WordNetMatcher(preset=preset).pairs(left, right))
        found = (script.spearman(scores, data.grades), *script.product(sums))
        assert tuple(round(x, 3) for x in found) == expected
    assert FIGURES["default"][0] >= script.LEAST


def test_what_is_drawn_is_a_preset(script) -> None:
    generator = np.random.default_rng(5)
    for _ in range(50):
        drawn = script.drawn(generator)
        assert set(drawn) <= set(PRESETS["default"])
        assert WordNetMatcher(**drawn).settings["sp_min"] <= WordNetMatcher(**drawn).settings["sp_max"]


def test_the_page_says_so() -> None:
    page = (ROOT / "docs" / "evidence" / "substitutability.md").read_text("utf-8")
    for preset, expected in FIGURES.items():
        spec = str(WordNetMatcher(preset=preset))
        assert f"{'  '.join(f'{x:.3f}' for x in expected)}  {spec}\n" in page
