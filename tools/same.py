"""Compare what two trees print and write: an older one, and this.

    python tools/same.py OLDER_TREE [--only WORD]

All commands of the older tree's README and docs, and all its demos, run in both trees, each with the Python
of its own ``.venv``. Commands with ``--format`` run again as JSON, CSV, Markdown and LaTeX, with ``--chart``
and ``--save`` where they have them; a dozen as HTML. Status, output, charts and run files must be the same to
the byte, but for what ``tools/same.txt`` lists. Other differences are printed, and the status is then 1.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import difflib
import fnmatch
import hashlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
WANTED = HERE / "tools" / "same.txt"
CONSOLE = re.compile(r"(?ms)^```console\n(.*?)^```$")
DEMOS = ("", "keyphrases", "tags", "sentiment", "vectors", "subjects", "hops")
TABLES = ("csv", "markdown", "latex")
PAGES = 12  # commands that are also compared as HTML
WRITERS = ("build", "demo", "tune")  # commands that would write their stores again
SHELL = re.compile(r"[|<>*?$;&\n]")


# What runs in each tree, with that tree's Python.


def pages(tree: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the pages of a tree, each with its commands in order."""
    for page in (tree / "README.md", *sorted((tree / "docs").glob("**/*.md"))):
        shown = "".join(CONSOLE.findall(page.read_text("utf-8")))
        joined = re.sub(r"\\\n(?:> )?", " ", shown)
        if found := re.findall(r"(?m)^\$ (.*)$", joined):
            yield page.relative_to(tree).as_posix(), found


def ways(command: str, helps: dict[str, str], seen: Counter[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the further ways to run a command: a name, and the options of each."""
    words = shlex.split(command)[1:]
    name = " ".join(words[:2]) if f"{words[0]} {words[1] if words[1:] else ''}" in helps else words[0]
    if name not in helps:
        out, _ = captured([*name.split(), "--help"])
        helps[name] = out
    there = re.findall(r"(?m)^ +(?:-\w, )?(--[a-z]+) ", helps[name])
    options = {"--format", "--chart", "--save"} & {*there}
    if words[0] in WRITERS or "--format" not in options or {"-f", "--format", "-o", "--output"} & {*words}:
        return
    more = ["--chart", "same.html"] if "--chart" in options - {*words} else []
    more += ["--save", "same.run"] if "--save" in options - {*words} else []
    yield "json", ["--format", "json", *more]
    for one in TABLES:
        yield one, ["--format", one]
    if seen[name] < 2 and seen.total() < PAGES:
        seen[name] += 1
        yield "html", ["--format", "html", "-o", "same-page.html"]


def captured(words: list[str]) -> tuple[str, int]:
    """Run one command of lydite in this process; return what it prints on both streams, and its status."""
    from lydite.cli import main

    said = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    status = 0
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            main(words)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
    return said.buffer.getvalue().decode("utf-8", "replace"), status  # type: ignore[attr-defined]


def in_shell(command: str) -> tuple[str, int]:
    """Run a line in the shell; return what it prints on both streams, and its status."""
    done = subprocess.run(
        ["/bin/sh", "-c", command], check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300,
    )  # fmt: skip
    return done.stdout.decode("utf-8", "replace"), done.returncode


def written() -> dict[str, str]:
    """Take away the files that a further way wrote, and return what they hold."""
    found = {}
    for name in ("same.html", "same.run", "same-page.html"):
        if (path := Path(name)).exists():
            found[name] = contents(path)
            path.unlink()
    return found


def contents(path: Path) -> str:
    """Return the text of a file; of a run file its header, with the digests of arrays for their numbers."""
    if path.suffix != ".run" or not zipfile.is_zipfile(path):
        return path.read_bytes().decode("utf-8", "replace")
    with zipfile.ZipFile(path) as run:
        digests = {name: hashlib.sha256(run.read(name)).hexdigest()[:16] for name in run.namelist()}
        header = run.read("run.json")
    named = {"run.json"}

    def of_measure(read: dict[str, Any]) -> dict[str, Any]:
        for key in read if "statistics" in read else ():
            array = f"arrays/{read[key]}.npy"
            if key != "revision" and array in digests:
                read[key] = digests[array]
                named.add(array)
        return read

    text = json.dumps(json.loads(header, object_hook=of_measure), indent=1, ensure_ascii=False)
    return "\n".join([text, *(digests[name] for name in digests if name not in named)])


def work(older: Path, only: str, out: Path) -> None:
    """Run all commands with the package of this process; write one JSON line for each way of each."""
    helps: dict[str, str] = {}
    seen: Counter[str] = Counter()
    demos = [("demo", [f"lydite demo {name}".rstrip() for name in DEMOS])]
    with out.open("w", encoding="utf-8") as file:
        for page, commands in [*demos, *pages(older)]:
            if only not in page:
                continue
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name).resolve()
                os.chdir(folder)
                if not any("demo --files " in c for c in commands):
                    captured(["demo", "--files", "."])
                for number, command in enumerate(commands):
                    if command.startswith("cd "):
                        os.chdir(command[3:])
                        continue
                    plain = command.startswith("lydite ") and not SHELL.search(command)
                    ran = [
                        ("text", *(captured(shlex.split(command)[1:]) if plain else in_shell(command)), {})
                    ]
                    if plain:
                        for way, options in ways(command, helps, seen):
                            ran.append((way, *captured([*shlex.split(command)[1:], *options]), written()))
                    for way, said, status, files in ran:
                        text = json.dumps([page, number, command, way, status, said, files])
                        print(text.replace(str(folder), "FOLDER"), file=file, flush=True)
                os.chdir("/")


# What compares them.

Answers = dict[tuple[str, int, str, str], tuple[int, str, dict[str, str]]]  # status, output and files of each


@dataclass(frozen=True)
class Wanted:
    """The differences that are wanted: commands as patterns, lines and parts as regular expressions."""

    commands: list[str] = field(default_factory=list)
    lines: list[re.Pattern[str]] = field(default_factory=list)
    parts: list[re.Pattern[str]] = field(default_factory=list)
    used: Counter[str] = field(default_factory=Counter)

    @classmethod
    def read(cls) -> Wanted:
        """Read ``tools/same.txt``."""
        wanted = cls()
        for line in WANTED.read_text("utf-8").splitlines():
            kind, _, rest = line.partition(" ")
            what, reason = (part.strip() for part in (*rest.rsplit(" # ", 1), "")[:2])
            if not line or line.startswith("#") or kind == "before":
                continue
            if kind not in ("command", "line", "part") or not what or not reason:
                raise SystemExit(
                    f"{WANTED.name}: expected command, line or part first, # REASON last: {line}"
                )
            if kind == "command":
                wanted.commands.append(what)
            else:
                (wanted.lines if kind == "line" else wanted.parts).append(re.compile(what))
        return wanted

    def whole(self, page: str, command: str, way: str) -> bool:
        """Whether all that this command prints this way may differ, or all of a file that it writes."""
        for pattern in self.commands:
            if fnmatch.fnmatchcase(f"{page}: {command} [{way}]", pattern):
                self.used[pattern] += 1
                return True
        return False

    def without(self, text: str) -> list[str]:
        """Return the lines of a text but for those, and parts of them, that may differ."""
        kept = []
        for pattern in self.parts:
            text, times = pattern.subn("", text)
            self.used[pattern.pattern] += times
        for line in text.split("\n"):
            for pattern in self.lines:
                if pattern.search(line):
                    self.used[pattern.pattern] += 1
                    break
            else:
                kept.append(line)
        return kept


def python_of(tree: Path) -> Path:
    """Return the Python of a tree's own environment."""
    python = tree / ".venv" / "bin" / "python"
    if not python.exists():
        raise SystemExit(f"{tree} has no .venv: run `make check` there first")
    return python


def run_in(tree: Path, older: Path, only: str, folder: Path) -> subprocess.Popen[bytes]:
    """Start the work in a tree."""
    python = python_of(tree)
    tools = folder / f"{tree.name}-bin"
    tools.mkdir()
    for name, code in {"lydite": "-m lydite ", "python": ""}.items():
        (tools / name).write_text(f'#!/bin/sh\nexec "{python}" {code}"$@"\n', "utf-8")
        (tools / name).chmod(0o755)
    environment = os.environ | {
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(tree / "src"),
        "COLUMNS": "80", "NO_COLOR": "1", "LYDITE_CACHE": str(folder / f"{tree.name}-cache"),
    }  # fmt: skip
    words = [__file__, str(older), "--work", str(folder / f"{tree.name}.jsonl"), "--only", only]
    return subprocess.Popen([python, *words], env=environment, cwd=folder, stdin=subprocess.DEVNULL)


def parted(text: str, way: str = "") -> str:
    """Return long lines of JSON and pages with a break after each value; of CSV, named values."""
    if way == "csv":
        return "\n".join(named_values(text))
    return re.sub(r"(?<=[,>}])(?=\S)", "\n", text) if max(map(len, text.split("\n"))) > 500 else text


def named_values(text: str) -> Iterator[str]:
    """Yield a line for each value of a table in CSV, and other lines as they are."""
    names: list[str] = []
    for row in csv.reader(io.StringIO(text)):
        if len(row) > 2 and len(row) == len(names):
            yield from (f"{name}: {value}" for name, value in zip(names, row, strict=True))
        else:
            names = row
            yield ",".join(row)


def answers(tree: Path, folder: Path) -> Answers:
    """Return what each way of each command gave in a tree."""
    lines = (folder / f"{tree.name}.jsonl").read_text("utf-8").replace(str(tree), "TREE").splitlines()
    rows = (json.loads(line) for line in lines)
    return {(row[0], row[1], row[2], row[3]): (row[4], row[5], row[6]) for row in rows}


def compare(older: Answers, newer: Answers, wanted: Wanted) -> int:
    """Print what differs and is not wanted; return how many ways of commands do so."""
    same = differ = let = 0
    for key in dict.fromkeys([*older, *newer]):
        page, _, command, way = key
        one, other = (tree.get(key, (-1, "did not run\n", {})) for tree in (older, newer))
        texts = {"": (f"status {one[0]}\n{one[1]}", f"status {other[0]}\n{other[1]}")}
        texts |= {file: (one[2].get(file, ""), other[2].get(file, "")) for file in one[2] | other[2]}
        listed, changes = False, []
        for file, (a, b) in texts.items():
            left, right = (wanted.without(parted(x, file or way)) if a != b else [] for x in (a, b))
            if left == right:
                continue
            if wanted.whole(page, command, f"{way} {file}".strip()):
                listed = True
                continue
            lines = list(difflib.unified_diff(left, right, lineterm="", n=0))[2:]
            changes += [f"{file}: {line}"[:300] if file else line[:300] for line in lines[:12]]
        if changes:
            differ += 1
            print(f"{page}: {command} [{way}]", *changes, sep="\n    ")
        elif listed:
            let += 1
        else:
            same += 1
    print(f"same {same}, differ as listed {let}, differ {differ}")
    return differ


def main() -> int:
    """Compare the trees; return 1 where they differ."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("older", type=Path)
    asked.add_argument("--only", default="", help="pages with this in their name")
    asked.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    given = asked.parse_args()
    older = given.older.resolve()
    if given.work:
        work(older, given.only, given.work)
        return 0
    if older.name == HERE.name:
        raise SystemExit("the two folders need different names")
    wanted = Wanted.read()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        running = [run_in(tree, older, given.only, folder) for tree in (older, HERE)]
        if max(one.wait() for one in running):
            raise SystemExit("one of the trees ended with an error")
        one, other = (answers(tree, folder) for tree in (older, HERE))
    differ = compare(one, other, wanted)
    if not given.only:
        for pattern in (*wanted.commands, *(p.pattern for p in (*wanted.lines, *wanted.parts))):
            if not wanted.used[pattern]:
                print(f"{WANTED.name}: nothing differs by this line any more: {pattern}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
