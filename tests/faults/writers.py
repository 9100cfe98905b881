"""Three writers of one store at once, some of them killed, and readers all the while: none sees half a store.

PYTHONPATH=src:tests python -m faults.writers [ROUNDS [SEED [KIND…]]]

In every other round the writers are killed after a time drawn by chance, as in ``faults.kills``. Only one who
was killed between its two renames leaves no store in the place, but the old one beside it: readers are told
that there is none, and the next build puts it back.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from faults.building import build, contents, prepare
from faults.kills import children, doomed
from lydite.errors import StoreError
from lydite.sources.hashtags.store import open_store as open_hashtags
from lydite.sources.vectors.store import open_store as open_vectors
from lydite.sources.wikipedia.knowledge_base import open_wikipedia
from lydite.sources.wiktionary.store import open_wiktionary
from lydite.sources.wordnet import open_wordnet

KINDS: dict[str, Callable[[Path], object]] = {
    "vectors": lambda p: open_vectors(p).matrix.sum(),
    "lmf": open_wordnet,
    "princeton": open_wordnet,
    "wiktionary": open_wiktionary,
    "hashtags": open_hashtags,
    "tweets": open_hashtags,
    "wikipedia": open_wikipedia,
    "sql": open_wikipedia,
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


def ended(pids: list[int]) -> list[int]:
    """Wait for processes; return how they ended."""
    return [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]


def left_beside(store: Path) -> list[str]:
    """Return what lies beside a store that nobody writes any more."""
    return sorted(p.name for p in store.parent.iterdir() if p.name.startswith("."))


def read_until(stop: Path, kind: str, store: Path, seen: Path) -> int:
    """Open a store again and again; one that is not there must be beside its place."""
    while not stop.exists():
        try:
            KINDS[kind](store)
        except StoreError:
            time.sleep(0.05)
            if store.exists() or not list(store.parent.glob(".store.*/old")):
                KINDS[kind](store)
            continue
        with seen.open("a") as file:
            file.write("1")
        time.sleep(0.002)
    return 0


def rounds(kind: str, sound: Path, number: int, draw: random.Random) -> Counter[str]:
    """Let three write so often, and three more be killed; return how they ended, and how many readings."""
    known = {contents(sound / f"{kind}.{name}") for name in NAMES}
    assert len(known) == 3
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        store, stop, seen = Path(name, "store"), Path(name, "stop"), Path(name, "seen")
        shutil.copytree(sound / f"{kind}.old", store)
        readers = [forked(lambda: read_until(stop, kind, store, seen)) for _ in range(2)]
        before = children()
        ended([forked(lambda: build(kind, sound / "old", store)[0])])
        taken = children() - before

        def write(name: str, seconds: float = 0) -> int:
            if seconds:
                doomed(seconds)
            return build(kind, sound / name, store)[0]

        for _ in range(number):
            lives = [draw.uniform(0.001, taken) for _ in NAMES]
            dying = ended([forked(lambda n=n, s=s: write(n, s)) for n, s in zip(NAMES, lives, strict=True)])
            assert set(dying) <= {0, 2, -signal.SIGPROF}, f"{kind}: {dying}"
            counts["killed"] += dying.count(-signal.SIGPROF)
            whole = [store] if store.exists() else list(store.parent.glob(".store.*/old"))
            assert whole, f"{kind}: nothing is there"
            assert contents(whole[0]) in known, f"{kind}: the store is none of the three"
            statuses = ended([forked(lambda n=n: write(n)) for n in NAMES])
            assert set(statuses) in ({0}, {0, 2}), f"{kind}: {statuses}"
            counts["refused"] += statuses.count(2)
            assert contents(store) in known, f"{kind}: the store is none of the three"
            assert not left_beside(store), f"{kind}: left behind {left_beside(store)}"
        stop.touch()
        assert ended(readers) == [0, 0], f"{kind}: a reader failed"
        counts["readings"] = seen.stat().st_size
    return counts


if __name__ == "__main__":
    times, seed, *kinds = [*sys.argv[1:], *("10", "0")[len(sys.argv) - 1 :]]
    with tempfile.TemporaryDirectory() as there:
        for one in kinds or KINDS:
            prepare(one, Path(there), names=NAMES)
            counts = rounds(one, Path(there), int(times), random.Random(f"{seed}.{one}"))  # noqa: S311
            ends = f"{counts['refused']} refused, {counts['killed']} of as many more killed"
            print(f"{one}: {3 * int(times)} writers, {ends}, {counts['readings']} readings", flush=True)
