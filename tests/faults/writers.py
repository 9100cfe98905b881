"""Three writers of one store at once, and readers all the while: no reader sees half a store.

PYTHONPATH=src:tests python -m faults.writers [ROUNDS [KIND…]]
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from faults.building import build, contents, prepare
from lydite.sources.vectors.store import open_store as open_vectors
from lydite.sources.wikipedia.knowledge_base import open_wikipedia
from lydite.sources.wordnet import open_wordnet

KINDS: dict[str, Callable[[Path], object]] = {
    "vectors": lambda p: open_vectors(p).matrix.sum(),
    "lmf": open_wordnet,
    "wikipedia": open_wikipedia,
}
NAMES = ("old", "new", "third")


def forked(work: Callable[[], int]) -> int:
    """Begin something in a process of its own; return its number."""
    pid = os.fork()
    if pid == 0:
        status = 70
        try:
            status = work()
        finally:
            os._exit(status)
    return pid


def rounds(kind: str, sound: Path, number: int) -> tuple[int, int]:
    """Let three write so often; return how many were refused, and how often the store was read."""
    known = {contents(sound / f"{kind}.{name}") for name in NAMES}
    assert len(known) == 3
    refused = 0
    with tempfile.TemporaryDirectory() as name:
        store, stop, seen = Path(name, "store"), Path(name, "stop"), Path(name, "seen")
        shutil.copytree(sound / f"{kind}.old", store)

        def read() -> int:
            while not stop.exists():
                KINDS[kind](store)
                with seen.open("a") as file:
                    file.write("1")
                time.sleep(0.002)
            return 0

        readers = [forked(read) for _ in range(2)]
        for _ in range(number):
            writers = [forked(lambda n=n: build(kind, sound / n, store)[0]) for n in NAMES]
            ended = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in writers]
            assert set(ended) in ({0}, {0, 2}), f"{kind}: {ended}"
            refused += ended.count(2)
            assert contents(store) in known, f"{kind}: the store is none of the three"
            left = sorted(p.name for p in Path(name).iterdir() if p.name.startswith("."))
            assert not left, f"{kind}: left behind {left}"
        stop.touch()
        for pid in readers:
            status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            assert status == 0, f"{kind}: a reader ended with {status}"
        return refused, seen.stat().st_size


if __name__ == "__main__":
    given, *kinds = sys.argv[1:] or ["10"]
    with tempfile.TemporaryDirectory() as there:
        for one in kinds or KINDS:
            prepare(one, Path(there), names=NAMES)
            no, read = rounds(one, Path(there), int(given))
            print(
                f"{one}: {3 * int(given)} writers, {no} refused, {read} readings of a whole store", flush=True
            )
