"""``lydite match`` and ``lydite build wordnet`` from the shell."""

from __future__ import annotations

import json
import re
import sys
from xml.etree import ElementTree as ET

import pytest

from inner import replace_inside
from lydite.cli import main


@pytest.fixture
def run(capsys):
    def run(*args):
        status = 0
        try:
            main([str(a) for a in args])
        except SystemExit as end:
            status = int(end.code or 0)
        out = capsys.readouterr()
        return status, out.out, out.err

    return run


def test_one_pair(run):
    assert run("match", "food", "cake", "-u", "meaning(ask=kind)") == (0, "0.7404\n", "")
    assert run("match", "car", "car") == (0, "1.0000\n", "")
    assert run("match", "admire", "appreciation", "--using", "wordnet(preset=thesis)")[1] == "0.7000\n"
    assert run("match", "Cakes", "cake", "--using", "stem")[1] == "1.0000\n"


def test_a_zero_says_why(run):
    status, out, err = run("match", "zzqx", "cake", "--using", "wordnet")
    assert (status, out) == (0, "0.0000\n")
    assert "'zzqx'" in err


def test_explain_draws_the_path(run):
    out = run("match", "enclose", "birdcage", "--explain", "--using", "wordnet(preset=thesis)")[1]
    lines = out.splitlines()
    assert lines[0] == "enclose → birdcage  0.2655  wordnet(preset=thesis)"
    assert lines[2:7] == [
        "(1) ─0.70→ (2)",
        "              ╲0.51",
        "                 (3)",
        "                    ╲0.75",
        "                       (4)",
    ]
    assert lines[-1].split() == ["(4)", "[birdcage]", "specialisation", "0.7478", "0.2655"]


def test_explain_draws_generalisation_upwards(run):
    out = run("match", "rascality", "badness", "-e", "--using", "wordnet")[1]
    assert "╱" in out
    assert out.index("(2)") < out.index("(1)")


def test_explain_without_a_path(run):
    assert (
        "no path from 'cake' to 'food'"
        in run("match", "cake", "food", "-e", "--using", "wordnet(preset=tuned)")[1]
    )
    assert (
        "equal after folding and stemming"
        in run("match", "cakes", "Cake", "-e", "--using", "wordnet(preset=tuned)")[1]
    )
    assert (
        "both mean [car, auto"
        in run("match", "car", "automobile", "-e", "--using", "wordnet(preset=tuned)")[1]
    )
    out = run("match", "good dog", "bad dog", "-e", "--using", "wordnet(preset=tuned)")[1]
    assert "harmonic mean over aspects: dog → dog 1, good → bad 0.09873" in out
    assert "cake = cake" in run("match", "cakes", "cake", "-e", "--using", "stem")[1]


def test_json_has_the_words_that_were_aligned(run):
    pair, using = (
        ("text categorization", "document classification"),
        ("-u", "meaning(ask=kind)", "-f", "json"),
    )
    found = json.loads(run("match", *pair, *using)[1])
    assert (found["matcher"], found["path"], found["acceptance"]) == ("meaning(ask=kind)", [], None)
    assert {"candidate", "reference", "score", "candidate_share", "reference_share", "why"} == set(
        found["parts"][0]
    )
    alone = json.loads(run("match", "food", "cake", *using)[1])
    assert alone["parts"] == []
    assert 0.7 < alone["acceptance"] < 0.9
    assert [step["transition"] for step in alone["path"]] == ["specialisation"] * len(alone["path"])


def test_explain_shows_the_alignment(run):
    pair = ("text categorization", "document classification")
    lines = run("match", *pair, "-e", "-u", "meaning(ask=kind)")[1].splitlines()
    assert lines[0].startswith("text categorization → document classification  0.")
    assert any("categorization → classification" in line and "same meaning" in line for line in lines)
    assert lines[-1].startswith("retained 0.")


def test_explain_weighs_the_evidence(run):
    lines = run("match", "red wine", "wine", "-e")[1].splitlines()
    assert lines[0].startswith("red wine → wine  0.")
    assert any(line.split()[0] == "encoder" for line in lines if line.strip())
    assert "near synonym .75" in lines[-1]


def test_what_is_unknown_is_said(run):
    status, out, err = run("match", "машинное обучение", "machine learning")
    assert (status, 0 < float(out) < 0.1) == (0, True)
    assert "'машинное обучение' is unknown" in err
    found = json.loads(run("match", "zzzqx network", "network", "-f", "json")[1])
    assert found["known"] == 0.5


def test_json(run):
    found = json.loads(
        run("match", "enclose", "birdcage", "--using", "wordnet(preset=thesis)", "-f", "json")[1]
    )
    assert found["schema"] == 1
    assert (found["candidate"], found["reference"]) == ("enclose", "birdcage")
    assert found["matcher"] == "wordnet(preset=thesis)"
    assert [round(step["score"], 3) for step in found["path"]] == [0.7, 0.507, 0.748]
    assert set(found["path"][0]) == {"from", "to", "transition", "score"}
    assert found["signature"].startswith('wordnet(preset=thesis, store="wordnet-3.1:')


def test_svg(run, tmp_path):
    run("match", "good dog", "bad dog", "--svg", tmp_path / "a.svg", "--using", "wordnet(preset=tuned)")
    root = ET.parse(tmp_path / "a.svg").getroot()  # noqa: S314 - written a moment ago
    said = " ".join(root.itertext())
    assert "good → bad: 0.0987" in said
    assert "derivation" in said
    status, _, err = run(
        "match", "cake", "food", "--svg", tmp_path / "b.svg", "--using", "wordnet(preset=tuned)"
    )
    assert status == 2
    assert "no path" in err
    assert not (tmp_path / "b.svg").exists()


def test_pairs(run, tmp_path):
    file = tmp_path / "pairs.tsv"
    file.write_bytes("\ufefffood\tcake\r\ncake\tfood\tkept\n\tcake\n".encode())
    status, _, err = run(
        "match", "--pairs", file, "-o", tmp_path / "out.tsv", "--using", "wordnet(preset=tuned)"
    )
    assert status == 0
    assert "3 pairs, wordnet(preset=tuned" in err
    assert (tmp_path / "out.tsv").read_text() == "food\tcake\t0.654991\ncake\tfood\tkept\t0\n\tcake\t0\n"
    out = run("match", "--pairs", file, "-f", "json", "--using", "wordnet(preset=tuned)")[1]
    assert [json.loads(line)["score"] for line in out.splitlines()] == pytest.approx([0.654990958465, 0, 0])
    file.write_text("dog\tzzzqx network\nzzzqx\tzzzqx\n")
    found = [json.loads(line) for line in run("match", "--pairs", file, "-f", "json")[1].splitlines()]
    assert [one["known"] for one in found] == [0.5, 1]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"food\tcake\nfood\n", "bad.tsv:2: .*candidate<TAB>reference"),
        (b"\xff\t\xfe\n", "bad.tsv:1: .*UTF-8"),
    ],
)
def test_bad_pairs_leave_no_output(run, tmp_path, content, why):
    file = tmp_path / "bad.tsv"
    file.write_bytes(content)
    status, _, err = run("match", "--pairs", file, "-o", tmp_path / "out.tsv", "--using", "wordnet")
    assert status == 2
    assert re.search(why, err)
    assert [p.name for p in tmp_path.iterdir()] == ["bad.tsv"]


def test_bad_arguments(run, tmp_path):
    assert run("match", "food")[0] == 2
    assert run("match", "a", "b", "--pairs", "x.tsv")[0] == 2
    assert "none.tsv: " in run("match", "--pairs", tmp_path / "none.tsv")[2]
    for kind in ("html", "latex"):
        told = f"--pairs .*text or json.* {kind}"
        assert re.search(told, run("match", "--pairs", tmp_path / "none.tsv", "-f", kind)[2])
    assert "wordnet?" in run("match", "a", "b", "--using", "wordnt")[2]
    assert "sense" in run("match", "a", "b", "--using", "wordnet(derivation=sens)")[2]
    status, _, err = run("match", "a", "b", "--using", f"wordnet(store={tmp_path}/none)")
    assert status == 2
    assert "none: " in err


def test_build(run, tmp_path):
    status, _, err = run("build", "wordnet", tmp_path, "-o", tmp_path / "out")
    assert status == 2
    assert "data.noun" in err
    status, _, err = run("build", "wordnet", tmp_path / "none.xml", "-o", tmp_path / "out")
    assert status == 2
    assert "none.xml: " in err


def test_control_characters_do_not_spoil_a_picture(run, tmp_path):
    file = tmp_path / "x.svg"
    assert run("match", "food\x07", "cake", "--explain", "--using", "wordnet")[1].startswith(
        "food\\x07 → cake"
    )
    assert run("match", "food\x01", "cake", "--svg", file, "--using", "wordnet")[0] == 0
    assert ET.fromstring(file.read_text("utf-8"))[0].text == "food\\x01 → cake: 0.6228"  # noqa: S314


def test_a_bar_shows_how_much_of_a_file_is_read(run, tmp_path, monkeypatch):
    file = tmp_path / "pairs.tsv"
    file.write_text("food\tcake\n" * 16, "utf-8")
    monkeypatch.setattr("lydite.core.progress._PATIENCE", -1)
    monkeypatch.setattr("lydite.core.progress._PACE", -1)
    replace_inside(monkeypatch, "lydite.cli", "CHUNK", 8)
    replace_inside(monkeypatch, "lydite.core.io", "_CHUNK", 80)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown = run("match", "--pairs", file, "--using", "exact")[2].split("\r\033[K")
    assert shown[2].startswith("bytes of pairs [████████████            ] 80/160")
    assert shown[-1].startswith("lydite: 16 pairs, ")


def test_what_long_phrases_share_is_told_in_short(run):
    long = " ".join(f"w{i}" for i in range(1_000))
    _, out, _ = run("match", long, long, "--using", "r_precision", "--format", "json")
    assert len(json.loads(out)["note"]) < 200
