"""Bad files of every kind, made at random from a seed: an error of one line or the right answer.

``make fuzz SECONDS=600 SEED=7`` goes on for longer; what it finds becomes a fixture where it was found.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from full_size import size

TESTS = Path(__file__).parent.parent
NUMBER = size(400, 1_500)  # commands


def harness(*args: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(TESTS), *sys.path])
    command = [sys.executable, "-m", "faults.harness", *args]
    told = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(command, capture_output=True, text=True, timeout=900, env=told, check=False)


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forked, and their memory is told by Linux")
def test_rounds_over_every_format() -> None:
    done = harness("--number", str(NUMBER), "--seconds", "600", "--seed", "1")
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert "0 findings" in done.stdout
    assert int(done.stdout.splitlines()[-1].split()[0].replace(",", "")) >= NUMBER
