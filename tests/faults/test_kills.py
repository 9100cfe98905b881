"""Builds killed at random moments, on a full disk, three at once: no store is lost, half there or mixed.

CI goes through a few; ``make test-full`` kills 100 and fills the disk fifty ways. Each runs in a process of
its own: builds are forked, and a fork copies locks of threads that nobody will ever open.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from faults.building import BUILDS
from faults.kills import KINDS
from faults.writers import KINDS as WRITTEN

FULL = bool(os.environ.get("LYDITE_FULL"))
TESTS = Path(__file__).parent.parent
LOCKED = {"hashtags", "tweets", "wikipedia", "sql"}  # whose builds keep others out
ROOM = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=64m none /mnt && exec "$@"', "sh"]
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="builds are forked")


def lines(module: str, *args: str, before: list[str] | None = None) -> list[str]:
    command = [*(before or []), sys.executable, "-m", f"faults.{module}", *args]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_killed_at_random_moments() -> None:
    kinds = KINDS if FULL else [k for k in KINDS if k not in ("wordnet", "tweets", "journal")]  # take longer
    number = 100 if FULL else len(kinds)
    said = lines("kills", str(number), "0", *kinds)
    assert [line.split(":")[0] for line in said] == list(kinds)
    assert sum(int(line.split()[1]) for line in said) == number


@pytest.mark.skipif(
    shutil.which("unshare") is None
    or subprocess.run([*ROOM, "true"], capture_output=True, check=False).returncode != 0,
    reason="no disk can be mounted here",
)
def test_a_full_disk() -> None:
    kinds = BUILDS if FULL else ("vectors", "run")
    said = lines("full_disk", "/mnt", "50" if FULL else "5", *kinds, before=ROOM)
    assert [line.split(":")[0] for line in said] == list(kinds)
    assert all(int(line.split()[-4]) > 0 for line in said), said


def test_three_writers_and_readers() -> None:
    kinds = WRITTEN if FULL else ("vectors", "princeton", "wikipedia")
    said = lines("writers", "20" if FULL else "2", "0", *kinds)
    deaths = 0
    for kind, line in zip(kinds, said, strict=True):
        writers, refused, killed, readings = map(int, re.findall(r"\d+", line.removeprefix(kind)))
        deaths += killed
        assert readings > 0, line
        assert refused <= (2 * writers // 3 if kind in LOCKED else 0), line
    assert deaths > 0, said
