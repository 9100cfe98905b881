"""Three hosts, one of them cut off in mid-run: the same digits as here.

    python experiments/hosts.py

Hosts are network namespaces on one bridge, in a namespace of the experiment's own, so that nothing of the
machine is touched and all is gone with it; that needs root. A Dask scheduler has an address on the bridge,
each host a worker. When a few ranges are done, the cable of the third host is pulled: it lives on and answers
nobody. The scheduler gives its ranges to the others once it has been silent for ten seconds.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lydite.places.base import Place, place_of
from lydite.runs import spreading

SCHEDULER = "tcp://10.77.0.1:8786"
HOSTS = (2, 3, 4)
TESTS = Path(__file__).parent.parent / "tests"
SILENT = "10s"


def run(*command: str) -> None:
    """Run a command that must not fail."""
    subprocess.run(command, check=True)


def lay_cables() -> None:
    """Make a bridge, and a host at the end of each cable."""
    run("mount", "--make-rprivate", "/")
    Path("/run/netns").mkdir(exist_ok=True)
    run("mount", "-t", "tmpfs", "none", "/run/netns")
    run("ip", "link", "set", "lo", "up")
    run("ip", "link", "add", "bridge", "type", "bridge")
    run("ip", "addr", "add", "10.77.0.1/24", "dev", "bridge")
    run("ip", "link", "set", "bridge", "up")
    for k in HOSTS:
        run("ip", "netns", "add", f"host{k}")
        run("ip", "link", "add", f"cable{k}", "type", "veth", "peer", "name", "eth0", "netns", f"host{k}")
        run("ip", "link", "set", f"cable{k}", "master", "bridge", "up")
        for words in (f"addr add 10.77.0.{k}/24 dev eth0", "link set eth0 up", "link set lo up"):
            run("ip", "netns", "exec", f"host{k}", "ip", *words.split())


@contextmanager
def cluster(scratch: str) -> Iterator[None]:
    """Start a scheduler, and a worker on each host."""
    dask = [sys.executable, "-m", "dask"]
    calm = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": SILENT, "DASK_TEMPORARY_DIRECTORY": scratch}
    quiet: dict[str, Any] = {"env": os.environ | calm, "stderr": subprocess.DEVNULL}
    started = [subprocess.Popen([*dask, "scheduler", "--host", "10.77.0.1", "--no-dashboard"], **quiet)]
    for k in HOSTS:
        worker = [*dask, "worker", SCHEDULER, "--host", f"10.77.0.{k}", "--nthreads", "1"]
        more = ["--no-dashboard", "--no-nanny", "--memory-limit", "0"]
        started.append(subprocess.Popen(["ip", "netns", "exec", f"host{k}", *worker, *more], **quiet))
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


@dataclass(frozen=True)
class CutOff(Place):
    """Another place, one of whose hosts is cut off when a few ranges are done."""

    inner: Place

    @contextmanager
    def open(self, prepare: Any, *given: Any) -> Iterator[Any]:
        """Pull the cable after as many results as there are hosts."""
        with self.inner.open(prepare, *given) as crew:
            every, done = crew.map, itertools.count(1)

            def results(tasks: Any) -> Any:
                for one in every(tasks):
                    if next(done) == len(HOSTS):
                        run("ip", "link", "set", f"cable{HOSTS[-1]}", "down")
                    yield one

            crew.map = results  # type: ignore[method-assign]
            yield crew
            left = crew.client.scheduler_info(n_workers=-1)["workers"]  # type: ignore[attr-defined]
            print(f"{next(done) - 1} ranges; {len(left)} of {len(HOSTS)} hosts are left")


def score() -> bool:
    """Score with a host that is cut off; return whether every bit is as here."""
    sys.path.insert(0, str(TESTS))
    from spread_work import collection, told

    spreading._FEWEST = 20  # noqa: SLF001 - some thirty ranges
    gold, systems = collection()
    del systems["two"]
    with tempfile.TemporaryDirectory() as shared, cluster(shared):
        from distributed import Client

        began = time.perf_counter()
        with Client(SCHEDULER, timeout=120, set_as_default=False) as client:
            client.wait_for_workers(len(HOSTS), timeout=120)
        print(f"{len(HOSTS)} hosts after {time.perf_counter() - began:.0f} s")
        on = CutOff(place_of(f'dask(address="{SCHEDULER}", trusted=yes, folder="{shared}")'))
        there = told(on, gold, systems, chance=20)
    return there == told("here", gold, systems, chance=20)


def main() -> None:
    """Enter a namespace of one's own, then run."""
    if "--inside" not in sys.argv:
        sys.exit(
            subprocess.run(["unshare", "-nm", sys.executable, __file__, "--inside"], check=False).returncode
        )
    lay_cables()
    print("the same digits" if score() else "OTHER DIGITS")


if __name__ == "__main__":
    main()
