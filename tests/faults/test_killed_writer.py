"""A build that is killed leaves the old store or the new one; the next build gives the same bytes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tabfiles import ITALIAN

BUILD = """
import os, sys
source, store, fatal = sys.argv[1], sys.argv[2], int(sys.argv[3])
operations = 0

def kill(event, args):
    global operations
    if event in ("open", "os.rename", "os.mkdir", "os.remove", "os.rmdir") and args[0] is not None:
        if str(args[0]).startswith(os.path.dirname(store)):
            operations += 1
            if operations == fatal:
                os._exit(99)

from lydite.cli import main
sys.addaudithook(kill)
try:
    main(["build", "wordnet", source, "-o", store])
finally:
    print(operations)
"""


def build(source: Path, store: Path, fatal: int = 0) -> int | None:
    """Build a store; return the number of file operations, or None if the build was killed at one."""
    command = [sys.executable, "-c", BUILD, str(source), str(store), str(fatal)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 99), done.stderr
    return None if done.returncode else int(done.stdout.splitlines()[-1])


def contents(store: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in store.iterdir() if file.is_file()}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two sources, and the store that is built from each."""
    folder = tmp_path_factory.mktemp("sources")
    (folder / "old.tab").write_text(ITALIAN, "utf-8")
    (folder / "new.tab").write_text(f"{ITALIAN}00007846-n\tita:lemma\tpersona\n", "utf-8")
    for name in ("old", "new"):
        build(folder / f"{name}.tab", folder / name)
    return folder


@pytest.fixture(scope="module")
def operations(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> int:
    """The number of file operations of a build that replaces a store."""
    store = tmp_path_factory.mktemp("counted") / "store"
    shutil.copytree(sources / "old", store)
    count = build(sources / "new.tab", store)
    assert count is not None
    return count


@pytest.mark.parametrize("part", [0.02, 0.5, 0.8, 0.9, 0.95, 1.0])
def test_a_killed_build_loses_no_store(tmp_path: Path, sources: Path, operations: int, part: float) -> None:
    store = tmp_path / "store"
    shutil.copytree(sources / "old", store)
    assert build(sources / "new.tab", store, max(1, round(part * operations))) is None
    whole = store
    if not store.exists():  # killed between its two renames
        (whole,) = tmp_path.glob(".store.*/old")
    assert contents(whole) in (contents(sources / "old"), contents(sources / "new"))
    build(sources / "new.tab", store)
    assert contents(store) == contents(sources / "new")
    assert [path.name for path in tmp_path.iterdir()] == ["store"]
