"""Which tests run which lines, and trials of chosen tests in a fork.

A fork of a process that has the libraries loaded costs a second where a new process would take ten. Lines are
known by their text, not by number, so that what was recorded holds after other lines were changed.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import coverage
import pytest
from mutant_fork import forked
from mutant_sample import Mutant, digest

QUIET = ("-q", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
COLLECTING = 0.5  # seconds that a file of tests costs besides
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

    def about(self, name: str) -> dict[str, float]:
        """Return, of each test, how many of the lines that it runs are lines of this file."""
        inside = sum(1 << place for key, place in self.lines.items() if key.startswith(f"{name}:"))
        return {t: (b & inside).bit_count() / max(1, b.bit_count()) for t, (_, b) in self.tests.items()}


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


def covering(mutant: Mutant, ran: Iterable[Ran]) -> dict[str, tuple[float, float]]:
    """Return seconds of the tests that run the statement, and how much of what each runs is of its file.

    Where an import runs the statement, those that run any line of the file.
    """
    name, whole = str(mutant.file), [t.strip() for t in mutant.file.read_text("utf-8").splitlines()]
    by_line = [(r, r.running(name, mutant.statement)) for r in ran]
    if any("" in tests for _, tests in by_line):
        by_line = [(r, r.running(name, whole)) for r, _ in by_line]
    shares = {t: share for r, tests in by_line if tests for t, share in r.about(name).items()}
    return {t: (s, shares[t]) for _, tests in by_line for t, s in tests.items() if t}


def within(tests: dict[str, float], limit: float) -> dict[str, float]:
    """Return the first tests, in their order, that so many seconds allow; at least one."""
    chosen, used, files = dict[str, float](), 0.0, set[str]()
    for test, seconds in tests.items():
        cost = seconds + COLLECTING * ((file := test.split("::")[0]) not in files)
        if used + cost <= limit or not chosen:
            chosen[test] = seconds
            used += cost
            files.add(file)
    return chosen


def fastest(tests: dict[str, tuple[float, float]], limit: float) -> dict[str, float]:
    """Return the fastest tests."""
    return within({t: s for t, (s, _) in sorted(tests.items(), key=lambda t: t[1][0])}, limit)


def others(tests: dict[str, tuple[float, float]], first: dict[str, float], limit: float) -> dict[str, float]:
    """Return tests that were not tried first, those that are most about the file before others."""
    left = {t: s for t, (s, _) in sorted(tests.items(), key=lambda t: -t[1][1]) if t not in first}
    return within(left, limit)


def tried(mutant: Mutant, tests: dict[str, float], tree: Path) -> tuple[str, str]:
    """Return what became of a mutant, and the test that noticed it."""
    if not tests:
        return "no test", ""
    noticed, target = tree.with_suffix(".noticed"), tree / mutant.file
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
