"""Wiktionary at speed: lines of wiktextract read and extracted beside the standard library's json.

    python bench/wiktionary.py ENTRIES.jsonl... [--megabytes 200]

The file is made by repeating real entries with changed words, so that its content grows with it; in a second
one all but the first round is of another language, and left out. Seconds are of processor time, the least of
some runs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ONE_BUILD = """
import resource, sys, time
from lydite.sources.wiktionary.build import build
notes = build(sys.argv[1], sys.argv[2], *sys.argv[3:])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(time.process_time(), peak, notes["counts"]["senses"])
"""


def repeated(lines: list[bytes], size: int, *, language: str = "") -> Iterator[bytes]:
    """Yield lines until they are so many bytes, each round with words of its own, and maybe a language."""
    done = number = 0
    while done < size:
        for line in lines:
            entry = changed(json.loads(line), f"{number}")
            if language and number:
                entry["lang_code"] = language
            made = json.dumps(entry, ensure_ascii=False).encode() + b"\n"
            done += len(made)
            yield made
        number += 1


def changed(found: Any, mark: str) -> Any:
    """Return an entry whose words and forms, its own and those that it names, end in a mark."""
    if isinstance(found, list):
        return [changed(one, mark) for one in found]
    if not isinstance(found, dict):
        return found
    named = ("word", "form")
    return {
        k: f"{v}{mark}" if k in named and isinstance(v, str) else changed(v, mark) for k, v in found.items()
    }


def seconds(run: Callable[[], object], times: int = 5) -> float:
    """Return the least processor time of some runs."""
    found = []
    for _ in range(times):
        began = time.process_time()
        run()
        found.append(time.process_time() - began)
    return min(found)


def rates(lines: list[bytes]) -> None:
    """Print megabytes per second of reading, and of reading and extracting, beside json's."""
    from lydite.sources.wiktionary.entry import read_entry
    from lydite.sources.wiktionary.extract import extract

    size = sum(map(len, lines)) / 1e6
    theirs = seconds(lambda: [json.loads(line) for line in lines])
    for name, run in (
        ("json.loads", None),
        ("read_entry (msgspec, only what is needed)", lambda: [read_entry(line) for line in lines]),
        ("extract: entries, labels, relations, links", lambda: extract(lines)),
    ):
        took = theirs if run is None else seconds(run)
        print(f"{name:<46}{size / took:8.0f} MB/s a core {theirs / took:6.1f} times json.loads")


def one_build(file: Path, store: Path, only: list[str]) -> tuple[float, ...]:
    """Return processor seconds, peak memory and senses of a build in a process of its own."""
    command = [sys.executable, "-c", ONE_BUILD, str(file), str(store), *only]
    ran = subprocess.run(command, check=True, capture_output=True, text=True)
    return tuple(map(float, ran.stdout.split()))


def json_rate(lines: list[bytes], language: str) -> float:
    """Return megabytes a second of json.loads, measured beside a build: others use the machine, too."""
    some = list(repeated(lines, 5_000_000, language=language))
    return sum(map(len, some)) / 1e6 / seconds(lambda: [json.loads(line) for line in some], 3)


def memory(lines: list[bytes], megabytes: int) -> None:
    """Print time and peak memory of builds whose file grows, with what is kept of it and without."""
    for language, kept in (("", "all is kept: the store grows"), ("zu", "one round is kept: it does not")):
        print(kept)
        for size in (megabytes // 4, megabytes):
            with tempfile.TemporaryDirectory() as folder:
                file, store = Path(folder) / "entries.jsonl", Path(folder) / "store"
                with file.open("wb") as out:
                    out.writelines(repeated(lines, size * 1_000_000, language=language))
                only = ["de"] if language else []
                took, peak, senses = min(one_build(file, store, only) for _ in range(3))
                held = sum(f.stat().st_size for f in store.iterdir()) / 1e6
            theirs = json_rate(lines, language)
            print(
                f"  {size:5,} MB {took:7.1f} s {size / took:6.0f} MB/s"
                f" ({size / took / theirs:.1f} times json.loads, {theirs:.0f} MB/s), peak {peak:6,.0f} MiB,"
                f" {senses:10,.0f} senses, store {held:7.1f} MB"
            )


def main() -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("entries", nargs="+", type=Path)
    parser.add_argument("--megabytes", type=int, default=200)
    given = parser.parse_args()
    lines = [line for path in given.entries for line in path.read_bytes().splitlines()]
    rates(list(repeated(lines, 20_000_000)))
    memory(lines, given.megabytes)


if __name__ == "__main__":
    main()
