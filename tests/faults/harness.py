"""Runs commands on bad files in processes of their own, and says what they did that they must not do.

    PYTHONPATH=src:tests python -m faults.harness --seconds 60 --seed 7 [--only NAME] [--again SEED]

A worker is forked for a batch of cases and runs each in itself; a case that takes too much time ends the
worker, and the next one goes on after it. Statuses other than 0, 1 and 2 are findings; so are warnings of
libraries, processor time over 10 s, memory over 1 GB, what steers a terminal, another number under the same
signature, and files that are left behind by a command that failed.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import importlib
import io
import json
import os
import random
import select
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faults.cases import Case, cases, prepare
from lydite.cli import main as lydite

SECONDS = 10.0  # processor time of one command
MEMORY = 1 << 30
BATCH = 40
PATIENCE = 120  # seconds that a command may take on a busy machine
STEERING = set(map(chr, (*range(9), 11, 12, *range(14, 32), *range(127, 160)))) | set(
    "\u202a\u202b\u202d\u202e\u2066"
)
STATUSES = (0, 1, 2)
LATE = ("numba", "llvmlite", "__main__")  # whether numba is loaded decides which code runs


@dataclass(frozen=True)
class Fault:
    """What went wrong with which content."""

    case: str
    seed: str
    what: str


class _Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding, errors = "utf-8", "strict"

    def isatty(self) -> bool:
        return True


def run(seeds: list[tuple[Case, str]], sound: Path, values: dict[str, dict[str, Any]]) -> Iterator[Fault]:
    """Run each case under its seed, in forked workers."""
    todo = list(seeds)
    while todo:
        batch, todo = todo[:BATCH], todo[BATCH:]
        while batch:
            done, findings = _batch(batch, sound, values)
            yield from findings
            batch = batch[done:]


def _batch(batch: list[tuple[Case, str]], sound: Path, values: dict[str, Any]) -> tuple[int, list[Fault]]:
    read, write = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        with contextlib.suppress(BaseException), os.fdopen(write, "w") as out:
            for case, seed in batch:
                found = _one(case, seed, sound, values)
                out.write(json.dumps(found) + "\n")
                out.flush()
        os._exit(0)
    os.close(write)
    findings, done = [], 0
    for line in _lines(read, pid):
        case, seed = batch[done]
        findings += [Fault(case.name, seed, what) for what in json.loads(line)]
        done += 1
    _, status = os.waitpid(pid, 0)
    if done < len(batch):
        case, seed = batch[done]
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        over = number == signal.SIGPROF
        what = f"over {SECONDS:.0f} s of processor time" if over else f"died of signal {number}"
        findings.append(Fault(case.name, seed, what))
        done += 1
    return done, findings


def _lines(pipe: int, pid: int) -> Iterator[bytes]:
    """Yield the lines of a worker; one that is silent for too long is ended."""
    rest = b""
    with os.fdopen(pipe, "rb", buffering=0) as file:
        while True:
            if not select.select([file], [], [], PATIENCE)[0]:
                os.kill(pid, signal.SIGKILL)
            piece = file.read(1 << 16)
            if not piece:
                return
            *lines, rest = (rest + piece).split(b"\n")
            yield from lines


def _apart(work: Any) -> None:
    """Do something in a process of its own: threads of libraries do not outlive a fork."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    if os.waitpid(pid, 0)[1]:
        raise RuntimeError("the sound files could not be made")


def _one(case: Case, seed: str, sound: Path, values: dict[str, dict[str, Any]]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        path = Path(folder, case.file)
        case.write(sound, path, random.Random(seed))  # noqa: S311
        before = {p.relative_to(folder) for p in Path(folder).rglob("*")}
        os.environ["LYDITE_CACHE"] = f"{folder}/.cache"
        status, out, err = command(case.args(str(path), sound))
        wrong = complaints(status, out, err)
        if status:
            left = {p.relative_to(folder) for p in Path(folder).rglob("*")} - before
            kept = (".cache", ".made.building")  # what a build has done is there for the next
            if left := {p for p in left if p.parts[0] not in kept and case.file != "store"}:
                wrong.append(f"left behind: {', '.join(map(str, sorted(left)[:3]))}")
        if status == 0:
            wrong += changed(out, values.get(case.name, {}))
        os.chdir("/")
    return wrong


def command(args: list[str]) -> tuple[int, str, str]:
    """Run a command in this process, on a terminal; its processor time is limited."""
    out, err = _Terminal(), _Terminal()
    kept = sys.stdout, sys.stderr, sys.stdin
    sys.stdout, sys.stderr, sys.stdin = out, err, io.TextIOWrapper(io.BytesIO())
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    status = 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            lydite(args)
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 0
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.stdout, sys.stderr, sys.stdin = kept
    return status, out.getvalue(), err.getvalue()


def complaints(status: int, out: str, err: str) -> list[str]:
    """Say what an ended command did wrong."""
    wrong = []
    err = err.replace("\r\033[K", "")  # the progress line clears itself
    if status not in STATUSES or "Traceback" in err:
        wrong.append(f"status {status}: {err.strip()[-2500:]}")
    if status == 2 and not err.startswith(("lydite: ", "Usage: ")):
        wrong.append(f"status 2 without a line: {err[:200]}")
    if steering := STEERING & set(out + err):
        wrong.append(f"steers a terminal: {sorted(steering)}")
    import resource

    if (peak := resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024) > MEMORY:
        wrong.append(f"memory of {peak / 2**20:,.0f} MB")
    return wrong


def changed(out: str, known: dict[str, Any]) -> list[str]:
    """Say which numbers differ from those of the sound file under the same signature."""
    return [
        f"{value} where {known[signature]} was, under {signature}"
        for signature, value in numbers(out).items()
        if signature in known and known[signature] != value
    ]


def numbers(out: str) -> dict[str, Any]:
    """Return the values of an answer in JSON by their signatures."""
    try:
        answer = json.loads(out)
        if "score" in answer:
            return {answer["signature"]: answer["score"]}
        return {f"{r['system']} {r['signature']}": r["value"] for r in answer["results"]}
    except (ValueError, KeyError, TypeError, RecursionError):  # what is no JSON may begin as one nested deep
        return {}


def sound_numbers(chosen: list[Case], sound: Path) -> dict[str, dict[str, Any]]:
    """Make all that is sound; return the numbers that cases have there, by name, where they have signatures.

    What that has loaded is loaded here, too: workers are forked from this process, and loading takes most of
    a command's time.
    """
    kept = sound / "numbers.json"

    def ask() -> None:
        prepare(sound)
        values = {}
        for case in chosen:
            if case.sound is not None:
                with tempfile.TemporaryDirectory() as folder:
                    os.environ["LYDITE_CACHE"] = f"{folder}/.cache"
                    path = Path(folder, case.file)
                    case.sound(sound, path)
                    values[case.name] = numbers(command(case.args(str(path), sound))[1])
        modules = [name for name, module in sys.modules.items() if getattr(module, "__spec__", None)]
        kept.write_text(json.dumps([values, modules]))

    _apart(ask)
    values: dict[str, dict[str, Any]]
    values, modules = json.loads(kept.read_text())
    for name in modules:
        if name.partition(".")[0] not in LATE:
            with contextlib.suppress(ImportError):  # some name themselves otherwise
                importlib.import_module(name)
    return values


def main() -> None:
    """Run for so many seconds, or so many cases, and print findings and counts."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--number", type=int, default=10**9, help="at most so many commands")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--only", default="", help="cases whose names hold this")
    parser.add_argument("--again", default="", help="one seed as a finding names it")
    given = parser.parse_args()
    chosen = [c for c in cases() if given.only in c.name]
    with tempfile.TemporaryDirectory() as folder:
        findings, counts = search(chosen, Path(folder), given.seed, given.seconds, given.number, given.again)
    for name, count in sorted(counts.items()):
        print(f"{count:6}  {name}")
    print(f"{sum(counts.values()):,} commands, {len(findings)} findings")
    sys.exit(bool(findings))


def search(
    chosen: list[Case], sound: Path, seed: str, seconds: float, number: int = 10**9, again: str = ""
) -> tuple[list[Fault], Counter[str]]:
    """Run rounds over all cases until the time is over."""
    import resource

    os.environ["LYDITE_DEBUG"] = "1"
    data = resource.RLIMIT_DATA  # not of addresses: V8 reserves many, and uses few
    resource.setrlimit(data, (8 << 30, resource.getrlimit(data)[1]))
    os.environ["POLARS_MAX_THREADS"] = "1"
    values = sound_numbers(chosen, sound)
    end = time.monotonic() + seconds
    findings: list[Fault] = []
    counts: Counter[str] = Counter()
    if again:
        found = list(run([(c, again) for c in chosen], sound, values))
        for finding in found:
            print(f"== {finding.case}, seed {finding.seed}\n{finding.what}\n", flush=True)
        return found, Counter({c.name: 1 for c in chosen})
    gc.freeze()
    rounds = 0
    while time.monotonic() < end and sum(counts.values()) < number:
        todo = [(case, f"{seed}.{rounds}.{case.name}") for case in chosen]
        for start in range(0, len(todo), BATCH):
            if time.monotonic() > end:
                break
            part = todo[start : start + BATCH]
            for finding in run(part, sound, values):
                findings.append(finding)
                print(f"== {finding.case}, seed {finding.seed}\n{finding.what}\n", flush=True)
            counts.update(case.name for case, _ in part)
        rounds += 1
    return findings, counts


if __name__ == "__main__":
    main()
