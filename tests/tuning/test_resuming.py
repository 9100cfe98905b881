"""Searches that were interrupted go on from their journal, and from no other."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from lydite.errors import InputError
from lydite.probes.agreement import QuestionSet
from lydite.tuning import tune
from lydite.tuning.evaluating import Evaluator
from lydite.tuning.journal import Journal


@pytest.mark.parametrize("method", ["annealing(restarts=2, iterations=8)"])
def test_interrupted_and_resumed_equals_uninterrupted(
    method: str, questions: QuestionSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tune([questions], "wordnet", method, folds=2, journal=tmp_path / "whole")
    lines = (tmp_path / "whole").read_text().splitlines(keepends=True)
    for kept in (1, 3, len(lines) // 2, len(lines) - 1):
        cut = tmp_path / f"cut{kept}"
        cut.write_text("".join(lines[:kept]) + lines[kept][: len(lines[kept]) // 2])  # killed while writing
        again = tune([questions], "wordnet", method, folds=2, journal=cut)
        assert again.whole.point.tolist() == whole.whole.point.tolist()
        assert [f.value for f in again.folds] == [f.value for f in whole.folds]
        assert cut.read_text() == (tmp_path / "whole").read_text()
    monkeypatch.setattr(Evaluator, "values", lambda *_: np.arange(8.0))  # nothing is scored again
    done = tune([questions], "wordnet", method, folds=2, journal=tmp_path / "whole")
    assert done.whole.value == whole.whole.value


def test_another_search_does_not_go_on_from_it(questions: QuestionSet, tmp_path: Path) -> None:
    method = "pso(particles=3, iterations=2)"
    tune([questions], "wordnet", method, folds=0, journal=tmp_path / "j")
    with pytest.raises(InputError, match="is of another search: seed was 0, now it is 1"):
        tune([questions], "wordnet", method, folds=0, seed=1, journal=tmp_path / "j")
    (tmp_path / "other").write_text("some notes\n")
    with pytest.raises(InputError, match="other:1: expected"):
        tune([questions], "wordnet", method, folds=0, journal=tmp_path / "other")
    for content in ("some notes", '{"kind": "mine"}'):  # no whole line, and no journal's first line
        (tmp_path / "other").write_text(content)
        with pytest.raises(InputError, match="other:1: is not the journal of a tuning"):
            tune([questions], "wordnet", method, folds=0, journal=tmp_path / "other")
        assert (tmp_path / "other").read_text() == content
    head = json.loads((tmp_path / "j").read_text().splitlines()[0])
    short = Journal(tmp_path / "short", {k: v for k, v in head.items() if k not in ("kind", "schema")})
    for _ in range(2):
        short.add(np.array([0.5]))
    short.close()
    with pytest.raises(InputError, match="short:3: is not what this search would have written"):
        tune([questions], "wordnet", method, folds=0, journal=tmp_path / "short")


def test_two_searches_do_not_write_into_one_file(tmp_path: Path) -> None:
    one = Journal(tmp_path / "j", {"seed": 0})
    one.add(np.array([0.5]))
    with pytest.raises(InputError, match="another process is tuning with this file"):
        Journal(tmp_path / "j", {"seed": 0})
    one.add(np.array([0.25]))
    one.close()
    again = Journal(tmp_path / "j", {"seed": 0})
    assert [again.next(1), again.next(1), again.next(1)] == [0.5, 0.25, None]
    again.close()


def test_an_interrupted_command_goes_on(tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "lydite", "tune", "matcher", "thesis", "--folds", "2", "--format", "json"]
    asked += ["--method", "annealing(restarts=2, iterations=150)", "--bootstrap", "0"]
    whole = subprocess.run([*asked], capture_output=True, text=True, check=True).stdout
    journal = tmp_path / "journal"
    child = subprocess.Popen(
        [*asked, "--resume", str(journal)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    for _ in range(600):
        if journal.exists() and journal.read_text().count("\n") > 20:
            break
        time.sleep(0.05)
    os.kill(child.pid, signal.SIGINT)
    _, said = child.communicate(timeout=60)
    assert child.returncode in (0, 2)  # a fast machine may have ended before
    assert "Traceback" not in said
    again = subprocess.run(
        [*asked, "--resume", str(journal)], capture_output=True, text=True, check=True
    ).stdout
    assert again == whole
