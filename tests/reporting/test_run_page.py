"""The page of a run: what stands on it, in which order, and that nothing of the data is markup."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sample_runs
from command import refused, run
from inner import replace_inside
from lydite.core.spec import parse
from lydite.matchers import Matcher
from lydite.reporting.run_page import disagreements, listed_run, unknown_phrases
from lydite.runs import pack_run, read_run
from page_runs import HOSTILE, hostile_run, page_data, save_demo

SECTIONS = ["ranking", "table", "disagreement", "items", "unknown", "notes", "making"]


class Elements(HTMLParser):
    """The elements of a page, and the texts of those that have an id."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.ids: dict[str, str] = {}
        self.attributes: set[str] = set()
        self._open: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self._open = dict(attrs).get("id")
        if self._open:
            self.ids[self._open] = ""

    def handle_data(self, data: str) -> None:
        if self._open:
            self.ids[self._open] += data


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo")
    save_demo(folder / "demo.run")
    assert run("report", folder / "demo.run", "-o", folder / "report.html") == 0
    return folder


def test_the_order_of_the_page(demo: Path) -> None:
    page = Elements((demo / "report.html").read_text("utf-8"))
    assert [name for name in page.ids if name in SECTIONS] == SECTIONS
    assert page.names.count("figure") == 3
    assert {"copy-latex", "copy-markdown", "copy-csv"} <= {*page.ids}
    text = (demo / "report.html").read_text("utf-8")
    assert text.index("speller leads under all 3 measures") < text.index('id="ranking"')
    for said in (
        "shuffles of gold",
        "lydite report",
        "predictions of speller",
        "duplicates dropped from the lists",
    ):
        assert said in text


def test_a_page_loads_nothing_and_takes_little_room(demo: Path) -> None:
    text = (demo / "report.html").read_text("utf-8")
    data = re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert data is not None
    assert len(text.encode()) - len(data[1].encode()) < 100_000
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"', text) == []


@pytest.mark.parametrize("name", ["demo", "hops"])
def test_a_page_needs_no_extra(
    demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    made = demo / "demo.run"
    if name == "hops":
        made = tmp_path / "hops.run"
        sample_runs.hops().save(made)
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    assert run("report", made, "-o", tmp_path / "x.html") == 0
    assert (tmp_path / "x.html").read_text("utf-8").count('class="dots"') > 1


def test_the_first_items_are_listed(demo: Path, tmp_path: Path) -> None:
    whole = page_data(demo / "report.html")
    assert whole["systems"] == ["speller", "meaner"]
    assert len(whole["items"]) == whole["total"] == 20
    page = tmp_path / "part.html"
    assert run("report", demo / "demo.run", "-o", page, "--inside", "6") == 0
    assert spelled(page_data(page)) == spelled(whole)[:6]
    assert "The first 6 of 20 items are listed." in page.read_text("utf-8")
    assert "items are listed" not in (demo / "report.html").read_text("utf-8")
    assert [p.name for p in tmp_path.iterdir()] == ["part.html"]


def test_many_systems_have_fewer_items(demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many lists of phrases as a page can hold, a part of them in memory at once."""
    replace_inside(monkeypatch, "lydite.reporting.run_page", "ANSWERS", 12)  # of two systems
    replace_inside(monkeypatch, "lydite.reporting.run_page", "_LISTS", 3)
    page = tmp_path / "part.html"
    assert run("report", demo / "demo.run", "-o", page) == 0
    assert spelled(page_data(page)) == spelled(page_data(demo / "report.html"))[:6]


def spelled(page: Any) -> list[Any]:
    """Return the items of a page with phrases and paths for their numbers."""
    words, paths = page["words"], page["paths"]
    items = []
    for name, topic, gold, sides in page["items"]:
        told = [
            [
                score,
                [[words[p[0]], *([p[1], p[2], paths[p[3]], words[p[4]]] if p[1] >= 0 else [])] for p in of],
            ]
            for score, of in sides
        ]
        items.append([name, topic, [words[g] for g in gold], told])
    return items


def test_items_have_the_scores_of_the_run(demo: Path) -> None:
    saved = read_run(demo / "demo.run")
    wanted = {(r.system, i): v for r in saved.results() if "meaning" in r.measure for i, v in r.items.items()}
    block = page_data(demo / "report.html")
    for name, _, _, sides in block["items"]:
        for system, (score, _) in zip(block["systems"], sides, strict=True):
            assert score == pytest.approx(wanted[system, name], abs=1e-4)


def test_saved_without_items(tmp_path: Path) -> None:
    save_demo(tmp_path / "bare.run", items=False)
    assert run("report", tmp_path / "bare.run", "-o", tmp_path / "bare.html") == 0
    text = (tmp_path / "bare.html").read_text("utf-8")
    assert "--save-items" in text
    assert page_data(tmp_path / "bare.html")["items"] == []


@pytest.mark.parametrize("kind", [k for k in sample_runs.KINDS if k not in {"phrases", "labels", "probes"}])
def test_runs_without_items(tmp_path: Path, kind: str) -> None:
    getattr(sample_runs, kind)().save(tmp_path / "x.run")
    assert run("report", tmp_path / "x.run", "-o", tmp_path / "x.html", "--bootstrap", "50") == 0
    text = (tmp_path / "x.html").read_text("utf-8")
    why = "prevalences" if kind == "prevalences" else "item by item"
    assert why in text
    assert "<svg" in text


def test_a_source_that_is_not_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "v.txt").write_text("cat 1 0\nhound 1 0.1\ndog 1 0\n", "utf-8")
    made = sample_runs.phrases([f'F1(match=cosine(vectors="{tmp_path}/v.txt"))'])
    made.save(tmp_path / "c.run")
    (tmp_path / "v.txt").unlink()
    assert run("report", tmp_path / "c.run", "-o", tmp_path / "c.html", "--bootstrap", "50") == 0
    assert "items are not shown" in (tmp_path / "c.html").read_text("utf-8")
    assert "Traceback" not in capsys.readouterr().err


def test_a_run_of_another_version(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer:
        newer.setitem(pack_run.__globals__, "SCHEMA", 7)
        save_demo(tmp_path / "new.run", items=False)
    told = refused(capsys, "report", tmp_path / "new.run", "-o", tmp_path / "new.html")
    assert "newer version" in told
    assert not (tmp_path / "new.html").exists()


def test_nothing_of_the_data_is_markup(tmp_path: Path) -> None:
    hostile_run().save(tmp_path / "hostile.run")
    assert run("report", tmp_path / "hostile.run", "-o", tmp_path / "hostile.html", "--bootstrap", "50") == 0
    save_demo(tmp_path / "demo.run")
    assert run("report", tmp_path / "demo.run", "-o", tmp_path / "demo.html", "--bootstrap", "50") == 0
    hostile, plain = (Elements((tmp_path / f"{n}.html").read_text("utf-8")) for n in ("hostile", "demo"))
    assert {*hostile.names} <= {*plain.names}
    assert hostile.names.count("script") == 2
    assert hostile.attributes <= plain.attributes
    words = page_data(tmp_path / "hostile.html")["words"]
    assert {*HOSTILE} <= {*words}
    source = (tmp_path / "hostile.html").read_text("utf-8")
    assert "\u2028" not in source
    assert "\u202e" not in source
    assert "]]>" not in source[source.index('<script id="data"') : source.index("<script>")]


def test_score_gives_the_same_page(demo: Path, tmp_path: Path) -> None:
    folder = Path(sample_runs.__file__).parents[1] / "src" / "lydite" / "data" / "demo"
    files = [folder / f"{name}.jsonl" for name in ("gold", "speller", "meaner")]
    measures = [part for m in ("F1", "F1(match=stem)", "F1(match=meaning)") for part in ("-m", m)]
    out = tmp_path / "score.html"
    assert run("score", *files, *measures, "--format", "html", "-o", out) == 0
    ours, theirs = (Elements(p.read_text("utf-8")).ids for p in (out, demo / "report.html"))
    for part in ("data", "copy-latex", "copy-csv"):
        assert ours[part] == theirs[part]
    assert "lydite score" in out.read_text("utf-8")


def test_disagreements_and_unknown_phrases(demo: Path) -> None:
    listed = listed_run(read_run(demo / "demo.run"), None, ("speller", "meaner"))
    assert listed is not None
    found = disagreements(listed, 5)
    gaps = {
        (s, i): abs(m - x)
        for s in listed.systems
        for i, m, x in zip(
            listed.items(s).ids, listed.scores(s), np.asarray(listed.spelling_scores(s)), strict=True
        )
    }
    best = sorted(({i: max(gaps[s, i] for s in listed.systems) for _, i in gaps}).values(), reverse=True)
    assert [abs(one.meaning - one.spelling) for one in found] == pytest.approx(best[:5])
    lost = unknown_phrases(listed)
    assert lost is not None
    assert lost.phrases == ()
    saved = sample_runs.phrases(["F1(match=wordnet)"])
    made = listed_run(saved, None, saved.systems)
    assert made is not None
    strange = unknown_phrases(made)
    assert strange is not None
    assert ("犬", 1, 0) in strange.phrases


@pytest.mark.parametrize("spec", ["meaning", "wordnet", "stem", "rouge"])
def test_accounts_of_pairs_are_those_of_each(spec: str) -> None:
    matcher = parse(spec, "matcher")
    assert isinstance(matcher, Matcher)
    left = ["cat", "black dogs", "cars", "hot dog", "犬", "star system", "private key", "", "ATM"]
    right = [
        "kitten",
        "dog",
        "automobile",
        "dog",
        "dog",
        "galaxy",
        "public key",
        "x",
        "automated teller machine",
    ]
    assert matcher.explain_pairs(left, right) == [
        matcher.explain(a, b) for a, b in zip(left, right, strict=True)
    ]


def test_the_measure_asked_for(demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "stem.html"
    assert run("report", demo / "demo.run", "-m", "F1(match=stem)", "-o", page) == 0
    text = page.read_text("utf-8")
    assert "Matched by F1(match=stem)." in text
    assert "compares by spelling" in text
    capsys.readouterr()
    assert "no measure" in refused(capsys, "report", demo / "demo.run", "-m", "P", "-o", page)
