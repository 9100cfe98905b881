"""Every operation of a build on files fails once, or is where it is killed: no store is lost or half there.

``make test-full`` goes through all operations, CI through every twenty-fifth. It runs in its own process:
builds are forked, and a fork copies locks of threads (polars starts some) that nobody will ever open.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from faults.building import BUILDS

EVERY = 1 if os.environ.get("LYDITE_FULL") else 25
TESTS = Path(__file__).parent.parent


@pytest.mark.skipif(sys.platform != "linux", reason="builds are forked")
@pytest.mark.parametrize("kind", [k for k in BUILDS if EVERY == 1 or k != "wordnet"])  # lmf is one
def test_no_store_is_lost(kind: str) -> None:
    command = [sys.executable, "-m", "faults.file_faults", str(EVERY), kind]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stderr
    fails, killed, limited = done.stdout.splitlines()
    assert fails.startswith(f"{kind}: failed at each of ")
    assert killed.startswith(f"{kind}: was killed at each of ")
    assert limited.startswith(f"{kind}: files were limited to ")
    assert int(fails.split()[-4]) > (2 if kind == "run" else 20)
