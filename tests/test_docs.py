"""Every command and example in README.md and docs/ is run, and everything a user can name is documented.

Fenced blocks are read by their language:

- ``console``: each ``$ command`` is run and must print exactly what follows it; a line ``...`` stands for any
  lines. README and the tutorial run in a shell; elsewhere plain ``lydite`` commands run in this process. All
  blocks of a page share one folder: the one that ``lydite demo --files`` writes, or an empty one where the
  page runs that command itself. ``$ cd FOLDER`` holds for the rest of the page.
- ``python`` and ``pycon``: run as doctests where they contain ``>>>``; else they must compile.
- a language and a file name (``jsonl gold.jsonl``) show a file of that folder; the block is what it holds.
- ``text`` and all others are not run, so they may hold no ``$ lydite`` unless they are ``text``.

``<!-- needs: gensim -->`` on the line before a block skips it where that package is missing.
``LYDITE_DOCS=write pytest tests/test_docs.py`` writes the true output into ``console`` blocks.
"""

from __future__ import annotations

import contextlib
import doctest
import importlib.util
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lydite.cli import application, main, write_files
from lydite.core.spec import REGISTRIES
from lydite.reporting import format_names

ROOT = Path(__file__).parent.parent
DEMO = ROOT / "src" / "lydite" / "data" / "demo"
GENERATED = ROOT / "docs" / "reference.md"
PAGES = [
    p
    for p in (ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md")))
    if p.is_file() and p != GENERATED
]
ALLOWED = {
    "lydite", "cat", "head", "printf", "echo", "zcat", "gzip", "wc", "ls", "cp", "mkdir", "python", "tail",
}  # fmt: skip
FENCE = re.compile(r"(?ms)^(?P<fence>`{3,}|~{3,})(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=fence)[ \t]*$")
NEEDS = re.compile(r"<!-- needs: ([\w., -]+) -->\s*\Z")
IN_SHELL = {"README.md", "tutorial.md"}
SHELL = re.compile(r"[|<>*?$;&~\n]")
WRITE = os.environ.get("LYDITE_DOCS") == "write"


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    page: Path
    line: int
    language: str
    file: str
    body: str
    start: int
    needs: tuple[str, ...]

    @property
    def where(self) -> str:
        return f"{self.page.relative_to(ROOT) if self.page.is_relative_to(ROOT) else self.page}:{self.line}"


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found = []
    for match in FENCE.finditer(text):
        language, _, file = match["info"].strip().partition(" ")
        needs = NEEDS.search(text[: match.start()])
        wanted = tuple(n for n in re.split(r"[, ]+", needs[1]) if n) if needs else ()
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(page, line, language, file.strip(), match["body"], match.start("body"), wanted))
    return found


def commands(body: str) -> list[tuple[str, str]]:
    """Return the commands of a console block, each with the output that is shown for it."""
    parts = re.split(r"^\$ ", body, flags=re.MULTILINE)
    found = []
    for part in parts[1:]:
        command, _, output = re.sub(r"\\\n(?:> )?", "\\\\\x00", part).partition("\n")
        found.append((command.replace("\\\x00", "\\\n"), output.replace("\\\x00", "\\\n")))
    return found


def same(shown: str, printed: str) -> bool:
    """Whether an output is as shown, where a line ``...`` stands for any lines."""
    pattern = "".join(
        r"(?:[^\n]*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in lines(shown)
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines(printed))) is not None


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").split("\n")] if text.strip() else []


def run(command: str, folder: Path) -> tuple[int, str]:
    tools = next(p / "bin" for p in folder.parents if (p / "bin" / "lydite").is_file())
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    source = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PATH": path, "PYTHONPATH": source, "COLUMNS": "80", "NO_COLOR": "1"}
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
    )  # fmt: skip
    return done.returncode, done.stdout.decode("utf-8")


def run_here(command: str, folder: Path) -> tuple[int, str]:
    """Run a command of lydite in this process."""
    said = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    status = 0
    with contextlib.chdir(folder), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            main(shlex.split(command)[1:])
        except SystemExit as end:
            status = int(end.code or 0)
    return status, said.buffer.getvalue().decode("utf-8")  # type: ignore[attr-defined]


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """An empty folder, with ``lydite`` on the path."""
    (tmp_path / "bin").mkdir()
    for name, code in {"lydite": "-m lydite ", "python": ""}.items():
        tool = tmp_path / "bin" / name
        tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" {code}"$@"\n', encoding="utf-8")
        tool.chmod(0o755)
    (tmp_path / "page").mkdir()
    return tmp_path / "page"


@pytest.fixture
def folder(empty: Path) -> Path:
    """The folder that ``lydite demo --files`` writes."""
    write_files(empty)
    return empty


def absent(block: Block) -> list[str]:
    return [n for n in block.needs if shutil.which(n) is None and importlib.util.find_spec(n) is None]


def run_console(block: Block, folder: Path) -> tuple[str, Path]:
    """Run a block; return it with its true output, and the folder it ends in."""
    found = commands(block.body)
    assert found, f"{block.where}: a console block has lines that start with '$ '"
    true = []
    for command, shown in found:
        first = command.split()[0]
        if first == "cd":
            folder = folder / command.split()[1]
            true.append(f"$ {command}\n")
            continue
        assert first in ALLOWED, f"{block.where}: {first} is not run here; make it a text block"
        plain = first == "lydite" and block.page.name not in IN_SHELL and not SHELL.search(command)
        status, printed = (run_here if plain else run)(command, folder)
        kept = f"{chr(10).join(lines(printed))}\n" if printed.strip() else ""
        if not WRITE or "\n...\n" in f"\n{shown}":
            assert same(shown, printed), f"{block.where}: $ {command}\nshown:\n{shown}\nprinted:\n{printed}"
            kept = shown.rstrip("\n") + "\n" if shown.strip() else ""
        failed = status != 0 and not re.search(r"^(lydite: |Usage: |Error: )", printed, re.MULTILINE)
        assert not failed, f"{block.where}: $ {command} ended with status {status}:\n{printed}"
        true.append("$ " + command.replace("\\\n", "\\\n> ") + "\n" + kept)
    return "".join(true), folder


def run_python(block: Block, names: dict[str, Any]) -> None:
    if ">>>" not in block.body:
        compile(block.body, block.where, "exec")
        return
    test = doctest.DocTestParser().get_doctest(block.body, names, block.where, str(block.page), block.line)
    said: list[str] = []
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    doctest.DocTestRunner(optionflags=flags).run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    assert not said, "".join(said)


def begins_by_itself(page: Path) -> bool:
    """Whether a page writes the files of the demonstration by its own command."""
    shown = "".join(block.body for block in blocks(page) if block.language == "console")
    return re.search(r"^\$ lydite demo --files ", shown, re.MULTILINE) is not None


def marked(page: Path) -> Any:
    """Return a page as a parameter, marked if some of its blocks need an extra."""
    extra = "<!-- needs: " in page.read_text("utf-8")
    name = str(page.relative_to(ROOT))
    return pytest.param(page, id=name, marks=[pytest.mark.extra] if extra else [])


@pytest.mark.parametrize("page", [marked(page) for page in PAGES])
def test_page(page: Path, empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = empty
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    if not begins_by_itself(page):
        write_files(folder)
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {"__name__": "__main__"}
    text = page.read_text(encoding="utf-8")
    shift = 0
    skipped = []
    for block in blocks(page):
        if lacking := absent(block):
            skipped.append(f"{block.where} needs {', '.join(lacking)}")
        elif block.language == "console":
            true, folder = run_console(block, folder)
            monkeypatch.chdir(folder)
            if WRITE and true != block.body:
                at = block.start + shift
                text = text[:at] + true + text[at + len(block.body) :]
                shift += len(true) - len(block.body)
        elif block.language in ("python", "pycon"):
            run_python(block, names)
        else:
            if block.file:
                assert block.body == held(block.file), (
                    f"{block.where}: {block.file} is another, or none, in {DEMO}: write it there"
                )
            hidden = block.language != "text" and re.search(r"^(\$ )?lydite ", block.body, re.MULTILINE)
            assert not hidden, f"{block.where}: write commands as a console block, so that they are run"
    if text != page.read_text(encoding="utf-8"):
        page.write_text(text, encoding="utf-8")
    if skipped:
        pytest.skip("; ".join(skipped))


def held(name: str) -> str:
    """Return what a file of the demonstration holds; nothing where there is none."""
    path = DEMO / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def reference() -> str:
    """Return the page that the site generates from the registries and the command line."""
    spec = importlib.util.spec_from_file_location("reference", ROOT / "tools" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(module.page())


def documented() -> str:
    """Return all code in README.md and docs/."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        found += [block.body for block in blocks(page)]
        found += re.findall(r"`([^`\n]+)`", FENCE.sub("", text))
    return "\n".join(found)


def every_command(group: Any, above: str = "lydite") -> list[str]:
    found = []
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        full = f"{above} {name}"
        found += every_command(command, full) if hasattr(command, "list_commands") else [full]
    return found


def test_every_command_is_documented() -> None:
    text = documented()
    missing = [c for c in every_command(application()) if not re.search(rf"{re.escape(c)}(?!\w)", text)]
    assert not missing, f"not in README.md or docs/: {', '.join(missing)}"


@pytest.mark.parametrize("kind", REGISTRIES)
def test_every_object_is_documented(kind: str) -> None:
    text = documented()
    missing = [n for n in REGISTRIES[kind].all() if not re.search(rf"(?<!\w){re.escape(n)}(?!\w)", text)]
    assert not missing, f"not in README.md or docs/: {kind}s {', '.join(missing)}"


def test_every_format_is_documented() -> None:
    text = documented()
    missing = [n for n in format_names() if not re.search(rf"(?<!\w){re.escape(n)}(?!\w)", text)]
    assert not missing, f"not in README.md or docs/: formats {', '.join(missing)}"


def test_the_reference_names_all_commands_and_objects() -> None:
    text = reference()
    missing = [c for c in every_command(application()) if f"### `{c}`" not in text]
    missing += [n for kind in REGISTRIES.values() for n in kind.all() if f"### `{n}`" not in text]
    assert not missing


def test_the_site_contains_every_page() -> None:
    docs = ROOT / "docs"
    listed = re.findall(r"(?m)^[\w/*-]+$", (docs / "index.md").read_text("utf-8"))
    pages = {p.relative_to(docs).with_suffix("").as_posix() for p in PAGES if p.is_relative_to(docs)}
    pages = {re.sub("^evidence/.*", "evidence/*", page) for page in pages} - {"index"}
    assert pages | {"reference"} == {*listed}


def test_every_file_of_tests_that_is_named_is_there() -> None:
    pages = [*ROOT.glob("*.md"), *PAGES]
    named = {n for page in pages for n in re.findall(r"tests/[\w/]+\.py", page.read_text("utf-8"))}
    assert named
    assert not [name for name in sorted(named) if not (ROOT / name).is_file()]


def anchors(page: Path) -> set[str]:
    """Return what links within a page can name: its headings."""
    headings = re.findall(r"(?m)^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_links_lead_somewhere() -> None:
    broken = []
    for page in {*PAGES, *ROOT.glob("*.md")}:
        text = FENCE.sub("", page.read_text(encoding="utf-8"))
        for target, name in re.findall(r"\]\(([^)\s#]*)(?:#([^)\s]*))?\)", text):
            if "://" in target or target.startswith("mailto:"):
                continue
            there = page.parent / target if target else page
            if not there.exists() or (name and name not in anchors(there)):
                broken.append(f"{page.relative_to(ROOT)}: {target}#{name}")
    assert not broken, f"links to nothing: {'; '.join(broken)}"


@pytest.mark.parametrize(("shown", "printed", "expected"), [
    ("a\nb\n", "a  \nb\n\n", True),
    ("a\n", "a\nb\n", False),
    ("a\n...\nz\n", "a\nz\n", True),
    ("a\n...\nz\n", "a\nb\nc\nz\n", True),
    ("a\n...\nz\n", "a\nb\n", False),
    ("a.c\n", "abc\n", False),
    ("", "", True),
    ("", "x\n", False),
])  # fmt: skip
def test_outputs_are_compared_line_by_line(shown: str, printed: str, expected: bool) -> None:  # noqa: FBT001
    assert same(shown, printed) is expected


def test_a_page_that_lies_fails(tmp_path: Path, folder: Path) -> None:
    page = tmp_path / "lie.md"
    page.write_text("# Lie\n\n```console\n$ lydite --version\nlydite 99\n```\n", encoding="utf-8")
    (block,) = blocks(page)
    assert block.line == 3
    if not WRITE:
        with pytest.raises(AssertionError, match=r"lie.md:3: \$ lydite --version"):
            run_console(block, folder)
    with pytest.raises(AssertionError, match="pip is not run here"):
        run_console(Block(page, 1, "console", "", "$ pip install x\n", 0, ()), folder)
    assert commands("$ lydite a \\\n> b\nx\n$ lydite c\n") == [("lydite a \\\nb", "x\n"), ("lydite c", "")]
