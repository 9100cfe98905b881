"""What people type who know other tools, and the answer: the way, or the thing itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import Lydite, caller

FILES = ("score", "gold.jsonl", "run.jsonl")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lydite:
    monkeypatch.chdir(tmp_path)
    for name in ("gold", "run"):
        Path(f"{name}.jsonl").write_text('{"id": "a", "phrases": ["cats", "dog"]}\n')
    Path("labels.tsv").write_text("id\tlabel\n1\tgood\n2\tbad\n")
    return caller(capsys)


@pytest.mark.parametrize(
    ("typed", "answered"),
    [
        ((*FILES, "-m", "accuracy"), "accuracy is for labels, and gold has phrases"),
        ((*FILES, "-m", "F1(match=bertscore)"), "cosine(vectors=transformers(model=FOLDER))"),
        ((*FILES, "-m", "F1", "--match", "minilm"), "cosine(vectors=lydite)"),
        ((*FILES, "-m", "F1", "--match", "all-MiniLM-L6-v2"), "extra transformers"),
        ((*FILES, "--latex"), "there is no option --latex; write --format latex"),
        (("score", "--gold", "gold.jsonl", "run.jsonl"), "gold is the first argument"),
        (("evaluate", "gold.jsonl", "run.jsonl"), "use lydite score"),
        (("substitutability", "food", "cake"), "use lydite match"),
        (("report", "gold.jsonl", "run.jsonl"), "gold.jsonl: is not a run saved by lydite; lydite score"),
        (("compare", "gold.jsonl", "run.jsonl"), "--save keeps the run"),
        (("match", "a", "b", "--using", "cosine"), "cosine(vectors=FILE)"),
        ((*FILES, "-m", "F1, nosuch"), "unknown measure 'nosuch'"),
    ],
)  # fmt: skip
def test_what_is_typed_and_answered(run: Lydite, typed: tuple[str, ...], answered: str) -> None:
    status, out, err = run(*typed)
    assert (status, out) == (2, "")
    assert answered in err


@pytest.mark.parametrize("asked", ["precision, recall", "P,R", "precision(match=exact), recall"])
def test_measures_between_commas(run: Lydite, asked: str) -> None:
    printed = json.loads(run(*FILES, "-m", asked, "-f", "json")[1])["results"]
    assert [r["measure"] for r in printed] == ["P", "R"]


def test_labels_that_cannot_be_read_are_told_as_before(run: Lydite) -> None:
    assert "is for labels" not in run("score", "labels.tsv", "run.jsonl", "-m", "accuracy")[2]
