"""From a folder of submissions to a ranked page: two hundred of them, ten broken in ten ways."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import submissions
from command import Lydite, caller
from lydite.core.spec import parse
from lydite.inference import Inference, ItemStatistics, compare
from lydite.reporting import Report

TAGS = {*("html head meta title style body h1 h2 div table thead tbody tr th td p span").split()}  # noqa: SIM905
FAULTS = {
    "columns.csv": "line 3: .*2 columns",
    "cut.jsonl.gz": "truncated",
    "empty.jsonl": "empty",
    "fields.jsonl": "line 1: .*phrases",
    "half.jsonl": "line 2: .*JSON",
    "latin.csv": "line 2: .*UTF-8",
    "noise.bin": "line 1: .*UTF-8",
    "numbers.json": "object .*number",
    "others.jsonl": "ids ",
    "twice.jsonl": "line 2: item 'd000' ",
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Lydite:
    return caller(capsys)


class _Page(HTMLParser):
    """The rows of the tables of a page, and every tag in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.rows: list[list[str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def test_two_hundred_submissions_become_a_ranked_page(tmp_path: Path, run: Lydite) -> None:
    gold, folder = submissions.write(tmp_path)
    assert len(list(folder.iterdir())) == 200
    page = tmp_path / "board.html"
    status, _, err = run(
        "score", str(gold), "--runs", str(folder), "--rank-by", "F1(match=stem)@10", "--no-chance",
        "--bootstrap", "200", "--format", "html", "-o", str(page),
    )  # fmt: skip
    assert status == 0, err
    table = page.read_text("utf-8").partition('<section id="table">')[2].partition('<div class="copies">')[0]
    rows = _Page(table).rows
    systems = [row for row in rows if row[1].startswith("team-")]
    assert len(systems) == 190
    values = [float(row[2].split()[0]) for row in systems]
    assert values == sorted(values, reverse=True)
    assert re.fullmatch(r"1 \[1–\d+\]", systems[0][0])
    refused = {row[0]: row[1] for row in rows if row[0] in FAULTS}
    assert refused.keys() == FAULTS.keys()
    for file, fault in FAULTS.items():
        assert re.search(fault, refused[file])
        assert f" {file}: " in err


@pytest.fixture
def small(tmp_path: Path) -> tuple[str, str]:
    gold, folder = submissions.write(tmp_path, systems=5, items=40)
    for name in list(submissions.BROKEN)[2:]:
        (folder / name).unlink()
    return str(gold), str(folder)


def test_one_row_a_system_in_every_format(small: tuple[str, str], run: Lydite) -> None:
    args = ("score", small[0], "--runs", small[1], "--rank-by", "F1@5", "--rank-by", "R@5", "-m", "P@1")
    outputs = {f: run(*args, "--format", f)[1] for f in ("text", "markdown", "latex", "html", "csv", "json")}
    said, _, outputs["html"] = outputs["html"].partition('<section id="table">')
    assert "team-000 leads" in said  # above the table
    outputs["html"] = outputs["html"].partition("</table>")[0]
    for name in ("text", "markdown", "latex", "html"):
        shown = outputs[name].split("duplicates")[0]
        times = [len(re.findall(f"team-00{n}[^:,(]", shown)) for n in range(5)]
        assert len(set(times)) == 1  # LaTeX puts columns that do not fit the page below each other
        assert times[0] == 1 or name == "latex"
    table = list(csv.DictReader(outputs["csv"].splitlines()))
    assert [row["system"] for row in table[:5]] == [f"team-00{n}" for n in range(5)]
    assert [row["system"] for row in table[5:]] == ["empty.jsonl", "half.jsonl"]
    assert "empty" in table[5]["fault"]
    record = json.loads(outputs["json"])
    assert record["ranked_by"] == ["F1@5", "R@5"]
    assert [e["rank"] for e in record["leaderboard"]] == [1, 2, 3, 4, 5]
    assert list(record["leaderboard"][0]["measures"]) == ["F1@5", "R@5", "P@1"]
    assert [r["file"] for r in record["refused"]] == ["empty.jsonl", "half.jsonl"]
    head = outputs["text"].splitlines()[2].split("  ")
    assert sum("rank" in cell for cell in head) == 2  # of both primary measures


def test_one_submission(tmp_path: Path, run: Lydite) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "gold.json").write_text('{"a": ["cat"], "b": ["dog"]}', "utf-8")
    (tmp_path / "runs" / "only.json").write_text('{"a": ["cat"]}', "utf-8")
    status, out, _ = run("score", str(tmp_path / "gold.json"), "--runs", str(tmp_path / "runs"))
    assert status == 0
    assert out.startswith("1 system, ranked by P\n")
    assert "letter" not in out


def test_corrected_decides_the_order_of_soft_measures(tmp_path: Path, run: Lydite) -> None:
    gold = {f"d{i}": ["cat" if i % 2 else "car"] for i in range(40)}
    runs = {
        "popular": {i: ["animal"] for i in gold},  # near to half of them, whatever is asked
        "right": {i: [g[0]] if int(i[1:]) % 4 else ["stone"] for i, g in gold.items()},
    }
    (tmp_path / "runs").mkdir()
    (tmp_path / "gold.json").write_text(json.dumps(gold), "utf-8")
    for name, said in runs.items():
        (tmp_path / "runs" / f"{name}.json").write_text(json.dumps(said), "utf-8")
    args = ("score", str(tmp_path / "gold.json"), "--runs", str(tmp_path / "runs"), "--format", "json")
    record = json.loads(run(*args, "--rank-by", "F1(match=wordnet)")[1])
    assert record["judged"] == {"F1(match=wordnet)": "corrected"}
    figures = [e["measures"]["F1(match=wordnet)"]["corrected"] for e in record["leaderboard"]]
    assert figures == sorted(figures, reverse=True)


def test_files_of_one_name_are_refused_together(small: tuple[str, str], run: Lydite) -> None:
    Path(small[1], "team-000.json").write_text('{"d000": ["a"]}', "utf-8")
    status, out, _ = run("score", small[0], "--runs", small[1], "--rank-by", "F1", "--bootstrap", "0")
    assert status == 0
    assert out.count("team-000: team-000.json, team-000.jsonl") == 2


def test_what_is_refused(tmp_path: Path, small: tuple[str, str], run: Lydite) -> None:
    (tmp_path / "none").mkdir()
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "x.jsonl").write_text("{", "utf-8")
    for args, why in [
        (("--runs", str(tmp_path / "none")), "none: .*submissions"),
        (("--runs", str(tmp_path / "nowhere")), "nowhere: .*folder"),
        (("--runs", str(tmp_path / "bad")), "x.jsonl: line 1"),
        ((), "--runs FOLDER"),
        (("x.jsonl", "--runs", small[1]), "--runs FOLDER.*both"),
        (("--runs", small[1], "--rank-by", "F1(match=exakt)"), "'exakt'.*exact"),
    ]:
        status, out, err = run("score", small[0], *args)
        assert (status, out) == (2, ""), err
        assert re.search(why, err)
    assert run("semeval", "B", str(tmp_path / "nothing.tsv"), "--runs", small[1])[0] == 2


def test_gold_in_the_folder_is_no_submission(small: tuple[str, str], run: Lydite) -> None:
    inside = Path(small[1], "gold.jsonl")
    inside.write_bytes(Path(small[0]).read_bytes())
    record = json.loads(
        run("score", str(inside), "--runs", small[1], "--format", "json", "--bootstrap", "0")[1]
    )
    assert "gold" not in [e["system"] for e in record["leaderboard"]]


def test_missing_items_that_are_skipped_are_skipped_for_all(small: tuple[str, str], run: Lydite) -> None:
    first = Path(small[1], "team-001.jsonl")
    first.write_text("".join(first.read_text("utf-8").splitlines(keepends=True)[:30]), "utf-8")
    args = ("score", small[0], "--runs", small[1], "--rank-by", "F1", "--missing", "skip", "--bootstrap", "0")
    record = json.loads(run(*args, "--format", "json")[1])
    assert {e["measures"]["F1"]["n"] for e in record["leaderboard"]} == {30}


def test_systems_without_an_item_in_common(tmp_path: Path, run: Lydite) -> None:
    """All that is missing is skipped, and nothing is left: that ended in a mistake of ours."""
    files = {"gold": {"a": ["cat"], "b": ["dog"]}, "one": {"a": ["cat"]}, "two": {"b": ["cat"]}}
    for name, lists in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(lists), "utf-8")
    status, _, err = run("score", *(str(tmp_path / f"{n}.json") for n in files), "--missing", "skip")
    assert status == 2
    assert re.fullmatch("lydite: .*no item .*\n", err)


def test_semeval(tmp_path: Path, run: Lydite) -> None:
    rng = np.random.default_rng(0)
    gold = [(str(i), "xyz"[i % 3], ("positive", "negative")[i % 2]) for i in range(60)]
    (tmp_path / "runs").mkdir()
    (tmp_path / "gold.tsv").write_text("".join("\t".join(r) + "\n" for r in gold), "utf-8")
    for n in range(4):
        rows = [(i, t, v if rng.random() < 0.9 - n / 6 else "positive") for i, t, v in gold]
        (tmp_path / "runs" / f"r{n}.tsv").write_text("".join("\t".join(r) + "\n" for r in rows), "utf-8")
    (tmp_path / "runs" / "short.tsv").write_text("0\tx\tpositive\n", "utf-8")
    (tmp_path / "runs" / "labels.tsv").write_text("0\tx\tgood\n1\ty\tbad\n", "utf-8")
    args = ("semeval", "B", str(tmp_path / "gold.tsv"), "--runs", str(tmp_path / "runs"))
    primary = ("--rank-by", "macro_recall(average=topics)", "--rank-by", "accuracy")
    record = json.loads(run(*args, *primary, "--format", "json")[1])
    assert record["ranked_by"] == ["macro_recall(average=topics)", "accuracy"]
    assert [r["file"] for r in record["refused"]] == ["labels.tsv", "short.tsv"]
    values = [e["measures"]["macro_recall(average=topics)"]["value"] for e in record["leaderboard"]]
    assert values == sorted(values, reverse=True)
    status, out, err = run(*args, "--official")
    assert status == 0
    assert len(out.splitlines()) == 4
    assert "short.tsv: " in err


def test_probe(tmp_path: Path, run: Lydite) -> None:
    words = ["cat", "dog", "red", "blue"]
    (tmp_path / "v").mkdir()
    for n in range(3):
        rows = np.random.default_rng(n).normal(size=(4, 3)) * n + np.repeat(np.eye(3)[:2], 2, axis=0)
        lines = (f"{w} {' '.join(f'{x:.3f}' for x in row)}\n" for w, row in zip(words, rows, strict=True))
        (tmp_path / "v" / f"v{n}.vec").write_text("".join(lines), "utf-8")
    (tmp_path / "v" / "bad.vec").write_text("cat 1 2\ndog 1\n", "utf-8")
    (tmp_path / "set.txt").write_text(": pets\ncat dog\n: colours\nred blue\n", "utf-8")
    args = ("probe", "--runs", str(tmp_path / "v"), "-t", str(tmp_path / "set.txt"), "--rank-by", "topk(k=1)")
    record = json.loads(run(*args, "--format", "json")[1])
    assert record["leaderboard"][0]["system"] == "v0"
    assert len(record["leaderboard"]) == 3
    assert [r["file"] for r in record["refused"]] == ["bad.vec"]


def test_no_text_of_others_is_markup(tmp_path: Path, run: Lydite) -> None:
    evil = "<script>alert(1)</script>\"'&"
    (tmp_path / "runs").mkdir()
    (tmp_path / "gold.json").write_text('{"a": ["cat"], "b": ["dog"]}', "utf-8")
    (tmp_path / "runs" / f"{evil.replace('/', '')}.json").write_text('{"a": ["cat"]}', "utf-8")
    (tmp_path / "runs" / "<img src=x onerror=y>.jsonl").write_text("<b>no</b>", "utf-8")
    out = run("score", str(tmp_path / "gold.json"), "--runs", str(tmp_path / "runs"), "--format", "html")[1]
    assert "&lt;img src=x onerror=y&gt;.jsonl" in out
    assert "default-src 'none'" in out
    shown = out.partition('<script id="data"')[0]
    assert not {"script", "img", "b"} & _Page(shown).tags
    assert "http" not in shown.replace("http-equiv", "").replace("http://www.w3.org/", "")


def test_who_publishes_a_board_is_told_that_gold_is_in_it(small: tuple[str, str], run: Lydite) -> None:
    args = ("score", small[0], "--runs", small[1], "--bootstrap", "0")
    told = [run(*args, "--format", f)[2] for f in ("html", "text")]
    assert ["gold and all predictions" in one for one in told] == [True, False]


def test_a_page_of_any_report() -> None:
    page = Report("a & b", ("→ <i>\n  x",)).render("html")
    assert "<h1>a &amp; b</h1>" in page
    assert "<pre>→ &lt;i&gt;\n  x</pre>" in page


def test_systems_of_one_quality_are_rarely_told_apart() -> None:
    """All pairs at once: of worlds without a difference, one in twenty has a pair that seems to differ."""
    measure, n, worlds = (parse("R@1"),), 40, 150
    ids = tuple(f"{i:03d}" for i in range(n))
    apart = 0
    for world in range(worlds):
        rng = np.random.default_rng([7, world])
        easy = rng.beta(2, 2, n)
        systems = [
            ItemStatistics(
                f"s{s}", ids, measure,
                (np.stack([np.clip(easy + rng.normal(0, 0.2, n), 0, 1), np.ones(n)], axis=1),),
            )
            for s in range(6)
        ]  # fmt: skip
        found = compare(systems, Inference(bootstrap=300, seed=world), "simultaneous")
        apart += any(t.p_holm < 0.05 for t in found.tests)
    assert apart <= 16  # 0.1% of seeds would see more of 5%


def test_systems_that_differ_are_told_apart() -> None:
    ids = tuple(f"{i:03d}" for i in range(60))
    rng = np.random.default_rng(0)
    systems = [
        ItemStatistics(s, ids, (parse("R@1"),), (np.stack([rng.normal(m, 0.1, 60), np.ones(60)], axis=1),))
        for s, m in (("a", 0.8), ("b", 0.79), ("c", 0.5))
    ]
    found = compare(systems, Inference(), "simultaneous")
    assert found.letters["R@1"] == {"a": "a", "b": "a", "c": "b"}
    assert [(str(r), r.place) for r in found.ranks["R@1"].values()] == [("1–2", 1), ("1–2", 2), ("3", 3)]
    for test in found.tests:  # intervals that hold together exclude 0 where p does
        assert (test.low > 0 or test.high < 0) == (test.p_holm < 0.05)
