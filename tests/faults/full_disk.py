"""Builds on a disk with room for so many pages more, for ever more of them: an error, and nothing is lost.

    unshare -rm sh -c 'mount -t tmpfs -o size=64m none /mnt; python -m faults.full_disk /mnt [STEPS [KIND…]]'

The disk is one in memory of its own; a file of zeros takes all of it but the room that is left. That grows
from nothing to the size of what is built in so many steps, of one page at least.
"""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from pathlib import Path

from faults.building import BUILDS, Trial, prepare

PAGE = 4096


def fill(disk: Path, pages: int) -> Path:
    """Leave room for so many pages on a disk; return the file that takes the rest."""
    zeros = disk / "zeros"
    with zeros.open("wb") as file:
        room = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize - pages * PAGE
        os.posix_fallocate(file.fileno(), 0, room)
    return zeros


def sweep(kind: str, sound: Path, disk: Path, steps: int) -> int:
    """Build with ever more room until that is enough for three builds in turn; return how many failed."""
    new = sound / f"{kind}.new"
    size = sum(p.stat().st_size // PAGE + 1 for p in [new, *new.rglob("*")] if p.is_file())
    pages = failed = enough = 0
    while enough < 3:
        with Trial(kind, sound, disk) as trial:
            zeros = fill(disk, pages)
            trial.build(lambda: None, f"room for {pages} pages", why=errno.ENOSPC)
            full = trial.status == 2
            zeros.unlink()
            trial.again()
        failed, enough, pages = failed + full, 0 if full else enough + 1, pages + max(1, size // steps)
    return failed


if __name__ == "__main__":
    where, given, *kinds = [*sys.argv[1:], "50"] if len(sys.argv) == 2 else sys.argv[1:]
    with tempfile.TemporaryDirectory() as there:
        for one in kinds or BUILDS:
            prepare(one, Path(there))
            number = sweep(one, Path(there), Path(where), int(given))
            print(f"{one}: the disk was full at {number} sizes, in turn", flush=True)
