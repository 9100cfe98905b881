"""Builds in which one operation on files fails, or at which the process is killed: each in turn.

    PYTHONPATH=src:tests python -m faults.file_faults [EVERY [KIND…]]

Python tells its audit hooks of each file that it opens, renames, makes or removes; a hook that raises makes
the operation fail before it is done, and one that exits is as a kill there. A limit on the size of a file
fails the write that would pass it, in the system itself. After each, what was there must be whole, as it was
or as the new one is; the next build must give the same bytes as an undisturbed one.
"""

from __future__ import annotations

import errno
import os
import resource
import sys
import tempfile
from pathlib import Path
from typing import Any

from faults.building import BUILDS, Trial, prepare

EVENTS = {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.truncate", "os.chmod", "os.scandir"}
KILLED = 99


class _Injector:
    """Counts the operations within a folder and lets one of them fail."""

    def __init__(self, folder: Path, at: int, *, kill: bool) -> None:
        self.folder, self.at, self.kill, self.count = str(folder), at, kill, 0
        sys.addaudithook(self)

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        if event not in EVENTS or not str(args[0]).startswith(self.folder):
            return
        self.count += 1
        if self.count == self.at:
            if self.kill:
                os._exit(KILLED)
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(args[0]))


def sweep(kind: str, sound: Path, every: int, *, kill: bool) -> int:
    """Let each operation fail (or every so many), in turn; return how many there are."""
    at, total = 10**9, 0
    while True:
        with Trial(kind, sound) as trial:

            def arm(folder: Path = trial.folder, at: int = at) -> _Injector:
                return _Injector(folder, at, kill=kill)

            count = int(trial.build(arm, f"operation {at}", killed=(KILLED,), why=errno.EIO))
            trial.again()
        if at == 10**9:
            total, at = count, 1 - every
        at += every
        if at > total:
            return total


def limit(kind: str, sound: Path, every: int) -> int:
    """Let no file be larger than so many bytes, for ever larger ones; return how many limits were tried."""
    largest = max(p.stat().st_size for p in [sound / f"{kind}.new", *(sound / f"{kind}.new").rglob("*")])
    step = max(1, largest * every // 100)
    sizes = range(0, largest + 2 * step, step)
    for size in sizes:
        with Trial(kind, sound) as trial:

            def arm(size: int = size) -> None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

            trial.build(arm, f"files of at most {size} bytes", why=errno.EFBIG)
            trial.again()
    return len(sizes)


if __name__ == "__main__":
    given, *kinds = sys.argv[1:] or ["1"]
    with tempfile.TemporaryDirectory() as there:
        for one in kinds or BUILDS:
            prepare(one, Path(there))
            for killed in (False, True):
                number = sweep(one, Path(there), int(given), kill=killed)
                what = "was killed at" if killed else "failed at"
                print(f"{one}: {what} each of {number} operations, in turn", flush=True)
            number = limit(one, Path(there), int(given))
            print(f"{one}: files were limited to {number} sizes, in turn", flush=True)
