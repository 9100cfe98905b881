"""Builds in which one operation on files fails, or at which the process is killed: each in turn.

    PYTHONPATH=src:tests python -m faults.file_faults [EVERY]

Python tells its audit hooks of each file that it opens, renames, makes or removes; a hook that raises makes
the operation fail before it is done, and one that exits is as a kill there. After each, the store that was
there must be whole, as it was or as the new one is; the next build must give the same bytes.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import inputs
from lydite.cli import main
from lydite.sources.store import kind_of

EVENTS = {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.truncate", "os.chmod", "os.scandir"}
KILLED = 99
BUILDS: dict[str, Callable[[Path], list[str]]] = {
    "wordnet": lambda f: ["build", "wordnet", f"{f}/w.xml", "-o", "{}"],
    "wiktionary": lambda f: ["build", "wiktionary", f"{f}/k.jsonl", "-o", "{}"],
    "hashtags": lambda f: ["build", "hashtags", "--vectors", f"{f}/v.vec", "--into", "{}", "--new"],
    "wikipedia": lambda f: ["build", "wikipedia", f"{f}/d.xml", "-o", "{}"],
}


class _Injector:
    """Counts the operations within a folder and lets one of them fail."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.at, self.kill, self.count, self.armed = str(folder), -1, False, 0, False
        sys.addaudithook(self)

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.armed or event not in EVENTS or not str(args[0]).startswith(self.folder):
            return
        self.count += 1
        if self.count == self.at:
            if self.kill:
                os._exit(KILLED)
            raise OSError(errno.EIO, "Input/output error", str(args[0]))


def prepare(folder: Path) -> None:
    """Write what is built from: twice, since another store is there before."""
    (folder / "w.xml").write_text(inputs.LMF, "utf-8")
    (folder / "k.jsonl").write_text(inputs.WIKTIONARY, "utf-8")
    (folder / "d.xml").write_text(inputs.export_text(), "utf-8")
    (folder / "v.vec").write_text(inputs.VECTORS, "utf-8")


def build(args: list[str], path: Path) -> tuple[int, str]:
    """Run a build in this process."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        try:
            main([a.replace("{}", str(path)) for a in args])
        except SystemExit as ended:
            return int(ended.code or 0), said.getvalue()
    return 0, said.getvalue()


def contents(store: Path, *, derived: bool = True) -> str:
    """Return the digest of all bytes of a store, with or without what is made again when it is missing."""
    hasher = hashlib.sha256()
    for file in sorted(p for p in store.rglob("*") if p.is_file() and (derived or p.parent == store)):
        hasher.update(f"{file.relative_to(store)}\0".encode() + file.read_bytes())
    return hasher.hexdigest()


def apart(work: Callable[[], str]) -> tuple[int, str]:
    """Do something in a process of its own; return its status and what it says."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        status = 1
        try:
            os.write(write, work().encode()[-4000:])
            status = 0
        except BaseException as error:  # noqa: BLE001 # it is told to the one who asked
            os.write(write, f"{type(error).__name__}: {error}".encode()[-4000:])
        os._exit(status)
    os.close(write)
    with os.fdopen(read, "rb") as file:
        said = file.read().decode()
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said


def trial(kind: str, sound: Path, at: int, *, kill: bool) -> tuple[int, str]:
    """Build over an older store with the operation of this number failing; return how many there were.

    AssertionError where a store is lost, a status is none of ours, or the next build differs.
    """
    args = BUILDS[kind](sound)
    os.environ["LYDITE_CACHE"] = str(sound / "cache")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = folder / "store"
        shutil.copytree(sound / f"{kind}.built", store)
        expected = contents(store)

        def faulty() -> str:
            injector = _Injector(folder)
            injector.at, injector.kill, injector.armed = at, kill, True
            status, said = build(args, store)
            injector.armed = False
            return f"{injector.count} {status} {said}"

        status, said = apart(faulty)
        if status not in (0, KILLED):
            raise AssertionError(f"{kind}, operation {at}: {said}")
        count, ended = (0, 2) if status == KILLED else map(int, said.split()[:2])
        if ended not in (0, 2):
            raise AssertionError(f"{kind}, operation {at}: status {ended}: {said}")
        moved = list(folder.glob(".store.*/old"))
        whole = store if store.exists() else moved[0] if kill and moved else store
        if contents(whole, derived=False) != contents(sound / f"{kind}.built", derived=False):
            raise AssertionError(f"{kind}, operation {at}: the store is neither the old nor the new one")
        status, said = apart(lambda: str(build(args, store)))
        if not said.startswith("(0,"):
            raise AssertionError(f"{kind}, operation {at}, next build: {said}")
        if contents(store) != expected:
            raise AssertionError(f"{kind}, operation {at}: the next build gives other bytes")
        if left := sorted(p.name for p in folder.iterdir() if p != store):
            raise AssertionError(f"{kind}, operation {at}: left behind {left}")
    return count, said


def sweep(kind: str, sound: Path, every: int, *, kill: bool) -> int:
    """Let each operation fail (or every so many), in turn; return how many there are."""
    built = sound / f"{kind}.built"
    if not built.exists():
        apart(lambda: str(build(BUILDS[kind](sound), built)))
        assert kind_of(built), f"{kind} was not built"
    total, _ = trial(kind, sound, 10**9, kill=False)
    for at in range(1, total + 1, every):
        trial(kind, sound, at, kill=kill)
    return total


if __name__ == "__main__":
    every, *kinds = sys.argv[1:] or ["1"]
    with tempfile.TemporaryDirectory() as there:
        prepare(Path(there))
        for one in kinds or BUILDS:
            for killed in (False, True):
                number = sweep(one, Path(there), int(every), kill=killed)
                what = "was killed at" if killed else "failed at"
                print(f"{one}: {what} each of {number} operations, in turn", flush=True)
