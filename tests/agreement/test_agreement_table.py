"""The table of docs/evidence/agreement.md is what its figures say; one row can be made alone."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import lydite
from experiment import load
from lydite.core.spec import REGISTRIES

SIMLEX = "word1,word2,similarity\nold,new,1.6\nsmart,intelligent,9.2\ncat,cats,9.9\ncat,dog,3\n"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return load("agreement")


def test_the_page_is_made_of_the_figures(script: Any) -> None:
    shown = script.PAGE.read_text("utf-8").partition(script.BEGIN)[2].partition(script.END)[0].strip()
    assert shown == script.render(json.loads(script.FIGURES.read_text("utf-8")))


def test_every_matcher_is_in_it_with_people_constants_and_chance(script: Any) -> None:
    rows = json.loads(script.FIGURES.read_text("utf-8"))
    assert {*script.PEOPLE, *script.BASELINES, *script.MATCHERS} <= set(rows)
    assert set(REGISTRIES["matcher"].all()) - {row.partition("(")[0] for row in rows} == {"wiktionary"}
    assert all(set(rows[row]) == set(script.COLUMNS) for row in (*script.MATCHERS, *script.BASELINES))
    assert all(lydite.parse(metric, "agreement") for _, metric in script.COLUMNS.values())


def test_one_row_is_made_alone(script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "substitution").mkdir()
    (tmp_path / "substitution" / "simlex999.csv").write_text(SIMLEX)
    for name in ("FIGURES", "PAGE"):
        monkeypatch.setattr(script, name, tmp_path / name)
    (tmp_path / "FIGURES").write_text('{"exact": {}}')
    (tmp_path / "PAGE").write_text(f"# Head\n{script.BEGIN}{script.END}\n")
    script.main([str(tmp_path), "--using", "stem", "--using", "lsa(corpus=none.txt)"])
    rows = json.loads((tmp_path / "FIGURES").read_text("utf-8"))
    assert list(rows) == ["exact", "stem", *script.BASELINES]
    assert rows["stem"]["SimLex ρ"]["value"] == pytest.approx(0.7746, abs=1e-4)
    assert "| `stem` | – |" in (tmp_path / "PAGE").read_text("utf-8")


def test_what_was_fitted_on_a_set_is_marked_there_and_leads_nothing(script: Any) -> None:
    cells = {"SimLex ρ": {"value": 0.6}, "BiRD ρ": {"value": 0.6}}
    rows = {"meaning(ask=kind)": cells, "exact": {title: {"value": 0.5} for title in cells}}
    shown = script.render(rows)
    assert "| `exact` | – | – | – | – | – | – | – | **.500** | .500 |" in shown
    assert "| `meaning(ask=kind)` | – | – | – | – | – | – | – | .600† | **.600** |" in shown
