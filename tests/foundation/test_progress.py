"""Progress: nothing unless asked for on a terminal, one line after two seconds, cleared at the end."""

from __future__ import annotations

import io
import sys
import time

import pytest

import lydite
from inner import replace_inside
from lydite.cli import main
from lydite.core import progress
from lydite.core.errors import InputError


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(progress._ProgressLine, "wanted", False)
    monkeypatch.setenv("COLUMNS", "90")
    monkeypatch.setenv("TERM", "xterm")
    return now


def test_silent_in_files_and_from_python(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, asked in ((io.StringIO(), True), (Terminal(), False)):
        monkeypatch.setattr(sys, "stderr", stream)
        if asked:
            progress.show()
        for _ in progress.track(range(9), "walks"):
            clock[0] += 1
        assert stream.getvalue() == ""


def test_silent_on_terminals_that_know_no_escapes(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "dumb")
    progress.show()
    for _ in progress.track(range(9), "walks"):
        clock[0] += 1
    assert screen.getvalue() == ""


def test_a_line_after_two_seconds(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    progress.show()
    assert list(progress.track(range(9), "quick")) == list(range(9))
    assert screen.getvalue() == ""
    for _ in progress.track("ab", "walks"):
        for _ in progress.track("c", "only one, and not worth a word"):
            for _ in progress.track(range(4), "draws"):
                clock[0] += 1
    lines = screen.getvalue().split("\r\033[K")
    assert lines[1] == "walks 1/2: draws [██████████████████      ] 3/4, 5 s left"
    assert lines[-2] == "walks 2/2: draws [██████████████████      ] 3/4, 1 s left"
    assert lines[-1] == ""  # cleared


def test_cleared_when_interrupted(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    progress.show()
    loop = progress.track(range(9), "walks")
    for i in loop:
        clock[0] += 3
        if i == 4:
            break
    loop.close()
    assert screen.getvalue().endswith("\r\033[K")
    assert not progress._ProgressLine.counts


def test_work_without_a_total_and_work_inside_it(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    progress.show()
    with progress.progress_bar("tweets") as count:
        count.update(0)
        clock[0] += 3
        count.update(8_192)
        for _ in progress.track(range(4), "batches"):
            clock[0] += 1
        count.label = "seal"
        count.update(0)
    lines = screen.getvalue().split("\r\033[K")
    assert lines[1] == "tweets 8,192, 2,731/s"
    assert lines[2] == "tweets 8,192: batches [██████                  ] 1/4"
    assert lines[-2:] == ["seal", ""]


def test_an_error_is_not_written_behind_the_line(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop that it left is still open then."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)

    def failing(*_: object, **__: object) -> None:
        loop = progress.track(range(9), "walks")
        for _ in loop:
            clock[0] += 3
            if clock[0] > 110:
                raise InputError("no more")

    replace_inside(monkeypatch, "lydite.runs", "parse_measures", failing)
    with pytest.raises(SystemExit):
        main(["score", "gold", "run"])
    assert screen.getvalue().endswith("3/9, 18 s left\r\033[Klydite: no more\n")


def test_work_that_goes_on_where_it_was_stopped(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    """What was done before took no time of this run."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    progress.show()
    with progress.progress_bar("extract, MB", 1_000) as count:
        count.update(800)
        clock[0] += 10
        count.update(900)
    assert "extract, MB [█████████████████████   ] 900/1,000, 10/s, 10 s left\r" in screen.getvalue()


def test_functions_of_users_show_a_bar_from_python_too(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = []

    def slow(candidates: list[str], references: list[str]) -> list[float]:
        sizes.append(len(candidates))
        clock[0] += 0.5 * len(candidates)
        return [0.5] * len(candidates)

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    gold = {str(i): [f"tag {i}", f"word {i}"] for i in range(20)}
    lydite.evaluate(gold, gold, "F1", match=slow, bootstrap=0, chance=0)
    first, _, bar = screen.getvalue().partition("\n")
    assert first.endswith("80 distinct pairs for the score")
    assert "slow: pairs [" in bar
    assert "/80, 2/s, " in bar
    assert bar.endswith("\r\033[K")
    assert sizes == [4, 16, 16, 16, 16, 12]  # of slow work, 16 at once
    before = screen.getvalue()
    assert list(progress.track("ab", "walks")) == ["a", "b"]
    assert screen.getvalue() == before
