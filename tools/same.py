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
import difflib
import fnmatch
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

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
    options = {o for o in ("--format", "--chart", "--save") if f"{o} " in helps[name]}
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
            found[name] = path.read_bytes().decode("utf-8", "replace")
            path.unlink()
    return found


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


@dataclass(frozen=True)
class Wanted:
    """The differences that are wanted: commands as patterns, and lines as regular expressions."""

    commands: list[str] = field(default_factory=list)
    lines: list[re.Pattern[str]] = field(default_factory=list)
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
            if kind not in ("command", "line") or not what or not reason:
                raise SystemExit(
                    f"{WANTED.name}: expected 'command PATTERN # REASON' or 'line REGEX # REASON': {line}"
                )
            wanted.commands.append(what) if kind == "command" else wanted.lines.append(re.compile(what))
        return wanted

    def whole(self, page: str, command: str, way: str) -> bool:
        """Whether this command may differ as a whole."""
        for pattern in self.commands:
            if fnmatch.fnmatchcase(f"{page}: {command} [{way}]", pattern):
                self.used[pattern] += 1
                return True
        return False

    def without(self, text: str) -> list[str]:
        """Return the lines of a text but for those that may differ."""
        kept = []
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


def parted(text: str) -> str:
    """Return long lines of JSON and pages with a break after each value, so that differences are short."""
    return re.sub(r"(?<=[,>}])(?=\S)", "\n", text) if max(map(len, text.split("\n"))) > 500 else text


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
        found: list[dict[tuple[str, int, str, str], tuple[int, str, dict[str, str]]]] = []
        for tree in (older, HERE):
            lines = (folder / f"{tree.name}.jsonl").read_text("utf-8").replace(str(tree), "TREE").splitlines()
            rows = (json.loads(line) for line in lines)
            found.append({(row[0], row[1], row[2], row[3]): (row[4], row[5], row[6]) for row in rows})
    same = differ = let = 0
    for key in dict.fromkeys([*found[0], *found[1]]):
        page, _, command, way = key
        one, other = (tree.get(key, (-1, "did not run\n", {})) for tree in found)
        changes: list[str] = [] if one[0] == other[0] else [f"status {one[0]} → {other[0]}"]
        texts = {"": (one[1], other[1])}
        texts |= {file: (one[2].get(file, ""), other[2].get(file, "")) for file in one[2] | other[2]}
        for file, (a, b) in texts.items():
            if a != b:
                left, right = wanted.without(parted(a)), wanted.without(parted(b))
                if left != right:
                    lines = list(difflib.unified_diff(left, right, lineterm="", n=0))[2:]
                    changes += [f"{file}: {line}"[:300] if file else line[:300] for line in lines[:12]]
        if not changes:
            same += 1
        elif wanted.whole(page, command, way):
            let += 1
        else:
            differ += 1
            print(f"{page}: {command} [{way}]", *changes, sep="\n    ")
    unused = [p for p in (*wanted.commands, *(p.pattern for p in wanted.lines)) if not wanted.used[p]]
    if not given.only:
        for pattern in unused:
            print(f"{WANTED.name}: nothing differs by this line any more: {pattern}")
    print(f"same {same}, differ as listed {let}, differ {differ}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
