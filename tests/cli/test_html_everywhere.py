"""``--format html`` on every command that prints results, and who publishes gold is told so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path
from typing import Any

import click
import pytest

from command import Lydite, caller
from inner import replace_inside
from lydite.cli import application
from page_runs import page_data, save_demo

WITHOUT = {
    "build hashtags": "makes a store, and says what is in it",
    "build testset cldr": "makes a test set, and says what is in it",
    "build testset wikidata": "makes a test set, and says what is in it",
    "build wikipedia": "makes a store, and says what is in it",
    "build wiktionary": "makes a store, and says what is in it",
    "build wordnet": "makes a store, and says what is in it",
    "report": "is a page, whatever is asked",
}
"""Commands without ``--format``, each with why; docs/report.md says the same."""
DEMO = resources.files("lydite") / "data" / "demo"
HELD = "gold and all predictions"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Lydite:
    return caller(capsys)


def commands(one: Any, context: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield every command of the tree by what is typed for it."""
    if not hasattr(one, "list_commands"):
        yield " ".join(path), one
        return
    for name in one.list_commands(context):
        below = one.get_command(context, name)
        yield from commands(below, click.Context(below, info_name=name, parent=context), (*path, name))


def test_every_command_has_html_or_a_reason() -> None:
    root = application()
    found = dict(commands(root, click.Context(root)))
    formats = {
        name: next((p.type.choices for p in one.params if "--format" in p.opts), ())
        for name, one in found.items()
    }
    assert {name for name, known in formats.items() if "html" not in known} == set(WITHOUT)
    told = (Path(__file__).parents[2] / "docs" / "report.md").read_text("utf-8")
    for name in {n.split()[0] for n in WITHOUT}:
        assert f"`{name}" in told


class _Text(HTMLParser):
    """Tags and cells of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.rows: list[list[str]] = []
        self._cell = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._cell = True

    def handle_endtag(self, tag: str) -> None:
        self._cell = self._cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._cell:
            self.rows[-1][-1] += data


def test_recommended_hashtags_as_a_page(tmp_path: Path, run: Lydite, monkeypatch: pytest.MonkeyPatch) -> None:
    replace_inside(monkeypatch, "lydite.reporting", "FIRST", 1)
    replace_inside(monkeypatch, "lydite.cli", "FIRST", 1)
    (tmp_path / "t.jsonl").write_text('{"id": "1", "text": "a cat on a mat #cat"}\n', "utf-8")
    (tmp_path / "q.jsonl").write_text('{"id": "7", "text": "cat"}\n{"id": "8", "text": "dog"}\n', "utf-8")
    args = (
        "hashtags",
        "recommend",
        str(tmp_path / "t.jsonl"),
        str(tmp_path / "q.jsonl"),
        "--using",
        "popular",
    )
    status, out, _ = run(*args, "--language", "any", "-o", str(tmp_path / "r.jsonl"), "--format", "html")
    assert status == 0
    assert ["tweets recommended for", "2"] in _Text(out).rows
    assert ["7", "#cat"] in _Text(out).rows
    assert "Recommended, the first 1 of 2; all are in r.jsonl" in out
    assert "#cat" in (tmp_path / "r.jsonl").read_text("utf-8")


@pytest.fixture
def board(tmp_path: Path) -> Path:
    (tmp_path / "teams").mkdir()
    for name in ("eager", "wary"):
        text = (DEMO / "sentiment" / "two_point" / f"{name}.tsv").read_text("utf-8")
        (tmp_path / "teams" / f"{name}.tsv").write_text(text, "utf-8")
    return tmp_path / "teams"


def test_who_publishes_labels_is_told_that_gold_is_in_them(board: Path, run: Lydite) -> None:
    gold = str(DEMO / "sentiment" / "two_point" / "gold.tsv")
    for given in ([str(board / "eager.tsv")], ["--runs", str(board)]):
        told = [run("semeval", "B", gold, *given, "--bootstrap", "0", "-f", f)[2] for f in ("html", "text")]
        assert [HELD in one for one in told] == [True, False]


def test_who_publishes_probes_is_told_that_gold_is_in_them(tmp_path: Path, run: Lydite) -> None:
    (tmp_path / "v").mkdir()
    (tmp_path / "v" / "v.vec").write_text("cat 1 0\ndog 1 0.1\nred 0 1\nblue 0.1 1\n", "utf-8")
    (tmp_path / "set.txt").write_text(": pets\ncat dog\n: colours\nred blue\n", "utf-8")
    asked = ("-t", str(tmp_path / "set.txt"), "-m", "topk(k=1)", "--bootstrap", "0", "-f", "html")
    for given in (str(tmp_path / "v" / "v.vec"),), ("--runs", str(tmp_path / "v")):
        assert HELD in run("probe", *given, *asked)[2]


def test_a_report_without_items_holds_no_gold(tmp_path: Path, run: Lydite) -> None:
    save_demo(tmp_path / "demo.run")
    page, saved = tmp_path / "r.html", str(tmp_path / "demo.run")
    assert re.search(f"{HELD}.*--no-items\n", run("report", saved, "-o", str(page))[2])
    assert page_data(page)["items"]
    assert re.fullmatch(f"lydite: .*{page}\n", run("report", saved, "-o", str(page), "--no-items")[2])
    assert page_data(page)["items"] == []
    text = page.read_text("utf-8")
    assert "--no-items" in text
    assert "telescope" not in text  # a gold phrase


def test_prevalences_show_no_items(tmp_path: Path, run: Lydite) -> None:
    for name, first in (("gold", 0.5), ("run", 0.25)):
        (tmp_path / f"{name}.tsv").write_text(f"a\t{first}\t{1 - first}\t8\nb\t1.0\t0.0\t8\n", "utf-8")
    files = [str(tmp_path / f"{name}.tsv") for name in ("gold", "run")]
    status, page, told = run("semeval", "D", *files, "--bootstrap", "0", "-f", "html")
    assert status == 0
    assert "Items are not shown: prevalences" in page
    assert HELD not in told
