"""A command that refuses in the end leaves nothing of what it was told to write."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

import inputs
from command import Lydite, caller
from inner import replace_inside
from lydite.core.errors import InputError, OutputError
from lydite.core.io.writing import Together, writing

OUTPUTS = {"--save": "a.run", "--chart": "a.svg", "-o": "a.txt"}
SCORE = ["score", "gold.jsonl", "gold.jsonl", "--same", "-m", "F1"]
TWO = ["score", "gold.jsonl", "gold.jsonl", "--same", "other.jsonl", "-m", "F1"]
LABELS = ["score", "labels.tsv", "labels.tsv", "--same", "-m", "accuracy"]
PROBE = ["probe", "v.vec", "-t", "t.json", "-m", "topk(k=1)", "--unknown", "a.tsv"]
AGREE = ["agree", "thesis", "-u", "exact"]
REFUSED = {
    "column": [*SCORE, "--by", "nosuch", "--items", "a.csv"],
    "column of a leaderboard": [*TWO, "--rank-by", "F1", "--by", "nosuch"],
    "column of labels": [*LABELS, "--by", "nosuch"],
    "column of a probe": [*PROBE, "--by", "nosuch"],
    "column of judgements": [*AGREE, "--by", "nosuch"],
    "column of runs": ["compare", "saved.run", "--by", "nosuch"],
    "cluster": [*SCORE, "--cluster", "nosuch", "--items", "a.csv"],
    "cluster, no resamples": [*TWO, "--cluster", "nosuch", "--bootstrap", "0"],
    "cluster, sums": [*SCORE, "--cluster", "nosuch", "--interval", "poisson"],
    "cluster of labels": [*LABELS, "--cluster", "nosuch", "--bootstrap", "0"],
    "cluster of judgements": [*AGREE, "-u", "stem", "--cluster", "nosuch", "--bootstrap", "0"],
    "cluster of runs": ["compare", "saved.run", "--cluster", "nosuch", "--bootstrap", "0"],
    "name": [*SCORE, "--names", "nosuch=x", "-f", "latex", "--items", "a.csv"],
    "test": [*TWO, "--test", "bootstrap", "--bootstrap", "0", "--items", "a.csv"],
    "measure to rank by": ["semeval", "A", "labels.tsv", "labels.tsv", "--rank-by", "nosuch"],
    "options of people's scores": ["agree", "saved.run", "--human", "people.tsv", "--by", "nosuch"],
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lydite:
    monkeypatch.chdir(tmp_path)
    lines = [{"id": i, "phrases": [p], "topic": t} for i, p, t in (("a", "cat", "x"), ("b", "cow", "y"))]
    for name in ("gold", "other"):
        Path(f"{name}.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    Path("labels.tsv").write_text("1\tpositive\n2\tnegative\n")
    Path("v.vec").write_text(inputs.VECTORS, "utf-8")
    Path("t.json").write_text('{"one": ["cat", "dog", "cow"]}')
    Path("people.tsv").write_text("system\tid\tscore\ngold\ta\t1\ngold\tb\t0\n")
    run = caller(capsys)
    assert run(*SCORE, "--save", "saved.run")[0] == 0
    return run


@pytest.mark.parametrize("why", REFUSED)
def test_a_refusal_leaves_nothing(run: Lydite, why: str) -> None:
    args = REFUSED[why]
    before = sorted(path.name for path in Path().iterdir())
    more = {k: v for k, v in OUTPUTS.items() if k not in args}
    status, _, err = run(*args, *(text for pair in more.items() for text in pair))
    assert status == 2, err
    assert "Traceback" not in err
    assert sorted(path.name for path in Path().iterdir()) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_a_run_stays_where_its_table_cannot_be_written(run: Lydite) -> None:
    assert run(*SCORE, "-o", "/dev/full", "--save", "a.run")[0] == 2
    assert run("compare", "a.run")[0] == 0


def test_a_refusal_leaves_what_was_there(run: Lydite) -> None:
    saved = Path("saved.run").read_bytes()
    assert run(*SCORE, "--names", "nosuch=x", "-f", "latex", "--save", "saved.run")[0] == 2
    assert Path("saved.run").read_bytes() == saved


def test_columns_are_looked_at_before_anything_is_scored(
    run: Lydite, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_inside(monkeypatch, "lydite.runs", "score_items", lambda *_: pytest.fail("scored"))
    for option in ("--by", "--cluster"):
        status, _, err = run(*SCORE, option, "topics")
        assert status == 2
        assert re.search(r"column 'topics'.*topic\? .*\n$", err)


def test_files_appear_together(tmp_path: Path) -> None:
    one, two, other = tmp_path / "one", tmp_path / "two", tmp_path / "other"
    with Together([one, two]):
        for path in (one, two, other):
            with writing(path) as file:
                file.write(path.name)
        assert [p.exists() for p in (one, two, other)] == [False, False, True]
    assert [p.read_text() for p in (one, two, other)] == ["one", "two", "other"]
    assert len(list(tmp_path.iterdir())) == 3


def stopped(whole: Path, half: Path, error: BaseException) -> None:
    with Together([whole, half]):
        with writing(whole, "wb") as file:
            file.write(b"whole")
        if error.args == ("standard output",):
            raise error
        with writing(half) as file:
            file.write("ha")
            raise error


@pytest.mark.parametrize(
    ("error", "there"),
    [
        (InputError("no"), False),
        (OSError("no"), True),
        (OutputError("no"), True),
        (BrokenPipeError("standard output"), True),
        (BrokenPipeError("-o /dev/stdout"), True),
        (KeyboardInterrupt(), True),
    ],
)
def test_what_was_whole_stays_unless_it_is_refused(
    tmp_path: Path, error: BaseException, *, there: bool
) -> None:
    with pytest.raises((type(error), OutputError)):
        stopped(tmp_path / "whole", tmp_path / "half", error)
    assert [path.name for path in tmp_path.iterdir()] == ["whole"] * there


def without_folder(paths: list[Path], folder: Path) -> None:
    with Together(paths):
        for path in paths:
            with writing(path) as file:
                file.write("whole")
        shutil.rmtree(folder)


@pytest.mark.parametrize("first", ["lost", "kept"])
def test_one_that_cannot_appear_takes_no_other_with_it(tmp_path: Path, first: str) -> None:
    lost, kept = tmp_path / "gone" / "lost", tmp_path / "kept"
    lost.parent.mkdir()
    with pytest.raises(OutputError, match="lost: .*No such file"):
        without_folder([lost, kept] if first == "lost" else [kept, lost], lost.parent)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize(
    "args",
    [
        ["match", "a", "b", "-u", "exact", "--define", "x=kept.tsv", "-o", "kept.tsv"],
        [*SCORE, "--define", "x=kept.tsv", "--save", "kept.tsv"],
        [*SCORE, "--define", "x=kept.tsv", "--items", "kept.tsv"],
    ],
)
def test_a_file_with_a_short_name_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], args: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gold.jsonl").write_text(inputs.GOLD, "utf-8")
    Path("kept.tsv").write_text("a\tb\n", "utf-8")
    status, _, said = caller(capsys)(*args)
    assert status == 2
    assert "kept.tsv" in said
    assert Path("kept.tsv").read_text("utf-8") == "a\tb\n"
