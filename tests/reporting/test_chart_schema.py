"""Every chart is a specification as Vega-Lite's own schema has it (the one that Altair carries)."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sample_runs
from hopwiki import build_store
from inner import replace_inside
from lydite.core.spec import parse
from lydite.hashtags import MapPoint
from lydite.inference import Options, Result, Results
from lydite.knowledge.wikipedia import Wikipedia
from lydite.probes import examine_content
from lydite.probes.hop import LinkGraph, hop, trace_walk
from lydite.probes.testsets import TestSet
from lydite.reporting.charts import (
    VERSION,
    by_category,
    content_bars,
    lengths,
    map_specification,
    plain_json,
    specification,
    steps,
    themed,
    trend,
)
from lydite.vectors import Vectors

jsonschema = pytest.importorskip("jsonschema")
altair = pytest.importorskip("altair.vegalite.v5.schema")
DEMO = resources.files("lydite") / "data" / "demo" / "sentiment"
Spec = dict[str, Any]


@functools.cache
def validator() -> Any:
    text = resources.files("altair.vegalite.v5.schema").joinpath("vega-lite-schema.json").read_text("utf-8")
    return jsonschema.Draft7Validator(json.loads(text))


def complaint(spec: Spec) -> str:
    """Return what the schema has against a specification, as it is drawn; nothing where it is one."""
    error = jsonschema.exceptions.best_match(validator().iter_errors(themed(plain_json(spec, Path("x")))))
    return "" if error is None else f"{list(error.absolute_path)}: {error.message[:300]}"


def test_the_schema_is_that_of_what_draws() -> None:
    assert altair.SCHEMA_VERSION.removeprefix("v").startswith(VERSION)


def test_the_schema_objects() -> None:
    assert "brr" in complaint({"data": {"values": []}, "mark": "brr"})
    assert "not valid" in complaint(
        {"data": {"values": []}, "mark": "bar", "encoding": {"x": {"feild": "a"}}}
    )


def results(systems: int, specs: tuple[str, ...], **more: Any) -> Results:
    rows = []
    for i in range(systems):
        for spec in specs:
            measure = parse(spec)
            cut = {"cut": c} if (c := getattr(measure, "cut", None)) is not None else {}
            rows.append(Result(f"s{i}", spec, measure.arguments() | cut, 0.1 + i / 100, 0.05, 0.3, **more))
    return Results(tuple(rows))


SOFT = {"chance": 0.05, "corrected": 0.05, "corrected_low": -0.1, "corrected_high": 0.2}
CUTS = ("F1@1", "F1@5", "F1@10")
GRID = tuple(f"reval(k={k})@{r}" for k in (0, 5, 10) for r in (1, 5))
CHARTS: dict[str, Callable[[], Spec]] = {
    f"{len(specs)} of {count}, {'soft' if more else 'plain'}": functools.partial(
        lambda count, specs, more: specification(results(count, specs, **more)), count, specs, more
    )
    for count in (1, 2, 12)
    for specs in (("F1",), ("P", "R"), CUTS, GRID, (*CUTS, "P@1", "P@5", "P@10"))
    for more in ({}, SOFT)
}


@pytest.mark.parametrize("name", CHARTS)
def test_charts_of_results(name: str) -> None:
    assert complaint(CHARTS[name]()) == ""


def test_charts_of_undefined_and_lower_results() -> None:
    rows = [Result("a", "P", {}, np.nan, better="lower"), Result("a", "KLD", {}, 30.0, better="lower")]
    assert complaint(specification(Results(tuple(rows)))) == ""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_store(tmp_path_factory.mktemp("schema"))


def test_charts_of_walks(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = hop(store, ["first", "wordnet", "shortest"])
    assert complaint(lengths(found)) == ""
    replace_inside(monkeypatch, "lydite.reporting.charts", "_FEW", 2)
    assert complaint(lengths(found)) == ""
    sweep = hop(store, ["nth(n=1)", "nth(n=2)", "nth(n=3)"])
    assert complaint(trend(sweep, sweep.results(Options(10)), "n")) == ""
    web = LinkGraph.of(Wikipedia.open(store))
    way = trace_walk(web, parse("wordnet", "chooser"), web.wikipedia.article("Stone"))
    assert complaint(steps([way])) == ""


def test_charts_of_categories_and_maps() -> None:
    assert complaint(by_category(sample_runs.probed())) == ""
    points = [MapPoint(float(i), float(-i), "#a", f"tweet {i}") for i in range(3)]
    assert complaint(map_specification(points, "lsa")) == ""


def test_charts_of_content() -> None:
    vectors = Vectors.of({"a": [1, 0], "b": [1, 0.1], "c": [0, 1], "d": [0.1, 1]})
    sets = [TestSet.of_items({"k": {"Q1": "a", "Q2": "b"}, "l": {"Q3": "c", "Q4": "d"}}) for _ in range(2)]
    found = examine_content({"la": (vectors, sets[0]), "hi": (vectors, sets[1])}, ["topk(k=1)"])
    assert complaint(content_bars(found)) == ""


def test_every_file_of_charts_is_validated_here() -> None:
    """A chart that is new is written down here, and above with what it draws."""
    helpers = {"__init__", "labels", "margins", "rows", "saving", "theme", "violin"}
    here = Path(str(resources.files("lydite.reporting.charts")))
    assert {f.stem for f in here.glob("*.py")} - helpers == {
        "bars", "categories", "content", "curve", "hops", "tweet_map",
    }  # fmt: skip
