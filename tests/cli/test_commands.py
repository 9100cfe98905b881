"""The commands of the foundation, as a user types them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import lydite
from lydite.cli import application, main
from lydite.core.spec import REGISTRIES
from lydite.reporting import format_names

DEMO = Path(str(resources.files("lydite").joinpath("data/demo")))
GOLD, SPELLER, MEANER = (str(DEMO / f"{n}.jsonl") for n in ("gold", "speller", "meaner"))


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(list(args))
    printed = capsys.readouterr()
    return int(stop.value.code or 0), printed.out, printed.err


def test_list_names_everything(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "list")
    assert status == 0
    for registry in REGISTRIES.values():
        for name, one in registry.all().items():
            assert f"  {name}" in out
            assert one.cited() in out


@pytest.mark.parametrize("name", [n for r in REGISTRIES.values() for n in r.all()])
def test_list_explains_each(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, out, _ = run(capsys, "list", name)
    assert status == 0
    assert name in out.splitlines()[0]


def test_list_in_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = run(capsys, "list", "tuners")
    for name in format_names():
        status, out, _ = run(capsys, "list", "tuners", "--format", name)
        assert status == 0
        assert all(one in out for one in REGISTRIES["tuner"].all())
    assert run(capsys, "list", "tuners", "--format", "text")[1] == text


def test_list_of_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "list", "hit_rati")
    assert (status, err.count("\n")) == (2, 1)
    assert "hit_ratio?" in err


def test_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "score", GOLD, SPELLER, "-m", "F1@2", "--format", "json")
    found = json.loads(out)
    assert found["schema"] == 1
    keys = ["system", "measure", "parameters", "group", "value", "low", "high", "chance", "chance_error"]
    keys += [
        "corrected",
        "corrected_low",
        "corrected_high",
        "n",
        "unscored",
        "coverage",
        "better",
        "signature",
    ]
    assert list(found["results"][0]) == keys
    assert found["results"][0]["chance"] is None


def test_json_says_how_systems_were_compared(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["score", GOLD, SPELLER, MEANER, "-m", "F1", "--format", "json", "--test"]
    tests = "randomisation", "bootstrap"
    found = [json.loads(run(capsys, *asked, test)[1])["comparison"] for test in tests]
    assert [(c["test"], c["level"], c["swaps"]) for c in found] == [
        ("randomisation", 0.95, 10_000),
        ("bootstrap", 0.95, None),
    ]


def test_saved_runs_are_compared_without_scoring(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = ["-m", "F1", "-m", "F1(match=rouge)@3"]
    options = ["--by", "topic", "--format", "json", "--bootstrap", "100"]
    _, whole, _ = run(capsys, "score", GOLD, SPELLER, MEANER, *asked, *options)
    saved = [str(tmp_path / f"{n}.run") for n in "abc"]
    for system, file in zip((SPELLER, MEANER), saved, strict=False):
        plain, kept = (
            run(capsys, "score", GOLD, system, *asked, *more)
            for more in ([], ["--save", file, "--save-items"])
        )
        assert plain == kept
    assert run(capsys, "compare", *saved[:2], *options, "--save", saved[2])[1] == whole
    assert run(capsys, "compare", saved[2], *options)[1] == whole
    run(capsys, "score", GOLD, SPELLER, *asked, "--no-chance", "--save", saved[2])
    assert "chance:" in run(capsys, "compare", saved[0], saved[2])[2]
    assert "speller (a)" in run(capsys, "compare", saved[0], saved[2], "--allow-different")[1]


def test_the_policy_for_missing_items_is_signed(capsys: pytest.CaptureFixture[str]) -> None:
    for policy in ("zero", "skip"):
        asked = ["-m", "F1", "--missing", policy, "--format", "json"]
        (found,) = json.loads(run(capsys, "score", GOLD, SPELLER, *asked)[1])["results"]
        assert f"|missing:{policy}|" in found["signature"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["score", GOLD, SPELLER, SPELLER], "twice"),
        (["score", GOLD, SPELLER, "--define", "wp"], "--define .*name=path.*'wp'"),
        (["score", GOLD, SPELLER, "--by", "topik"], "'topik'.*topic"),
        (["score", GOLD, SPELLER, "-m", "Fl"], "measure 'Fl'.*F1"),
        (
            ["score", GOLD, SPELLER, "-m", "F1", "-m", "KLD"],
            "labels .*phrases .*KLD .*F1",
        ),
        (["score", "-", "-"], "standard input .*once"),
        (["compare", GOLD], "gold.jsonl: .*run"),
        (["compare", "missing.run"], "missing.run"),
        (["score", GOLD, SPELLER, "--save-items"], "--save-items .*--save"),
    ],
)
def test_bad_arguments(capsys: pytest.CaptureFixture[str], args: list[str], message: str) -> None:
    status, out, err = run(capsys, *args)
    assert (status, out) == (2, "")
    assert re.search(message, err)


def files_to_write(group: Any, name: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield each command with an option for a file: its words, dummies for what it needs, the option."""
    for word in group.list_commands(None):
        one = group.get_command(None, word)
        if hasattr(one, "list_commands"):
            yield from files_to_write(one, (*name, word))
            continue
        for option in (p for p in one.params if p.name in {"output", "chart", "items", "svg", "map", "save"}):
            needed = [p for p in one.params if p.required and p is not option]
            flags = [[p.opts[0]] if p.param_type_name == "option" else [] for p in needed]
            dummies = [x for flag in flags for x in (*flag, "none")]
            yield (*name, word, *dummies, option.opts[0])


@pytest.mark.parametrize("args", list(files_to_write(application())), ids=" ".join)
def test_a_place_that_cannot_be_written_is_told_before_the_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, args: tuple[str, ...]
) -> None:
    (tmp_path / "file").write_text("no folder")
    path = tmp_path / "file" / ("x" if args[-1] in ("--output", "--save") else "x.html")
    found = run(capsys, *args, str(path))
    assert found[:2] == (2, "")
    assert re.fullmatch(f"lydite: {path}: .*Not a directory\n", found[2])


def test_version_and_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version")[1].startswith("lydite 0.")
    status, _, err = run(capsys, "scroe")
    assert status == 2
    assert "scroe" in err


def test_demo(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "demo", "--format", "json")
    found = {(r["system"], r["measure"]): r for r in json.loads(out)["results"]}
    spelled, meant = found["speller", "F1"], found["meaner", "F1(match=meaning)"]
    assert status == 0
    assert spelled["value"] > found["meaner", "F1"]["value"]
    assert meant["value"] > found["meaner", "F1"]["value"]
    assert 0 < meant["chance"] < meant["corrected"] < meant["value"]


@pytest.mark.parametrize(
    ("systems", "measures", "message"),
    [
        ({"a": {"d": ["x"]}}, ["F1", 3], "not 3"),
        ({"a": {"d": ["x"]}}, [], "no measure"),
        ({}, "F1", "no system"),
    ],
)
def test_bad_arguments_from_python(systems: Any, measures: Any, message: str) -> None:
    with pytest.raises(lydite.LyditeError, match=message):
        lydite.compare({"d": ["x"]}, systems, measures)
