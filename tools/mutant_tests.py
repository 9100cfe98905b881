"""Which tests run which lines, and trials of chosen tests in a fork.

A fork of a process that has the libraries loaded costs a second where a new process would take ten. Lines are
known by their text, not by number, so that what was recorded holds after other lines were changed.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import coverage
import pytest
from mutant_sample import Mutant, digest

QUIET = ("-q", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
COLLECTING = 0.5  # seconds that a file of tests costs besides
MEMORY = 8 << 30
PASSED = (0, 5)  # exit statuses: tests passed, or none was left to run


@dataclass(frozen=True)
class Ran:
    """What the tests of one file ran: the bits of a test's number are the places of its lines."""

    lines: dict[str, int]
    tests: dict[str, tuple[float, int]]
    """Seconds and lines of each; "" is what is run when files are imported."""

    def running(self, name: str, lines: Iterable[str]) -> dict[str, float]:
        """Return the seconds of the tests that run one of these lines of a file."""
        places = [self.lines[key] for line in lines if (key := f"{name}:{line}") in self.lines]
        return {t: s for t, (s, bits) in self.tests.items() if any(bits >> p & 1 for p in places)}


class Recorder:
    """A pytest plugin: which lines each passing test runs, and how long it takes."""

    def __init__(self, tree: Path, folders: Iterable[Path], limit: float) -> None:
        self.tree, self.limit = tree, limit
        self.seconds: dict[str, float] = {"": 0.0}
        self.failed: set[str] = set()
        self.coverage = coverage.Coverage(
            data_file=None, include=[f"{f}/*" for f in folders], config_file=False
        )
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Record a test with what sets it up."""
        self.coverage.switch_context(item.nodeid)
        start = time.process_time()
        done = yield
        self.seconds[item.nodeid] = time.process_time() - start
        self.coverage.switch_context("")
        if sum(self.seconds.values()) > 20 * self.limit:
            item.session.shouldstop = "the other tests of this file are not used"
        return done

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Give up a test that takes too long; hypothesis lets go of a skipped one at once."""
        signal.signal(signal.SIGPROF, lambda *_: pytest.skip("takes too long"))
        signal.setitimer(signal.ITIMER_PROF, self.limit)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Leave out tests that fail, or are skipped."""
        if not report.passed:
            self.failed.add(report.nodeid)

    def write(self, file: Path) -> None:
        """Write what was recorded."""
        self.coverage.stop()
        data, ran, lines = self.coverage.get_data(), defaultdict[str, int](int), dict[str, int]()
        for source in map(Path, data.measured_files()):
            texts = source.read_text("utf-8").splitlines()
            for number, tests in data.contexts_by_lineno(str(source)).items():
                key = f"{source.relative_to(self.tree)}:{texts[number - 1].strip()}"
                place = lines.setdefault(key, len(lines))
                for test in tests:
                    ran[test] |= 1 << place
        tests = {t: (s, hex(ran[t])) for t, s in self.seconds.items() if t not in self.failed}
        file.write_text(json.dumps({"lines": lines, "tests": tests}), "utf-8")


class Chosen:
    """A pytest plugin: run these tests, fastest first, and write the name of one that fails."""

    def __init__(self, tests: dict[str, float], noticed: Path) -> None:
        self.tests, self.noticed = tests, noticed

    def pytest_collection(self) -> None:
        """Do not make smaller what hypothesis finds."""
        from hypothesis import Phase, settings

        settings.register_profile("mutants", settings(), phases=(Phase.explicit, Phase.generate))
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep what was chosen, fastest first."""
        items[:] = sorted((i for i in items if i.nodeid in self.tests), key=lambda i: self.tests[i.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write the name of a test that fails."""
        if report.failed:
            self.noticed.write_text(report.nodeid, "utf-8")


def forked(work: Callable[[], int], seconds: float, folder: Path, log: Path) -> int | None:
    """Run this in a fork, in a folder, and return its exit status; None if it took too long."""
    if (child := os.fork()) == 0:
        written = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream, target in enumerate((os.open(os.devnull, os.O_RDONLY), written, written)):
            os.dup2(target, stream)
        os.setpgid(0, 0)
        signal.alarm(int(4 * seconds))  # what waits for ever, as libraries may after a fork
        signal.setitimer(signal.ITIMER_PROF, seconds)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.chdir(folder)
        os._exit(work())
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what its tests started
    return None if -status in {signal.SIGPROF, signal.SIGALRM} else status


def record(tree: Path, name: str, folders: Iterable[Path], maps: Path, limit: float) -> Ran:
    """Return what the tests of a file run, those within the limit; from before, if it did not change."""
    kept = maps / f"{digest(name, limit, (tree / name).read_text('utf-8'))}.json"
    if not kept.exists():

        def run() -> int:
            recorder = Recorder(tree, folders, limit)
            status = pytest.main([*QUIET, name], plugins=[recorder])
            recorder.write(kept)
            return int(status)

        status = forked(run, 60 * limit, tree, tree.with_suffix(".log"))
        print(f"recorded {name}: status {status}", flush=True)
    if not kept.exists():
        return Ran({}, {})
    found = json.loads(kept.read_text("utf-8"))
    return Ran(found["lines"], {t: (s, int(bits, 16)) for t, (s, bits) in found["tests"].items()})


def choose(mutant: Mutant, name: str, ran: Iterable[Ran], limit: float) -> dict[str, float]:
    """Return tests that run the statement, fastest first; if an import runs it, those that run the file."""
    chosen, used = dict[str, float](), 0.0
    by_line = [(r, r.running(name, mutant.statement)) for r in ran]
    if any("" in tests for _, tests in by_line):
        whole = [line.strip() for line in mutant.file.read_text("utf-8").splitlines()]
        by_line = [(r, r.running(name, whole)) for r, _ in by_line]
    tests = {t: s for _, found in by_line for t, s in found.items() if t}
    files: set[str] = set()
    for test, seconds in sorted(tests.items(), key=lambda t: t[1]):
        cost = seconds + COLLECTING * ((file := test.split("::")[0]) not in files)
        if used + cost <= limit or not chosen:
            chosen[test] = seconds
            used += cost
            files.add(file)
    return chosen


def tried(mutant: Mutant, name: str, tests: dict[str, float], tree: Path) -> tuple[str, str]:
    """Return what became of a mutant, and the test that noticed it."""
    if not tests:
        return "no test", ""
    noticed, target = tree.with_suffix(".noticed"), tree / name
    noticed.unlink(missing_ok=True)
    for compiled in (target.parent / "__pycache__").glob(f"{target.stem}.*"):
        compiled.unlink()

    by_file = defaultdict[str, dict[str, float]](dict)
    for test, seconds in tests.items():
        by_file[test.split("::")[0]][test] = seconds

    def run() -> int:
        sys.dont_write_bytecode = True
        status = 0
        for file, chosen in sorted(by_file.items(), key=lambda f: sum(f[1].values())):
            if status in PASSED:
                status = int(pytest.main([*QUIET, "-x", file], plugins=[Chosen(chosen, noticed)]))
        return status

    original = target.read_text("utf-8")
    try:
        target.write_text(mutant.code, "utf-8")
        status = forked(run, 20 + 3 * sum(tests.values()) + len(by_file), tree, tree.with_suffix(".log"))
    finally:
        target.write_text(original, "utf-8")
    if status is None:
        return "timed out", ""
    if status in PASSED:
        return "survived", ""
    return "killed", noticed.read_text("utf-8") if noticed.exists() else f"status {status}"
