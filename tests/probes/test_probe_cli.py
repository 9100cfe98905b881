"""``lydite probe`` from the shell: side by side, by category, drawn, and its errors."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lydite.cli import main

TEST = {"animals": ["cat", "dog", "cow", "Horse"], "colours": ["red", "blue", "green"]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    draw = np.random.default_rng(0)
    words = [w.lower() for ws in TEST.values() for w in ws] + [f"w{i}" for i in range(20)]
    for name, noise in (("good", 0.3), ("bad", 3.0)):
        rows = draw.normal(size=(len(words), 5)) * noise
        rows[:4, 0] += 3
        rows[4:7, 1] += 3
        lines = (f"{w} {' '.join(f'{x:.4f}' for x in row)}\n" for w, row in zip(words, rows, strict=True))
        (tmp_path / f"{name}.vec").write_text(f"{len(words)} 5\n" + "".join(lines))
    (tmp_path / "test.json").write_text(json.dumps(TEST))
    return tmp_path


def run(*args: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(a) for a in args])
    return int(ended.value.code or 0)


def test_side_by_side(folder: Path, capsys: Any) -> None:
    files = [folder / "good.vec", folder / "bad.vec"]
    assert (
        run("probe", *files, "-t", folder / "test.json", "-m", "topk(k=2)", "-m", "odd_one_out", "-f", "json")
        == 0
    )
    printed = capsys.readouterr()
    rows = json.loads(printed.out)["results"]
    assert {(r["system"], r["measure"]) for r in rows} == {
        (s, m) for s in ("good", "bad") for m in ("topk(k=2)", "odd_one_out")
    }
    value = {(r["system"], r["measure"]): r["value"] for r in rows}
    assert value["good", "topk(k=2)"] > value["bad", "topk(k=2)"]
    assert len({r["signature"] for r in rows}) == 4
    assert all(str(folder) not in r["signature"] for r in rows)
    assert all(r["coverage"] == pytest.approx(6 / 7) for r in rows)


def test_flags_fill_parameters_and_sweeps_expand(folder: Path, capsys: Any) -> None:
    args = ["probe", folder / "good.vec", "-t", folder / "test.json", "-m", "topk(k=1:3)", "-f", "json"]
    assert run(*args, "--fold", "--oov", "skip", "--by", "category", "--first", "20") == 0
    rows = json.loads(capsys.readouterr().out)["results"]
    assert [r["parameters"]["k"] for r in rows if r["group"] is None] == [1, 2, 3]
    assert {r["group"] for r in rows} == {None, "animals", "colours"}
    assert all(r["parameters"]["fold"] and r["parameters"]["oov"] == "skip" for r in rows)
    assert all(r["coverage"] == 1 for r in rows)
    assert ":20|" in rows[0]["signature"]


@pytest.mark.parametrize("suffix", [".png", ".html"])
def test_charts(folder: Path, suffix: str) -> None:
    chart = folder / f"chart{suffix}"
    files = [folder / "good.vec", folder / "bad.vec"]
    assert (
        run("probe", *files, "-t", folder / "test.json", "-m", "topk", "-m", "odd_one_out", "--chart", chart)
        == 0
    )
    content = chart.read_bytes()
    assert content.startswith(b"\x89PNG") if suffix == ".png" else b"Accuracy by category" in content


def test_files_stand_beside_each_other_under_one_probe(folder: Path) -> None:
    from lydite.probes import examine
    from lydite.reporting.charts import by_category

    files = {"good": folder / "good.vec", "bad": folder / "bad.vec"}
    one = by_category(examine(files, ["topk"], folder / "test.json"))
    assert "facet" not in one
    assert {row["series"] for row in one["data"]["values"]} == {"good", "bad"}
    two = by_category(examine(files, ["topk", "odd_one_out"], folder / "test.json"))
    assert two["facet"]["column"]["sort"] == ["good", "bad"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["none.vec", "-t", "google"], "none.vec: no such file"),
        (["good.vec", "-t", "gogle"], "gogle.*google"),
        (["good.vec", "-t", "emoji"], "words of emoji"),
        (["good.vec", "-t", "test.json", "-m", "topq"], "'topq'.*topk"),
        (["good.vec", "-t", "test.json", "-m", "analogy"], "analogy .*analogies"),
        (["good.vec", "-t", "test.json", "--chart", "x.bmp"], r"\.bmp"),
        (["good.vec", "-t", "test.json", "--chart", "no/such/x.png"], "x.png: .*No such file"),
        (["good.vec", "-t", "test.json", "--by", "colour"], "no column 'colour'"),
    ],
)
def test_errors(folder: Path, monkeypatch: Any, capsys: Any, args: list[str], message: str) -> None:
    monkeypatch.chdir(folder)
    assert run("probe", *args, "-o", "out.txt") == 2
    printed = capsys.readouterr()
    assert re.search(message, printed.err)
    assert "Traceback" not in printed.err
    assert not (folder / "out.txt").exists()
