"""Every operation of a build on files fails once, or is where it is killed: no store is lost or half there.

``make test-full`` goes through all operations, CI through every twenty-fifth.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from faults.file_faults import BUILDS, prepare, sweep

EVERY = 1 if os.environ.get("LYDITE_FULL") else 25


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    prepare(folder)
    return folder


@pytest.mark.skipif(sys.platform != "linux", reason="builds are forked")
@pytest.mark.parametrize("kill", [False, True], ids=["fails", "is killed"])
@pytest.mark.parametrize("kind", BUILDS)
def test_no_store_is_lost(sound: Path, monkeypatch: pytest.MonkeyPatch, kind: str, *, kill: bool) -> None:
    monkeypatch.setenv("LYDITE_CACHE", str(sound / "cache"))
    assert sweep(kind, sound, EVERY, kill=kill) > 20
