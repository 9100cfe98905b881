"""Charts of agreement."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def test_charts(call: Any, tmp_path: Path) -> None:
    file = tmp_path / "rows.svg"
    status, _, err = call("q.jsonl", "-u", "wordnet", "-m", "SR", "--chart", str(file), "--bootstrap", "50")
    assert status == 0, err
    assert file.read_text().startswith("<svg")


def test_reliability_chart() -> None:
    import dataclasses

    import numpy as np

    from lydite.matchers.surface.exact import Exact
    from lydite.probes.agreement import PairSet, agree
    from lydite.probes.agreement.pairs import Pair
    from lydite.reporting.views.agreement import AgreementSummary, report

    class Forecaster(Exact):
        """Expects most people to accept what is the same."""

        def acceptance(self, candidates: Any, references: Any) -> Any:
            return np.where(self.pairs(candidates, references) > 0, 0.9, 0.2)

    pairs = PairSet("p", (Pair("a", "a", 1, accepted=1.0), Pair("a", "b", 0, accepted=0.25)))
    run = agree(pairs, [Forecaster()], ["ECE", "brier"], baselines=False)
    made = report([AgreementSummary(run, run.results())])
    points = json.loads(made.render("json"))["reliability"]
    assert [(p["system"], p["expected"], p["accepted"]) for p in points] == [
        ("exact", 0.2, 0.25),
        ("exact", 0.9, 1.0),
    ]
    drawn = made.charts[0]()
    assert len(drawn["layer"]) == 2
    assert [row["count"] for row in drawn["layer"][1]["data"]["values"]] == [1, 1]
    assert (drawn["title"]["text"], drawn["title"]["subtitle"][0]) == (["Reliability: p"], "exact")
    again = agree(dataclasses.replace(pairs, name="q"), [Forecaster()], ["ECE"], baselines=False)
    both = report([AgreementSummary(run, run.results()), AgreementSummary(again, again.results())]).charts[
        0
    ]()
    assert {row["series"] for row in both["layer"][1]["data"]["values"]} == {"p: exact", "q: exact"}
