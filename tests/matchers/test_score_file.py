"""Scores of functions on disk: asked for once, whatever happens."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import lydite
from gaming import demo
from lydite.core.errors import InputError, LyditeError

MEASURES = ["F1", "AP"]


class Judge:
    """A function that counts what it answers: after so many pairs it stops, or its answers are bad."""

    def __init__(self, most: int = 10**9, bad: Any = None) -> None:
        self.matcher: Any = lydite.matcher("rouge")
        self.asked: Counter[tuple[str, str]] = Counter()
        self.most, self.bad = most, bad

    def __call__(self, candidates: list[str], references: list[str]) -> list[Any]:
        good = self.most - self.asked.total()
        if good < len(candidates) and self.bad is None:
            raise KeyboardInterrupt
        self.asked.update(list(zip(candidates, references, strict=True))[:good])
        scores = self.matcher.pairs(candidates, references).tolist()
        return [*scores[:good], *[self.bad] * len(scores[good:])]


def score(judge: Any, file: Path, version: str = "1") -> Any:
    match = lydite.cached(judge, file, version=version, name="judge")
    runs = {name: demo(name) for name in ("speller", "meaner")}
    return lydite.compare(demo("gold"), runs, MEASURES, match=match, bootstrap=0)


def test_a_second_run_asks_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judge, file = Judge(), tmp_path / "scores.sqlite"
    first = score(judge, file)
    count = len(judge.asked)
    assert f"; 0 are in scores.sqlite, {count:,} are asked for" in capsys.readouterr().err
    again = score(judge, file)
    assert f"; {count:,} are in scores.sqlite, 0 are asked for" in capsys.readouterr().err
    assert str(again) == str(first)
    assert set(judge.asked.values()) == {1}
    assert "judge:1" in str(first.results[0].signature)
    score(judge, file, "2")
    assert set(judge.asked.values()) == {2}


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    stopped, file = Judge(most=300), tmp_path / "scores.sqlite"
    with pytest.raises(KeyboardInterrupt):
        score(stopped, file)
    rest = Judge()
    found = score(rest, file)
    assert len(stopped.asked) > 0
    assert not stopped.asked & rest.asked
    assert str(found) == str(score(Judge(), tmp_path / "other.sqlite"))


@pytest.mark.parametrize("bad", ["good", float("nan"), -1])
def test_good_scores_beside_a_bad_one_are_kept(tmp_path: Path, bad: Any) -> None:
    broken, file = Judge(most=50, bad=bad), tmp_path / "scores.sqlite"
    with pytest.raises(InputError, match="match: judge returned .* with .* 0 to 1"):
        score(broken, file)
    rest = Judge()
    score(rest, file)
    assert len(broken.asked) == 50
    assert not broken.asked & rest.asked


@pytest.mark.parametrize("error", [KeyboardInterrupt, ConnectionError])
def test_what_a_generator_yields_is_kept_where_it_stops(tmp_path: Path, error: Any) -> None:
    scores, rest, asked = lydite.matcher("rouge"), Judge(), []

    def judge(candidates: list[str], references: list[str]) -> Any:
        for pair in zip(candidates, references, strict=True):
            asked.append(pair)
            if len(asked) == 50:
                raise error("the\nline")
            yield scores.score(*pair)

    with pytest.raises(KeyboardInterrupt if error is KeyboardInterrupt else InputError) as told:
        score(judge, tmp_path / "scores.sqlite")
    if error is ConnectionError:
        place = " with ".join(map(repr, asked[-1]))
        assert str(told.value) == f"match: judge raised ConnectionError: the line for {place}"
    found = score(rest, tmp_path / "scores.sqlite")
    assert set(asked) & rest.asked.keys() == {asked[-1]}
    assert str(found) == str(score(Judge(), tmp_path / "other.sqlite"))


def test_processes_that_begin_together_ask_for_other_pairs(tmp_path: Path) -> None:
    judges = Judge(), Judge()
    for i, judge in enumerate(judges):
        score(judge, tmp_path / f"{i}.sqlite")
    one, other = (list(judge.asked) for judge in judges)
    assert set(one) == set(other)
    assert len(set(one[:100]) & set(other[:100])) < 50


def test_two_processes_share_a_file(tmp_path: Path) -> None:
    code = (
        "import sys, lydite\n"
        "def judge(c, r): return [len(a) / 100 for a in c]\n"
        "match = lydite.cached(judge, 'scores.sqlite', version='1')\n"
        "gold = {str(i): [f'gold {i} {j}' for j in range(5)] for i in range(60)}\n"
        "run = {str(i): [f'run {i} {j}' for j in range(5)] for i in range(60)}\n"
        "print(lydite.evaluate(gold, run, 'F1', match=match, bootstrap=0)[0].corrected)\n"
    )
    both = [
        subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [one.communicate()[0] for one in both]
    assert [one.returncode for one in both] == [0, 0]
    assert told[0] == told[1] != ""


@pytest.mark.parametrize(
    ("problem", "call"),
    [
        ("version: expected a text", lambda p: lydite.cached(len, p / "a", version=None)),  # type: ignore[arg-type]
        ("version: expected a text", lambda p: lydite.cached(len, p / "a", version="")),
        ("path: expected the path of a file", lambda p: lydite.cached(len, 3, version="1")),  # type: ignore[arg-type]
        ("path: .*on this machine", lambda p: lydite.cached(len, "s3://b/a", version="1")),
        ("function: expected a function", lambda p: lydite.cached("f", p / "a", version="1")),  # type: ignore[arg-type]
        ("name: a lambda has none", lambda p: lydite.cached(lambda c, r: c, p / "a", version="1")),
        ("name: a partial has none", lambda p: lydite.cached(partial(max, ""), p / "a", version="1")),
        ("name: a Judge has none", lambda p: lydite.cached(Judge(), p / "a", version="1")),
        ("none/a: cannot be used as a file of scores", lambda p: score(Judge(), p / "none" / "a")),
        ("page: cannot be used as a file of scores", lambda p: score(Judge(), p / "page")),
        ("other: cannot be used as a file of scores", lambda p: score(Judge(), p / "other")),
    ],
)
def test_bad_input(tmp_path: Path, problem: str, call: Any) -> None:
    (tmp_path / "page").write_text("<html>" * 1_000, "utf-8")
    with sqlite3.connect(tmp_path / "other") as database:
        database.execute("CREATE TABLE scores (player TEXT, points INTEGER)")
    database.close()
    with pytest.raises(LyditeError, match=problem):
        call(tmp_path)
