"""Every operation of a build on files fails once, or is where it is killed: no store is lost or half there.

So does every call of the system that writes or reads them, where strace is there. ``make test-full`` goes
through all, CI through every seventy-fifth. It runs in its own process:
builds are forked, and a fork copies locks of threads (polars starts some) that nobody will ever open.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from faults.building import BUILDS
from faults.system_calls import can_trace

EVERY = 1 if os.environ.get("LYDITE_FULL") else 75
TESTS = Path(__file__).parent.parent


def _sweep(module: str, kind: str) -> list[str]:
    command = [sys.executable, "-m", f"faults.{module}", str(EVERY), kind]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(sys.platform != "linux", reason="builds are forked")
@pytest.mark.parametrize("kind", [k for k in BUILDS if EVERY == 1 or k not in ("wordnet", "tweets")])
def test_no_store_is_lost(kind: str) -> None:
    fails, killed, limited = _sweep("file_faults", kind)
    assert fails.startswith(f"{kind}: failed at each of ")
    assert killed.startswith(f"{kind}: was killed at each of ")
    assert limited.startswith(f"{kind}: files were limited to ")
    assert int(fails.split()[-4]) > (2 if kind == "run" else 20)


@pytest.mark.skipif(not can_trace(), reason="needs strace, which lets calls of the system fail")
@pytest.mark.parametrize("kind", BUILDS if EVERY == 1 else ["run", "hashtags"])
def test_no_store_is_lost_where_a_call_of_the_system_fails(kind: str) -> None:
    said = [
        re.fullmatch(rf"{kind}: (\w+) failed at each of (\d+) calls, in turn", s)
        for s in _sweep("system_calls", kind)
    ]
    calls = {found[1]: int(found[2]) for found in said if found}
    assert len(calls) == len(said)
    assert calls.keys() >= {"write", "read", "flock", "chmod", "rename"}
    assert calls["read"] >= 9
