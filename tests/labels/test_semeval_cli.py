"""``lydite semeval`` from the shell: what it prints and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
from importlib import resources

import pytest

from lydite.cli import main

DEMO = resources.files("lydite") / "data" / "demo" / "sentiment"
TWO, FIVE = DEMO / "two_point", DEMO / "five_point"


@pytest.fixture
def shell(capsys):
    """Run the command; give its status, what it printed, and what it said on the side."""

    def run(*args):
        with pytest.raises(SystemExit) as stop:
            main(["semeval", *(str(a) for a in args)])
        out, err = capsys.readouterr()
        return stop.value.code, out, err

    return run


def test_both_averages_side_by_side(shell):
    code, out, err = shell("B", TWO / "gold.tsv", TWO / "eager.tsv")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Subtask B, tweet classification on a two-point scale: 32 tweets, 4 topics"
    columns = ["tweets resampled", "topics resampled"]
    assert re.split("  +", lines[2]) == ["measure", "over topics", *columns, "pooled", *columns]
    row = next(line for line in lines if line.startswith("macro_recall"))
    assert "0.8708" in row
    assert "0.8750 *" in row
    assert next(line for line in lines if line.startswith("coffee")).split()[1] == "0.6667"


def test_pooled_without_counts_says_how_topics_weigh(shell, tmp_path):
    file = tmp_path / "gold.tsv"
    file.write_text("x\t0\t0\t1\t0\t0\ny\t0\t0\t0.5\t0.5\t0\n")
    assert "each weighing the same" in shell("E", file, file)[1]
    assert "each weighing the same" not in shell("E", FIVE / "gold.tsv", FIVE / "eager.tsv")[1]


def test_several_runs_make_a_leaderboard(shell):
    code, out, _ = shell("C", FIVE / "gold.tsv", FIVE / "eager.tsv", FIVE / "wary.tsv", "--by", "none")
    assert code == 0
    ranks = [line.split()[:2] for line in out.splitlines() if line[:1].isdigit()]
    assert [system for _, system in ranks] == ["wary", "eager"]
    assert "coffee" not in out


@pytest.mark.parametrize(("letter", "folder"), [("B", TWO), ("C", FIVE), ("D", TWO), ("E", FIVE)])
def test_json_has_every_result(letter, folder, shell):
    code, out, _ = shell(letter, folder / "gold.tsv", folder / "eager.tsv", "--format", "json", "--confusion")
    found = json.loads(out)
    assert code == 0
    assert found["schema"] == 1
    averages = {r["parameters"]["average"] for r in found["results"] if r["group"] is None}
    assert averages == {"topics", "pooled"}
    assert {r["group"] for r in found["results"]} == {None, "coffee", "monday", "new phone", "rain"}
    held = [r for r in found["results"] if r["low"] is not None]  # none where all tweets of a topic agree
    assert len(held) > len(found["results"]) / 2
    assert all(r["low"] <= r["value"] <= r["high"] for r in held)
    assert all("bootstrap:1000" in r["signature"] for r in found["results"])
    if letter in "BC":
        matrix = found["confusion"][0]["matrix"]
        assert sum(map(sum, matrix)) == (32 if letter == "B" else 54)
    else:
        assert [r["topic"] for r in found["prevalences"]] == ["coffee", "monday", "new phone", "rain"]


def test_confusion_has_predicted_in_rows_and_actual_in_columns(shell):
    _, out, _ = shell("B", TWO / "gold.tsv", TWO / "eager.tsv", "--confusion", "--bootstrap", 0)
    rows = [line.split() for line in out.split("eager: confusion")[1].splitlines() if line]
    assert rows[2] == ["positive", "16", "4", "20"]
    assert rows[3] == ["negative", "0", "12", "12"]
    assert rows[4] == ["all", "16", "16", "32"]


def test_prevalences_of_each_topic(shell):
    _, out, _ = shell("D", TWO / "gold.tsv", TWO / "eager.tsv", "--confusion", "--bootstrap", 0)
    assert "0.6250 → 0.8750" in out


@pytest.mark.parametrize("format", ["csv", "markdown", "latex"])
def test_other_formats(format, shell, tmp_path):
    target = tmp_path / "out"
    code, out, _ = shell("E", FIVE / "gold.tsv", FIVE / "wary.tsv", "--format", format, "-o", target)
    assert (code, out) == (0, "")
    text = target.read_text()
    assert "EMD" in text
    if format == "csv":
        assert len(list(csv.DictReader(io.StringIO(text)))) == 2 * 2 + 2 * 4


def test_chart_of_the_results(shell, tmp_path):
    target = tmp_path / "chart.svg"
    assert shell("B", TWO / "gold.tsv", TWO / "eager.tsv", "--chart", target)[0] == 0
    assert "macro_recall" in target.read_text()


def test_official_prints_the_scorers_line_and_nothing_else(shell, tmp_path):
    run = str(TWO / "eager.tsv")
    code, out, err = shell("B", TWO / "gold.tsv", run, "--official")
    assert (code, out, err) == (0, f"{run}\t0.875\t0.873\t0.875\n", "")
    _, out, _ = shell("D", TWO / "gold.tsv", run, TWO / "wary.tsv", "--official", "-o", tmp_path / "o")
    assert out == ""
    assert (tmp_path / "o").read_text().splitlines()[0] == f"{run}\t0.051\t0.129\t0.278\t"


@pytest.mark.parametrize("letter", "ABCDE")
def test_official_on_real_files(letter, shell, shared_data):
    folder = shared_data / "semeval2016"
    printed = {
        (e["subtask"], e["run"]): e["printed"] for e in json.loads((folder / "reference.json").read_text())
    }
    run = folder / f"{letter}.random.tsv"
    _, out, _ = shell(letter, folder / f"{letter}.gold.tsv", run, "--official")
    assert out.rstrip("\n\t").split("\t") == [str(run), *printed[letter, "random"]]


def test_other_labels(shell, tmp_path):
    gold = tmp_path / "gold.tsv"
    gold.write_text("1\tx\tlow\n2\tx\tmid\n3\tx\thigh\n")
    code, out, _ = shell("C", gold, gold, "--labels", "low,mid,high", "--format", "json")
    assert code == 0
    assert json.loads(out)["results"][0]["value"] == 0
    assert "labels:low,mid,high" in json.loads(out)["results"][0]["signature"]


def test_topics_can_be_resampled_instead(shell):
    _, out, _ = shell("B", TWO / "gold.tsv", TWO / "eager.tsv", "--cluster", "topic", "--format", "json")
    overall = [r for r in json.loads(out)["results"] if r["group"] is None]
    assert all("cluster:topic" in r["signature"] for r in overall)


def test_bad_input_is_one_line_and_status_2(shell, tmp_path):
    run, out_file = tmp_path / "run.tsv", tmp_path / "out.json"
    run.write_text("1002\tcoffee\tpositive\n")
    code, out, err = shell("B", TWO / "gold.tsv", run, "--format", "json", "-o", out_file)
    assert (code, out) == (2, "")
    assert err.startswith(f"lydite: {run}: 31 ids ")
    assert "Traceback" not in err
    assert not out_file.exists()


def test_wrong_subtask_says_which(shell):
    code, _, err = shell("B", TWO / "gold.tsv", FIVE / "eager.tsv")
    assert code == 2
    assert "subtask C" in err
    assert shell("F", TWO / "gold.tsv", TWO / "eager.tsv")[0] == 2


def test_confusion_in_every_format(shell):
    asked = ["B", TWO / "gold.tsv", TWO / "eager.tsv", "--confusion", "--bootstrap", 0, "--format"]
    assert r"predicted \textbackslash{} actual & positive & negative & all \\" in shell(*asked, "latex")[1]
    assert "| positive | 16 | 4 | 20 |" in shell(*asked, "markdown")[1]
    code, out, err = shell(*asked, "csv")
    assert (code, out) == (0, shell(*(a for a in asked if a != "--confusion"), "csv")[1])
    assert "--format json" in err


def test_intervals_and_tests_of_every_kind(shell):
    runs = [FIVE / "gold.tsv", FIVE / "eager.tsv", FIVE / "wary.tsv"]
    found = json.loads(shell("C", *runs, "--interval", "bca", "--test", "bootstrap", "--format", "json")[1])
    assert found["comparison"]["test"] == "bootstrap"
    assert all("bootstrap:1000 bca" in r["signature"] for r in found["results"])


LEADERS = ("C", FIVE / "gold.tsv", FIVE / "eager.tsv", FIVE / "wary.tsv", FIVE / "gold.tsv")


def test_ranks_ties_and_direction_stand_in_every_format_best_first(shell):
    """Lower is better under macro_MAE, and gold itself comes first."""
    order = ["gold", "wary", "eager"]
    found = json.loads(shell(*LEADERS, "--format", "json", "--by", "none")[1])
    ranks = found["comparison"]["ranks"]["macro_MAE"]
    assert list(ranks) == list(dict.fromkeys(r["system"] for r in found["results"])) == order
    assert [ranks[s]["place"] for s in order] == [1, 2, 3]
    assert {r["better"] for r in found["results"]} == {"lower"}
    rows = list(csv.DictReader(io.StringIO(shell(*LEADERS, "--format", "csv", "--by", "none")[1])))
    assert [r["system"] for r in rows if r["measure"] == "macro_MAE"] == order
    for row in rows:
        expected = found["comparison"]["ranks"][row["measure"]][row["system"]]
        assert [int(row[f"rank{k}"]) for k in ("", "_best", "_worst")] == list(expected.values())
        assert row["letters"] == found["comparison"]["letters"][row["measure"]][row["system"]]
        assert row["better"] == "lower"
    first = ranks["gold"]
    shown = f"{first['best']}–{first['worst']}" if first["best"] < first["worst"] else str(first["best"])
    for kind, start, arrow in (
        ("text", shown, "macro_MAE ↓"),
        ("markdown", f"| {shown} | gold |", "macro_MAE ↓"),
        ("latex", f"{shown.replace('–', '--')} & gold &", r"macro\_MAE $\downarrow$"),
    ):
        out = shell(*LEADERS, "--format", kind, "--by", "none")[1]
        told = [line for line in out.splitlines() if not line.startswith("%")]
        lines = [line for line in told if re.search(r"\b(gold|wary|eager)\b", line)]
        assert lines[0].startswith(start), kind
        assert [re.search("gold|wary|eager", line)[0] for line in lines[:3]] == order
        assert arrow in out
        assert "lower is better" in out
        assert "Ranked by macro" in out


def test_classes_by_hand(shell):
    """Of 16 positive and 16 negative tweets, eager calls 20 positive, 16 of them rightly."""
    code, out, _ = shell("B", TWO / "gold.tsv", TWO / "eager.tsv", "--bootstrap", 0, "--by", "none")
    assert code == 0
    rows = [line.split() for line in out.splitlines() if line.startswith(("positive", "negative"))]
    assert rows == [
        ["positive", "16", "20", "0.8000", "1.0000", "0.8889"],
        ["negative", "16", "12", "1.0000", "0.7500", "0.8571"],
    ]
    two = (TWO / "gold.tsv", TWO / "eager.tsv", TWO / "wary.tsv")
    assert "precision" not in shell("B", *two, "--bootstrap", 0)[1]
    both = shell("B", *two, "--bootstrap", 0, "--classes")[1]
    assert "precision ↑" in both
    assert re.search(r"\nwary +positive", both)
    found = json.loads(shell("B", *two, "--bootstrap", 0, "--classes", "--format", "json")[1])["classes"]
    assert {(r["system"], r["label"], r["figure"]): r["value"] for r in found}[
        "eager", "negative", "recall"
    ] == 0.75
    assert "MAE ↓" in shell("C", FIVE / "gold.tsv", FIVE / "eager.tsv", "--bootstrap", 0)[1]
    assert "precision" not in shell("D", TWO / "gold.tsv", TWO / "eager.tsv", "--classes")[1]
