"""Builds killed at moments drawn by chance, in processor time; the next one ends in the same bytes.

    PYTHONPATH=src:tests python -m faults.kills [NUMBER [SEED [KIND…]]]

A timer of the processor time ends the process as a kill does: nothing of Python runs any more. So many
kills in all, spread over the kinds of stores, a run that is saved and the journal of a search.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from faults.building import BUILDS, Trial, apart, prepare
from lydite.cli import main

TIMES = 400  # entries, pages, words: so that there is some time to be killed in
KINDS = (*BUILDS, "journal")


def children() -> float:
    """Return the processor time of processes that were begun here and have ended."""
    return os.times().children_user + os.times().children_system


def doomed(seconds: float) -> None:
    """End this process after so much of its processor time."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)


def kill_builds(kind: str, sound: Path, number: int, draw: random.Random) -> int:
    """Kill builds until so many were; return how many began."""
    begun = killed = 0
    with Trial(kind, sound) as trial:
        before = children()
        trial.again()
        taken = children() - before
    while killed < number:
        begun += 1
        seconds = max(0.001, draw.uniform(0, taken))
        with Trial(kind, sound) as trial:
            ended = trial.build(
                lambda s=seconds: doomed(s), f"killed after {seconds:.3f} s", killed=(-signal.SIGPROF,)
            )
            trial.again()
        killed += ended == "-1"
    return begun


def search(journal: Path) -> str:
    """Search a little; return what was found."""
    asked = ["tune", "matcher", "thesis", "--folds", "0", "--bootstrap", "0", "--format", "json"]
    found = io.StringIO()
    with (
        contextlib.redirect_stdout(found),
        contextlib.redirect_stderr(io.StringIO()),
        contextlib.suppress(SystemExit),
    ):
        main([*asked, "--method", "pso(particles=4, iterations=5)", "--resume", str(journal)])
    return found.getvalue()


def kill_searches(folder: Path, number: int, draw: random.Random) -> int:
    """Kill searches that keep a journal; each next one must find the same and end in the same lines."""
    whole, timed = folder / "whole", folder / "timed"
    status, expected = apart(
        lambda: search(whole)
    )  # it may compile kernels, which takes longer than the rest
    assert status == 0, expected
    assert "spec" in expected
    before = children()
    assert apart(lambda: search(timed)) == (0, expected)
    taken, begun, killed = children() - before, 0, 0
    while killed < number:
        begun += 1
        journal, seconds = folder / f"journal{begun}", max(0.001, draw.uniform(0, taken))
        status, said = apart(lambda j=journal, s=seconds: (doomed(s), search(j))[1])
        assert status in (0, -signal.SIGPROF), said
        killed += status != 0
        lines = journal.read_bytes() if journal.exists() else b""
        assert whole.read_bytes().startswith(lines), f"killed after {seconds:.3f} s"
        assert apart(lambda j=journal: search(j)) == (0, expected)
        assert journal.read_bytes() == whole.read_bytes()
    assert not list(folder.glob(".*"))
    return begun


def spread_kills(total: int, seed: int, kinds: Sequence[str]) -> None:
    """Kill so many in all, and print the counts."""
    for place, kind in enumerate(kinds):
        share = (total + len(kinds) - 1 - place) // len(kinds)
        with tempfile.TemporaryDirectory() as there:
            chance = random.Random(f"{seed}.{kind}")  # noqa: S311
            if kind == "journal":
                begun = kill_searches(Path(there), share, chance)
            else:
                prepare(kind, Path(there), TIMES)
                begun = kill_builds(kind, Path(there), share, chance)
        print(f"{kind}: {share} of {begun} were killed, the next gave the same bytes", flush=True)


if __name__ == "__main__":
    given = [*sys.argv[1:], *("100", "0")[len(sys.argv) - 1 :]]
    spread_kills(int(given[0]), int(given[1]), given[2:] or KINDS)
