"""``lydite hop`` as a user types it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from inner import replace_inside
from lydite.cli import main, strategies
from lydite.core.spec import parse
from lydite.inference import Options
from lydite.knowledge.wikipedia import Wikipedia
from lydite.knowledge.wikipedia.build import BuildOptions as Building
from lydite.knowledge.wikipedia.build import build
from lydite.probes.hop import LinkGraph, hop, trace_walk
from lydite.reporting.charts import lengths, steps, trend


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    try:
        main(["hop", *map(str, args)])
        status = 0
    except SystemExit as end:
        status = int(end.code or 0)
    said = capsys.readouterr()
    return status, said.out, said.err


def test_tables(capsys: pytest.CaptureFixture[str], store: Path, vectors: Path) -> None:
    args = (store, "-c", "first", "-c", f"vectors(file={vectors})", "-c", "random(seed=3)", "-c", "shortest")
    status, out, _ = run(capsys, *args, "--bootstrap", 50)
    assert status == 0
    for said in ("How many reach it, and how directly", "Paired: ", "Shared vocabulary: how", "small.txt"):
        assert said in out
    assert "4 (33.33%)" in out
    assert out == run(capsys, *args, "--bootstrap", 50)[1]
    assert "| strategy |" in run(capsys, *args, "--format", "markdown", "--bootstrap", 0)[1]


def test_strategies_stand_best_first(capsys: pytest.CaptureFixture[str], store: Path) -> None:
    args = (store, "-c", "first", "-c", "shortest", "--bootstrap", 20)
    out = run(capsys, *args)[1]
    head, _, *rows = out.split("\n\n")[2].splitlines()
    assert head.split()[:4] == ["strategy", "rank", "reached", "↑"]
    assert [row.split()[:2] for row in rows] == [["shortest", "1"], ["first", "2"]]
    assert "Ranked by reached; ↑ higher is better, ↓ lower is better." in out
    matrix = out[out.index("row − column") :].splitlines()
    assert matrix[0].split()[3:] == ["shortest", "first"]
    assert matrix[3].split() == ["first", "0.25", "(4)"]


def test_without_tests(capsys: pytest.CaptureFixture[str], store: Path) -> None:
    args = (store, "-c", "first", "-c", "shortest", "--bootstrap", 20)
    status, out, _ = run(capsys, *args, "--test", "none")
    assert status == 0
    assert "share a letter" not in out
    assert "Paired tests" not in out
    assert "share a letter" in run(capsys, *args)[1]


def test_json(capsys: pytest.CaptureFixture[str], store: Path) -> None:
    args = (store, "-c", "first", "-c", "shortest", "--format", "json", "--bootstrap", 20)
    _, out, _ = run(capsys, *args)
    found = json.loads(out)
    assert found["schema"] == 1
    row = found["results"][0]
    assert (row["system"], row["measure"], row["group"], row["n"]) == ("shortest", "reached", None, 12)
    assert {t["measure"] for t in found["comparison"]["tests"]} >= {"reached", "hops, both reached"}
    assert found["comparison"]["swaps"] == 10_000


def test_trend_and_charts(capsys: pytest.CaptureFixture[str], store: Path, tmp_path: Path) -> None:
    for name, args in {
        "trend.svg": ("-c", "nth(n=1:4)"),
        "lengths.svg": ("-c", "first", "-c", "shortest"),
        "trace.html": ("-c", "wordnet", "--trace", "Cogito"),
    }.items():
        status, out, err = run(capsys, store, *args, "--bootstrap", 20, "--chart", tmp_path / name)
        assert status == 0, err
        assert (tmp_path / name).stat().st_size > 1_000
        if "trend" in name:
            assert "nth(n=4)" in out
    assert "mean hops" in (tmp_path / "trend.svg").read_text("utf-8")


def test_the_trend_has_a_place_for_every_number(store: Path) -> None:
    for times in (0, 10):
        found = hop(store, ["nth(n=1)", "nth(n=2)", "nth(n=3)"])
        chart = trend(found, found.results(Options(times)), "n")
        for panel in chart["hconcat"]:
            x = panel["layer"][0]["encoding"]["x"]
            assert x["axis"]["values"] == [1, 2, 3]
            assert x["scale"]["domain"] == [1, 3]  # though only the first arrives anywhere
        assert chart["title"].get("subtitle") == ("band: 95% interval over starts" if times else None)


def test_what_is_drawn(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = hop(store, ["first", "wordnet", "second", "shortest"])
    scale, *panels = lengths(found)["hconcat"]
    assert scale["vconcat"][1]["layer"][0]["encoding"]["y"]["title"] == "hops"
    assert scale["vconcat"][1]["layer"][0]["encoding"]["y"]["axis"]["values"] == [
        0,
        1,
        2,
        3,
        4,
    ]  # no half hops
    assert [p["title"]["text"] for p in panels] == [  # second reaches nothing, and that is drawn, too
        ["first", "4 of 12"],
        ["wordnet", "7 of 12"],
        ["second", "0 of 12"],
        ["shortest", "10 of 12"],
    ]
    bars = [p["vconcat"][0]["layer"][1]["data"]["values"][0]["share"] for p in panels]
    assert bars == pytest.approx([4 / 12, 7 / 12, 0, 10 / 12])
    _, dots = panels[1]["vconcat"][1]["layer"]  # so few walks are shown one by one
    assert sorted(r["hops"] for r in dots["data"]["values"]) == [1, 2, 2, 2, 3, 3, 3]
    assert len(panels[2]["vconcat"][1]["layer"]) == 1
    replace_inside(monkeypatch, "lydite.reporting.charts", "_FEW", 5)
    _, violin, quartiles, *_ = lengths(found)["hconcat"][2]["vconcat"][1]["layer"]
    (drawn,) = quartiles["data"]["values"]
    assert (drawn["low"], drawn["median"], drawn["high"]) == (2, 2, 3)
    assert drawn["mean"] == pytest.approx(16 / 7)
    assert max(r["right"] for r in violin["data"]["values"]) == 1
    assert {violin["data"]["values"][i]["at"] for i in (0, -1)} == {1, 3}  # no walk is shorter or longer
    assert all(r["left"] == -r["right"] for r in violin["data"]["values"])


def test_what_is_drawn_of_a_trace(store: Path) -> None:
    web = LinkGraph.of(Wikipedia.open(store))
    found = trace_walk(web, parse("wordnet", "chooser"), web.wikipedia.article("Stone"))
    one, two = steps([found])["vconcat"]
    assert [(r["place"], r["chosen"]) for r in one["data"]["values"]] == [(0, "considered"), (1, "chosen")]
    assert [r["rate"] for r in one["data"]["values"]] == pytest.approx([1 / 11, 1 / 2])
    assert one["encoding"]["x"]["axis"]["labelExpr"] == '["rock", "logic"][datum.value]'
    assert two["title"]["text"] == ["wordnet, hop 2: Logic"]


@pytest.fixture
def ratings(tmp_path: Path) -> Path:
    file = tmp_path / "ratings.txt"
    file.write_text("Word\tConc.M\nstone\t4.9\nlogic\t1.5\nphilosophy\t1.2\n", "utf-8")
    return file


@pytest.mark.parametrize("kind", ["text", "markdown", "latex", "json", "csv"])
def test_how_starts_are_spread_is_said_in_every_format(
    capsys: pytest.CaptureFixture[str], store: Path, ratings: Path, kind: str
) -> None:
    args = (store, "--by", "concreteness", "--ratings", ratings, "--bootstrap", 0, "--format", kind)
    status, out, err = run(capsys, *args)
    assert status == 0
    block = "Starts by concreteness: drawn / there are\n1.20–1.57      4 /     4"
    said = {"text": out, "markdown": out}.get(kind, err)
    assert said.count(block) == 1
    assert ("```text\n" + block in out) == (kind == "markdown")
    assert "concreteness: " in (err if kind == "csv" else out)


def test_latex_has_the_tables_of_the_report(capsys: pytest.CaptureFixture[str], store: Path) -> None:
    args = (store, "-c", "first", "-c", "match(using=exact)", "-c", "shortest")
    args += ("--bootstrap", 0, "--format")
    _, out, _ = run(capsys, *args, "latex")
    assert out.count(r"\begin{tabular}") == out.count(r"\end{tabular}") >= 5  # what is wide is parted
    assert r"first & 1--3 & \textbf{4 (33.33\%)}\textsuperscript{a}" in out
    assert "first & 4 & " in out
    assert "4 of 12" in out
    _, out, _ = run(capsys, *args, "markdown")
    assert "- Efficiency: " in out


def test_trace(capsys: pytest.CaptureFixture[str], store: Path) -> None:
    status, out, _ = run(capsys, store, "-c", "wordnet", "--trace", "Pebble")
    assert status == 0
    assert "Pebble → Stone → Logic → Philosophy" in out
    assert " > logic" in out
    _, out, _ = run(capsys, store, "-c", "wordnet", "--trace", "Pebble", "--format", "json")
    assert json.loads(out)["traces"][0]["end"] == "reached"


def test_what_is_wrong_is_said(
    capsys: pytest.CaptureFixture[str], store: Path, tmp_path: Path, vectors: Path
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("philosophy 1 0\nelsewhere 0 1\n", "utf-8")
    stranger = tmp_path / "stranger.txt"
    stranger.write_text("cat 1 0\n", "utf-8")
    bare = tmp_path / "bare"
    build([store.parent / "hops.xml"], bare, Building(lead=False))
    titles = tmp_path / "titles.txt"
    titles.write_text("Ston\n", "utf-8")
    for args, message in [
        ((store, "--target", "Philosofy"), "'Philosofy'.*Philosophy"),
        ((store, "-c", "frist"), "'frist'.*first"),
        ((bare,), "bare: .*leads"),
        ((tmp_path,), "store"),
        (
            (store, "--starts", titles),
            "titles.txt: .*line 1.*'Ston'",
        ),
        ((store, "--starts", 99), "99 .*12"),
        ((store, "--by", "concreteness"), "--by concreteness .*--ratings"),
        ((store, "--ratings", titles), "--ratings .*--by concreteness"),
        ((store, "--starts", titles, "--by", "first-link"), "--starts"),
        ((store, "-c", f"vectors(file={stranger})"), "stranger.*'Philosophy'"),
        ((store, "--trace", "Philosophy"), "Philosophy .*target"),
        ((store, "--trace", "Stone", "--starts", 3), "--trace "),
        ((store, "--trace", "Stone", "--by", "first-link"), "--trace "),
        ((store, "--trace", "Ston"), "'Ston'.*Stone"),
        ((tmp_path / "none", "--chart", tmp_path / "x.bmp"), "\\.bmp"),  # before anything else
    ]:
        status, out, err = run(capsys, *args)
        assert status == 2, args
        assert re.search(message, err), (args, err)
        assert "Traceback" not in err
        assert out == ""
    status, out, _ = run(capsys, store, "-c", "first", "-c", f"vectors(file={other})", "--bootstrap", 0)
    assert status == 0


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("-c", "first", "--hops", 1), "0 (0.00%)  2 (16.67%)  9 (75.00%)"),
        (("-c", "first", "--skip-visited"), "0 (0.00%)  6 (50.00%)  0 (0.00%)"),
        (("-c", "shortest", "--links", 1), "0 (0.00%)  8 (66.67%)  0 (0.00%)"),
        (("-c", "first", "--target", "Mind"), "12 starts to Mind"),
        (
            ("-c", "first", "-c", "shortest", "--test", "bootstrap", "--bootstrap", 9),
            "(paired bootstrap test",
        ),
        (
            ("-c", "first", "--digits", 3),
            "first     4  2.000  2       0.816  1    3    0.9167",
        ),
    ],
)
def test_every_option_counts(
    capsys: pytest.CaptureFixture[str], store: Path, args: tuple[object, ...], said: str
) -> None:
    assert said in run(capsys, store, "--bootstrap", 0, *args)[1]


@pytest.mark.parametrize("args", [("--starts", 5), ("--starts", 2, "--by", "first-link")])
def test_the_seed_goes_everywhere(
    capsys: pytest.CaptureFixture[str], store: Path, args: tuple[object, ...]
) -> None:
    def signature(seed: int) -> str:
        settings = ("--bootstrap", 0, "--format", "json", "--seed", seed)
        rows = json.loads(run(capsys, store, "-c", "shortest", *args, *settings)[1])["results"]
        return str(rows[-1]["signature"])

    assert len({signature(seed) for seed in range(6)}) > 1
    assert signature(1) == signature(1)


def test_starts_from_a_file(capsys: pytest.CaptureFixture[str], store: Path, tmp_path: Path) -> None:
    titles = tmp_path / "titles.txt"
    titles.write_text("Cogito\nMind\nStone\n", "utf-8")
    _, out, _ = run(capsys, store, "-c", "first", "--starts", titles, "--bootstrap", 0)
    assert out.startswith("2 starts to Philosophy")
    assert "1 (Cogito → Mind)" in out
    assert "once: 1" in out


def test_the_target_can_be_named(capsys: pytest.CaptureFixture[str], store: Path) -> None:
    status, _, err = run(capsys, store, "--target", "Filozofija")
    assert status == 2
    assert "--target" in err


def test_a_seed_that_was_typed_stays() -> None:
    for specs, seed, found in [
        (["random"], 5, ["random(seed=5)"]),
        (["random(seed=0)"], 5, ["random"]),
        (["random(seed=0:3)"], 3, ["random", "random(seed=1)", "random(seed=2)", "random(seed=3)"]),
    ]:
        assert [str(c) for c in strategies(specs, {}, seed)] == found


def test_vectors_that_know_no_link(capsys: pytest.CaptureFixture[str], store: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("lagoon 1 0\nelsewhere 0 1\n", "utf-8")
    args = (store, "--target", "Lagoon", "-c", f"vectors(file={other})", "--bootstrap", 0)
    _, out, _ = run(capsys, *args)
    assert "vectors(file=other.txt) knows no word" in out
    assert "12 (100.00%)" in out


def test_a_trace_says_where_a_redirect_leads(capsys: pytest.CaptureFixture[str], store: Path) -> None:
    _, out, err = run(capsys, store, "-c", "first", "--trace", "Cogito")
    assert "Mind → Logic → Philosophy" in out
    assert re.fullmatch("lydite: .*Cogito.*Mind.*\n", err)
    assert run(capsys, store, "-c", "first", "--trace", "mind")[2] == ""
