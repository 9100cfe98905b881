"""What ``--format json`` printed comes back as results."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

import sample_runs
from lydite import Results
from lydite.core.errors import InputError
from lydite.inference import Options
from lydite.reporting import best_first, render


@pytest.mark.parametrize("kind", sample_runs.KINDS)
def test_printed_results_come_back(kind: str, tmp_path: Path) -> None:
    made = sample_runs.make(kind).comparison(Options(20), times=50)
    results = best_first(made.results, made)
    text = render(made.results, "json", comparison=made)
    (tmp_path / "x.json").write_text(text, "utf-8")
    for source in (text, text.encode(), tmp_path / "x.json", str(tmp_path / "x.json")):
        found = Results.from_json(source)
        assert [r.row() for r in found] == json.loads(text)["results"]
        assert found.notes == made.results.notes
        assert [r.signature for r in found] == [r.signature for r in results]
        assert render(found, "json") == render(results, "json")


def test_undefined_values_are_not_a_number_again() -> None:
    run = sample_runs.phrases(["F1"])
    (unscored,) = [r for r in run.results(Options(0, by="user")) if r.group == "u1" and r.system == "speller"]
    text = render(Results((unscored,)), "json")
    assert math.isnan(Results.from_json(text)[0].value) == math.isnan(unscored.value)


GOOD: dict[str, Any] = json.loads(render(sample_runs.phrases(["F1"]).results(Options(0)), "json"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "JSON"),
        ('{"schema": 2, "results": []}', "schema 1"),
        ('{"schema": 1}', "Expected `array`, got `null`"),
        ('{"schema": 1, "results": [{}]}', "missing required field `system`"),
        (json.dumps(GOOD | {"results": [GOOD["results"][0] | {"value": "high"}]}), "`$[0].value`"),
        (json.dumps(GOOD | {"notes": [3]}), "Expected `str`, got `int`"),
        ('{"schema": 1, "results": ' + "[" * 100_000, "JSON"),
        ("nowhere/x.json", "nowhere/x.json: "),
        ("\0", "read"),
    ],
)
def test_what_is_no_printed_result(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        Results.from_json(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
