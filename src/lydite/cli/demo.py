"""``lydite demo``: the main job on small embedded data."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources

from lydite.cli import _options as o
from lydite.reporting.report import Report

NEEDS_ARGUMENTS = False
MEASURES = ["F1", "F1(match=stem)", "F1(match=meaning)"]
TITLE = "Twenty items, gold tags against two systems: one repeats words, one paraphrases."


@o.reports()
def command(*, shared: o.ReportOptions) -> Report:  # noqa: ARG001
    """Score two small systems on embedded data, side by side."""
    from lydite.api.scoring import compare
    from lydite.reporting.views import results

    folder = resources.files("lydite").joinpath("data/demo")
    with resources.as_file(folder) as files:
        systems = {name: str(files / f"{name}.jsonl") for name in ("speller", "meaner")}
        comparison = compare(str(files / "gold.jsonl"), systems, MEASURES)
    return replace(results.report(comparison.results, comparison), title=TITLE)
