"""What is built, disturbed and built again: a store of each kind, and a run; a trial of one disturbance.

There is an older one in the place, made from other files; what is there afterwards must be the old one or
the new one, byte by byte, and the next build must end in the new one with nothing left beside it.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import io
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

import inputs
import tabfiles
from dict_folder import write_dict
from lydite.cli import main
from lydite.errors import LyditeError

BUILDS: dict[str, Callable[[Path, str], list[str]]] = {
    "wordnet": lambda f, p: ["build", "wordnet", f"{f}/w.tab", "-o", p],
    "lmf": lambda f, p: ["build", "wordnet", f"{f}/w.xml", "-o", p],
    "princeton": lambda f, p: ["build", "wordnet", f"{f}/dict", "-o", p],
    "wiktionary": lambda f, p: ["build", "wiktionary", f"{f}/k.jsonl", "-o", p],
    "hashtags": lambda f, p: ["build", "hashtags", "--vectors", f"{f}/v.vec", "--into", p, "--new"],
    "tweets": lambda f, p: ["build", "hashtags", f"{f}/t.jsonl", "--into", p, "--new", *encoded(f)],
    "wikipedia": lambda f, p: ["build", "wikipedia", f"{f}/d.xml", "-o", p],
    "sql": lambda f, p: ["build", "wikipedia", *(f"{f}/{t}.sql" for t in inputs.SQL), "-o", p],
    "vectors": lambda f, p: [f"{f}/v.vec", p],  # no command: see build
    "run": lambda f, p: ["score", f"{f}/g.jsonl", f"{f}/r.jsonl", "-m", "F1@5", "--save", p],
}


def encoded(folder: Path) -> list[str]:
    """Return how tweets are encoded: with vectors that lie beside them."""
    return ["--language", "any", "--encoder", f"vectors(file={folder}/v.vec)"]


def write_inputs(folder: Path, name: str, times: int) -> None:
    """Write what is built from; ``name`` makes two sets differ, ``times`` makes builds take some time."""
    folder.mkdir()
    many = range(times)
    tab = tabfiles.ITALIAN + f"00007846-n\tita:lemma\t{name}\n"
    (folder / "w.tab").write_text(tab, "utf-8")
    entries = "".join(
        f'<LexicalEntry id="{name}{i}"><Lemma writtenForm="{name} {i}" partOfSpeech="n"/>'
        f'<Sense id="s{name}{i}" synset="y1"/></LexicalEntry>\n'
        for i in many
    )
    (folder / "w.xml").write_text(inputs.LMF.replace("<Synset ", f"{entries}<Synset ", 1), "utf-8")
    write_dict(folder / "dict", name, times)
    lines = "".join(inputs.WIKTIONARY.replace("café", f"{name} {i}") for i in many)
    (folder / "k.jsonl").write_text(lines, "utf-8")
    text = "<revision><text>[[Mars]] {0}</text></revision>"
    page = f"<page><title>{{0}} {{1}}</title><ns>0</ns><id>{{2}}</id>{text}</page>"
    pages = "".join(page.format(name, i, 10_000 + i) for i in many)
    (folder / "d.xml").write_text(
        inputs.export_text().replace("</mediawiki>", f"{pages}</mediawiki>"), "utf-8"
    )
    for table in inputs.SQL:
        pages = "".join(f"({10_000 + i},0,'{name} {i}',0)," for i in many) if table == "page" else ""
        (folder / f"{table}.sql").write_text(inputs.sql(table).replace("VALUES ", f"VALUES {pages}"), "utf-8")
    tweets = (f'{{"id": "{name}{i}", "text": "we like {name}{i} #cat #{name}"}}\n' for i in many)
    (folder / "t.jsonl").write_text(inputs.TWEETS + "".join(tweets), "utf-8")
    (folder / "v.vec").write_text(
        inputs.VECTORS + "".join(f"{name}{i} 0.{i + 1} 0.5\n" for i in many), "utf-8"
    )
    phrases = [f'{{"id": "{name}{i}", "phrases": ["cat {i}", "dog"]}}\n' for i in many]
    (folder / "g.jsonl").write_text("".join(phrases), "utf-8")
    (folder / "r.jsonl").write_text("".join(phrases).replace("dog", "wolf"), "utf-8")


def prepare(kind: str, sound: Path, times: int = 20, names: Sequence[str] = ("old", "new")) -> None:
    """Write two sets of files, and build what is before a disturbance and what should be after it.

    What a build imports is imported here, too: those that are forked afterwards need not do it each time.
    """
    os.environ["LYDITE_CACHE"] = str(sound / "cache")
    for name in names:
        if not (sound / name).exists():
            write_inputs(sound / name, name, times)
        said = apart(lambda name=name: str(build(kind, sound / name, sound / f"{kind}.{name}")))[1]
        assert said.startswith("(0,"), said
    assert contents(sound / f"{kind}.old") != contents(sound / f"{kind}.new")
    for module in apart(lambda: modules(kind, sound))[1].split():
        importlib.import_module(module)


def modules(kind: str, sound: Path) -> str:
    """Build, and return the modules that this has loaded: of the package, and one that takes seconds."""
    with tempfile.TemporaryDirectory() as folder:
        build(kind, sound / "new", Path(folder, "store"))
    return " ".join(m for m in sys.modules if m.startswith("lydite.") or m == "nltk")


def build(kind: str, folder: Path, path: Path) -> tuple[int, str]:
    """Build in this process; return the status and what was said."""
    said = io.StringIO()
    args = BUILDS[kind](folder, str(path))
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        try:
            if kind == "vectors":
                from lydite.sources.vectors import load_vectors, save

                save(load_vectors(args[0], cache=False), args[1])
            else:
                main(args)
        except LyditeError as error:
            return 2, str(error)
        except SystemExit as ended:
            return int(ended.code or 0), said.getvalue()
    return 0, said.getvalue()


def contents(store: Path) -> str:
    """Return the digest of all bytes of a file or a store, but of what is made again where it is missing."""
    hasher = hashlib.sha256()
    for file in [store] if store.is_file() else sorted(p for p in store.iterdir() if p.is_file()):
        hasher.update(f"{'' if file == store else file.name}\0".encode() + file.read_bytes())
    return hasher.hexdigest()


def apart(work: Callable[[], str]) -> tuple[int, str]:
    """Do something in a process of its own; return its status and what it says."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        status = 1
        try:
            os.write(write, work().encode()[-40_000:])
            status = 0
        except BaseException as error:  # noqa: BLE001 # it is told to the one who asked
            os.write(write, f"{type(error).__name__}: {error}".encode()[-40_000:])
        os._exit(status)
    os.close(write)
    with os.fdopen(read, "rb") as file:
        said = file.read().decode()
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said


READ = re.compile(r": jsonl \(.*\), \d+ items, \d+ phrases$")
"""What a command has understood of its files, which it may well say before it fails to write."""


class Trial:
    """One disturbed build over an older store, in a folder of its own, and the undisturbed one after it."""

    def __init__(self, kind: str, sound: Path, within: Path | None = None) -> None:
        self.kind, self.sound, self.within = kind, sound, within
        self.status = 0  # of the disturbed build
        self.old, self.new = (contents(sound / f"{kind}.{name}") for name in ("old", "new"))

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(dir=self.within))
        self.path = self.folder / "store"
        there = self.sound / f"{self.kind}.old"
        shutil.copytree(there, self.path) if there.is_dir() else shutil.copy(there, self.path)
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder)

    def build(
        self, arm: Callable[[], Any], what: str, *, killed: tuple[int, ...] = (), why: int | None = None
    ) -> str:
        """Build with a disturbance; return what an injector has counted, -1 if it was killed.

        AssertionError where what was there is lost, or the error is not one line with file and reason.
        """

        def disturbed() -> str:
            injector = arm()
            status, said = build(self.kind, self.sound / "new", self.path)
            return f"{getattr(injector, 'count', 0)} {status} {said}"

        status, said = apart(disturbed)
        where = f"{self.kind}, {what}"
        assert status == 0 or status in killed, f"{where}: status {status}: {said}"
        if status == 0:
            count, ended, *text = said.split(maxsplit=2)
            self.status = int(ended)
            assert ended in ("0", "2"), f"{where}: status {ended}: {said}"
            if ended == "2":
                reasons = (os.strerror(why), "not a zip file") if why else ("",)  # zipfile keeps it to itself
                assert any(reason in said for reason in reasons), f"{where}: gives no reason: {said}"
                places = (str(self.folder), str(self.sound))
                assert any(place in said for place in places), f"{where}: names no file: {said}"
                told = [line for line in text[0].splitlines() if not READ.search(line)]
                assert len(told) == 1, f"{where}: {said}"
        moved = [p for p in self.folder.glob(".store.*/old") if not self.path.exists()]
        whole = moved[0] if status and moved else self.path
        assert whole.exists(), f"{where}: nothing is there; {said}"
        assert contents(whole) in (self.old, self.new), f"{where}: neither the old nor the new one; {said}"
        return "-1" if status else count

    def again(self) -> None:
        """Build undisturbed: the new one must be there, and nothing beside it."""
        said = apart(lambda: str(build(self.kind, self.sound / "new", self.path)))[1]
        assert said.startswith("(0,"), f"{self.kind}: the next build: {said}"
        assert contents(self.path) == self.new, f"{self.kind}: the next build gives other bytes"
        left = sorted(p.name for p in self.folder.iterdir() if p != self.path)
        assert not left, f"{self.kind}: left behind {left}"
