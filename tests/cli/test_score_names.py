"""Systems with names of their own, and matchers of all measures, as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import Lydite, caller

GOLD = '{"id": "a", "phrases": ["cats"]}\n{"id": "b", "phrases": ["dog"]}\n'
RUN = '{"id": "a", "phrases": ["cat"]}\n{"id": "b", "phrases": ["dog"]}\n'


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Lydite:
    monkeypatch.chdir(tmp_path)
    Path("gold.jsonl").write_text(GOLD)
    Path("out1.jsonl").write_text(RUN)
    Path("out2.jsonl").write_text(GOLD)
    return caller(capsys)


def values(printed: str) -> list[tuple[str, str, float]]:
    return [(r["system"], r["measure"], r["value"]) for r in json.loads(printed)["results"]]


def test_systems_are_named(run: Lydite) -> None:
    _, out, _ = run("score", "gold.jsonl", "yake=out1.jsonl", "out2.jsonl", "-m", "F1", "-f", "json")
    assert sorted(values(out)) == [("out2", "F1", 1.0), ("yake", "F1", 0.5)]
    Path("yake=out1.jsonl").write_text(GOLD)  # a file of the whole text wins
    _, out, _ = run("score", "gold.jsonl", "yake=out1.jsonl", "-m", "F1", "-f", "json")
    assert values(out) == [("yake=out1", "F1", 1.0)]
    status, _, err = run("score", "gold.jsonl", "a=out1.jsonl", "a=out2.jsonl", "-m", "F1")
    assert (status, "given twice" in err) == (2, True)


def test_a_named_input_is_not_written_over(run: Lydite) -> None:
    status, _, err = run("score", "gold.jsonl", "yake=out1.jsonl", "-m", "F1", "-o", "out1.jsonl")
    assert (status, "out1.jsonl: is read here" in err) == (2, True)
    assert Path("out1.jsonl").read_text() == RUN


def test_measures_that_name_no_matcher_take_each(run: Lydite) -> None:
    asked = ("score", "gold.jsonl", "out1.jsonl", "-m", "F1@5,10", "-m", "P(match=exact)", "-f", "json")
    _, out, _ = run(*asked, "--match", "exact,stem")
    assert [(m, v) for _, m, v in values(out)] == [
        ("F1@5", 0.5), ("F1@10", 0.5), ("F1(match=stem)@5", 1.0), ("F1(match=stem)@10", 1.0), ("P", 0.5),
    ]  # fmt: skip
    _, out, _ = run(
        "score", "gold.jsonl", "out1.jsonl", "-m", "F1", "--match", "rouge(n=1, stem=yes)", "-f", "json"
    )
    assert len(values(out)) == 1
    for wrong, why in (("nosuch", "no matcher"), ("exact,", "")):
        assert run("score", "gold.jsonl", "out1.jsonl", "-m", "F1", "--match", wrong)[0] == (2 if why else 0)
    status, _, err = run("score", "gold.jsonl", "out1.jsonl", "-m", "F1(match=stem)", "--match", "exact")
    assert (status, "leave match out" in err) == (2, True)
