"""Builds in which one call of the system fails: each write and each read of their files, in turn.

    PYTHONPATH=src:tests python -m faults.system_calls [EVERY [KIND…]]

strace attaches itself to the process and lets the nth call of one kind return an error, whoever makes it:
Python, numpy or polars. Only calls on files of the build count: those it reads and those it writes.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from faults.building import BUILDS, Trial, prepare

CALLS = (
    *("write", "pwrite64", "writev", "copy_file_range", "sendfile", "fallocate", "ftruncate"),
    *("read", "pread64", "mmap", "fsync", "fdatasync", "flock", "chmod", "rename"),
)
_LINE = re.compile(r"^(?P<thread>\d+) +\w+\((?P<given>.*)")


def can_trace() -> bool:
    """Whether strace is here and may attach itself to a process."""
    program = shutil.which("strace")
    trial = [program, "-qq", "true"] if program else ["false"]
    return not subprocess.run(trial, check=False, capture_output=True).returncode


class Tracer:
    """strace on this process: it writes down the calls of one kind, and lets one of them fail."""

    def __init__(self, call: str, places: tuple[Path, ...], at: int = 0) -> None:
        self.places = tuple(f"{mark}{place}" for place in places for mark in '<"')
        self.log = Path(tempfile.mkstemp(suffix=".strace")[1])
        failing = ["-e", f"inject={call}:error=EIO:when={at}"] if at else []
        command = ["strace", "-qq", "-f", "-y", "-s", "0", "-e", f"trace={call}", *failing]
        self.program = subprocess.Popen([*command, "-o", str(self.log), "-p", str(os.getpid())])
        status = Path("/proc/self/status")
        for _ in range(1000):
            if re.search(r"TracerPid:\t[1-9]", status.read_text()):
                return
            time.sleep(0.005)
        raise RuntimeError("strace does not attach itself")

    @property
    def count(self) -> str:
        """End it; return which calls were on files of the build, by their numbers, or ``-``."""
        self.program.terminate()
        self.program.wait()
        made: Counter[str] = Counter()  # by each thread, as strace counts them
        numbers = set()
        for parts in map(_LINE.match, self.log.read_text("utf-8", "replace").splitlines()):
            if parts:
                made[parts["thread"]] += 1
                if any(place in parts["given"] for place in self.places):
                    numbers.add(made[parts["thread"]])
        self.log.unlink()
        return ",".join(map(str, sorted(numbers))) or "-"


def sweep(kind: str, sound: Path, call: str, every: int) -> int:
    """Let each call on a file of the build fail (or every so many), in turn; return how many there are."""
    numbers = [0]
    for place, at in enumerate(numbers):
        if place > 1 and (place - 1) % every:
            continue
        with Trial(kind, sound) as trial:

            def arm(folder: Path = trial.folder, at: int = at) -> Tracer:
                return Tracer(call, (folder, sound / "new"), at)

            counted = trial.build(arm, f"{call} {at}", why=errno.EIO)
            if not at and counted != "-":
                numbers += map(int, str(counted).split(","))
            trial.again()
    return len(numbers) - 1


if __name__ == "__main__":
    given, *kinds = sys.argv[1:] or ["1"]
    with tempfile.TemporaryDirectory() as there:
        for one in kinds or BUILDS:
            prepare(one, Path(there))
            for name in CALLS:
                if number := sweep(one, Path(there), name, int(given)):
                    print(f"{one}: {name} failed at each of {number} calls, in turn", flush=True)
