"""Work in a fork that ends when it has used its processor time, or waits for ever.

Time is that of processors, of the fork and of what it starts, since a busy machine makes nothing of a clock.
"""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import time
from collections.abc import Callable
from pathlib import Path

MEMORY = 8 << 30
STILL = 60.0  # seconds without any work after which it is taken to wait for ever
LOOK = 2.0
TICK = os.sysconf("SC_CLK_TCK")


def used(group: int) -> float:
    """Return the processor seconds of a group of processes and of those that they waited for."""
    total = 0
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = entry.read_text("utf-8", "replace").rpartition(")")[2].split()
            if int(fields[2]) == group:
                total += sum(map(int, fields[11:15]))
    return total / TICK


def forked(work: Callable[[], int], seconds: float, folder: Path, log: Path) -> int | None:
    """Run this in a fork, in a folder, and return its exit status; None if it took too long."""
    if (child := os.fork()) == 0:
        written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream, target in enumerate((os.open(os.devnull, os.O_RDONLY), written, written)):
            os.dup2(target, stream)
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))  # of addresses, V8 asks for more
        os.chdir(folder)
        os._exit(work())
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.setpgid(child, child)  # whoever comes first
    late = not _ends(child, seconds)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # with what its tests started
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return None if late else status


def _ends(child: int, seconds: float) -> bool:
    """Wait for a process, and return whether it ended in time."""
    handle = os.pidfd_open(child)
    try:
        before, moved = -1.0, time.monotonic()
        while not select.select([handle], [], [], LOOK)[0]:
            now = used(child)
            if now != before:
                before, moved = now, time.monotonic()
            if now > seconds or time.monotonic() - moved > STILL:
                return False
        return True
    finally:
        os.close(handle)
