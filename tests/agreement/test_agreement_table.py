"""The one table of docs/evidence/agreement.md is what its figures say; one row can be made alone."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lydite
from lydite.probes.agreement.pairs.reading import parse_pairs
from lydite.spec import REGISTRIES, parse

ROOT = Path(__file__).parents[2]
SIMLEX = "word1,word2,similarity\nold,new,1.6\nsmart,intelligent,9.2\ncat,cats,9.9\ncat,dog,3\n"


@pytest.fixture(scope="module")
def scripts() -> Iterator[tuple[Any, Any]]:
    """The script that makes rows, and the one that makes the table."""
    sys.path.insert(0, str(ROOT / "experiments"))
    yield importlib.import_module("agreement"), importlib.import_module("agreement_table")
    sys.path.remove(str(ROOT / "experiments"))


def test_the_page_is_made_of_the_figures(scripts: Any) -> None:
    _, table = scripts
    text = table.PAGE.read_text("utf-8")
    shown = text.partition(table.BEGIN)[2].partition(table.END)[0].strip()
    assert shown == table.render(table.load()).strip(), "python experiments/agreement.py --page"


def test_every_matcher_is_in_it_with_people_constants_and_chance(scripts: Any) -> None:
    _, table = scripts
    rows = table.load()["rows"]
    assert {*table.BESIDE, *table.MATCHERS} <= set(rows)
    missing = set(REGISTRIES["matcher"].all()) - {spec.partition("(")[0] for spec in rows}
    assert missing == set(table.SOURCELESS), "experiments/agreement.py DATA --sources FOLDER makes their rows"
    shown = table.render(table.load())
    assert all(f"`{name}`: {reason}" in shown for name, reason in table.SOURCELESS.items())
    for spec in table.MATCHERS:  # all of them are on every set
        assert set(rows[spec]["cells"]) == set(table.COLUMNS), spec
        assert set(rows[spec]["known"]) == {*table.load()["sets"], "all"} - {table.DRAWN}
    for spec in table.BESIDE[2:]:
        assert set(rows[spec]["cells"]) == set(table.COLUMNS)
    assert all(parse(metric, "agreement") for _, metric in table.COLUMNS.values())


def test_one_row_is_made_alone_and_joined(
    scripts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, table = scripts
    monkeypatch.setattr(table, "FIGURES", tmp_path / "figures.json")
    sets = {"SimLex": parse_pairs(SIMLEX, "s.csv", "s")}
    figures = table.load()
    script.make(lydite.matcher("stem"), sets, figures)
    before = json.dumps(figures["rows"]["stem"])
    script.make(lydite.matcher("exact"), sets, figures)
    table.save(figures)
    again = table.load()
    assert json.dumps(again["rows"]["stem"]) == before
    assert list(again["rows"]) == ["exact", "stem", *table.BESIDE[2:]]
    assert again["rows"]["stem"]["cells"]["SimLex ρ"]["value"] == pytest.approx(0.7746, abs=1e-4)
    assert script.usable(["exact", "morph"], again) == [lydite.matcher("morph")]
    assert again["rows"]["stem"]["known"] == {"SimLex": 1.0, "all": 1.0}
    assert "| `stem` | 1.000 | – |" in table.render({**again, "sets": {}})


def test_phrases_known_stand_beside_each_row(scripts: Any, tmp_path: Path) -> None:
    script, table = scripts
    corpus = tmp_path / "few.txt"
    corpus.write_text("an old cat\na smart dog\n")
    matcher = lydite.matcher(f"pmi(corpus={corpus})")
    sets = {"SimLex": parse_pairs(SIMLEX, "s.csv", "s")}
    assert script.coverage(matcher, sets) == {"SimLex": pytest.approx(4 / 7), "all": pytest.approx(4 / 7)}
    figures = {"sets": {}, "rows": {}}
    script.make(matcher, sets, figures)
    figures["sets"] = {"SimLex": {"items": 4, "unit": "pairs", "digest": "0"}}
    shown = table.render(figures)
    assert "| `pmi(corpus=few.txt)` | .571 | – |" in shown
    assert "| phrases known | SimLex |\n| --- | ---: |\n| `pmi(corpus=few.txt)` | .571 |" in shown


def test_what_was_fitted_on_a_set_is_marked_there_and_leads_nothing(scripts: Any) -> None:
    _, table = scripts
    cell = {"SimLex ρ": {"value": 0.6}, "BiRD ρ": {"value": 0.6}}
    low = {title: {"value": 0.5} for title in cell}
    rows = {"meaning": {"cells": cell}, "exact": {"cells": low}}
    shown = table.render({"sets": {}, "rows": rows}).splitlines()
    places = [list(table.COLUMNS).index(title) + 3 for title in cell]
    by_row = {line.split("|")[1].strip(): [line.split("|")[i].strip() for i in places] for line in shown[2:4]}
    assert by_row == {"`meaning`": [".600†", "**.600**"], "`exact`": ["**.500**", ".500"]}
    assert any(line.startswith("† Chosen or learned on this set") for line in shown)


def test_rows_whose_files_are_not_there_stay_as_they_are(
    scripts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script, _ = scripts
    monkeypatch.chdir(tmp_path)
    assert [m.name for m in script.usable(["exact", "lsa(corpus=none.txt)"], {"rows": {}})] == ["exact"]
    assert "left out: lsa(corpus=none.txt)" in capsys.readouterr().err


def test_a_matcher_that_nobody_listed_becomes_a_row(scripts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    script, _ = scripts
    monkeypatch.setattr(script, "MATCHERS", [m for m in script.MATCHERS if m not in ("stem", "meteor")])
    assert {"stem", "meteor"} <= set(script.unlisted())
    assert not {"exact", "wordnet", "pmi", "constant", "random", "wiktionary"} & set(script.unlisted())


def test_the_command_finds_every_matcher_that_it_is_asked_for(scripts: Any) -> None:
    script, table = scripts
    for spec in (*table.MATCHERS, *script.unlisted()):
        assert script.matcher_of(spec).short() == spec
