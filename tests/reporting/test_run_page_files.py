"""The page of a run and the files around it: no input is lost, and what is left out is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from command import refused, run
from lydite.core.io.digests import digest
from lydite.reporting.run_page import listed_run
from lydite.runs import read_run
from page_runs import page_data, run_of, save_demo

GOLD = {f"i{n}": [f"cat {n}", "dog"] for n in range(7)}
Capture = pytest.CaptureFixture[str]


def saved(path: Path, gold: dict[str, list[str]] = GOLD, *, items: bool = True, **systems: Any) -> Path:
    run_of(gold, systems or {path.stem: gold}, "F1(match=stem)", items=items).save(path)
    return path


def lines(path: Path, items: dict[str, list[str]]) -> Path:
    path.write_text("".join(json.dumps({"id": i, "phrases": p}) + "\n" for i, p in items.items()), "utf-8")
    return path


def test_no_page_replaces_what_it_is_made_of(tmp_path: Path, capsys: Capture) -> None:
    made = saved(tmp_path / "z.run")
    (tmp_path / "link.html").symlink_to(made)
    before = digest(made)
    for page in (made, tmp_path / "link.html"):
        told = refused(capsys, "report", made, "-o", page)
        assert told.startswith(f"lydite: {page}: ")
    assert digest(made) == before


def test_no_command_replaces_its_input(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    gold, mine = lines(tmp_path / "gold.jsonl", GOLD), lines(tmp_path / "mine.jsonl", GOLD)
    made = saved(tmp_path / "a.run")
    (tmp_path / "subs").mkdir()
    sent = lines(tmp_path / "subs" / "b.jsonl", GOLD)
    for command in (
        ("score", gold, "--runs", "subs", "-m", "F1", "-o", sent),
        ("score", gold, mine, "-o", mine),
        ("score", gold, mine, "--save", "./gold.jsonl"),
        ("score", gold, mine, "--documents", made, "--save", made),
        ("compare", made, "-f", "json", "-o", made),
    ):
        before = {path: digest(path) for path in (gold, mine, made, sent)}
        assert f"{command[-1]}".removeprefix("./") in refused(capsys, *command)
        assert {path: digest(path) for path in before} == before
    (tmp_path / "dots.csv").write_text("id,phrases\na,cat.dog\n", "utf-8")
    for out in ("/dev/null", "table.txt", "table.txt"):  # the separator is no folder
        score = ("score", "dots.csv", "dots.csv", "--same", "-m", "F1", "--bootstrap", "0")
        assert run(*score, "--separator", ".", "-o", out) == 0
    capsys.readouterr()
    made.rename("report.html")  # the page that is made where none is named
    assert "report.html: " in refused(capsys, "report", "report.html")
    assert "Is a directory" in refused(capsys, "report", "report.html", "-o", "subs")


def test_systems_without_items_are_named(tmp_path: Path) -> None:
    bare, full = saved(tmp_path / "bare.run", items=False), saved(tmp_path / "full.run")
    assert run("report", bare, full, "-o", tmp_path / "x.html", "--bootstrap", "0") == 0
    assert page_data(tmp_path / "x.html")["systems"] == ["full"]
    assert (tmp_path / "x.html").read_text("utf-8").count(
        "Saved without items, so not among them: bare."
    ) == 2


def test_different_gold_has_no_items(tmp_path: Path) -> None:
    one, two = saved(tmp_path / "one.run"), saved(tmp_path / "two.run", {item: ["cow"] for item in GOLD})
    page = tmp_path / "x.html"
    assert run("report", one, two, "--allow-different", "-o", page, "--bootstrap", "0") == 0
    assert page_data(page)["items"] == []
    text = page.read_text("utf-8")
    assert "different gold" in text
    both = read_run(one)
    listed = listed_run(both, None, both.systems)
    assert listed is not None
    assert listed.one_gold


def test_a_measure_that_is_not_there(tmp_path: Path, capsys: Capture) -> None:
    bare = saved(tmp_path / "bare.run", items=False)
    told = refused(capsys, "report", bare, "-m", "nonsense", "-o", tmp_path / "x.html")
    assert "'nonsense'" in told
    assert not (tmp_path / "x.html").exists()


def test_one_item(tmp_path: Path) -> None:
    saved(tmp_path / "one.run", {"a": ["cat"]})
    assert run("report", tmp_path / "one.run", "-o", tmp_path / "one.html", "--bootstrap", "0") == 0
    assert "<h1>one on 1 item</h1>" in (tmp_path / "one.html").read_text("utf-8")


def test_rows_have_heads_and_tables_are_reached(tmp_path: Path) -> None:
    save_demo(tmp_path / "demo.run")
    assert run("report", tmp_path / "demo.run", "-o", tmp_path / "demo.html", "--bootstrap", "0") == 0
    text = (tmp_path / "demo.html").read_text("utf-8")
    bodies = [body.partition("</tbody>")[0] for body in text.split("<tbody>")[1:]]
    assert len(bodies) > 4
    assert all(body.count('<th scope="row"') == body.count("<tr>") > 0 for body in bodies)
    assert '<th scope="row" class="name">speller</th>' in text
    assert text.count('class="wide"') == text.count('class="wide" tabindex="0"')
