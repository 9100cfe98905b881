"""Builds: true counts, the same bytes whatever happens, and bad input."""

from __future__ import annotations

import errno
import itertools
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest

from full_size import size
from inner import replace_inside
from lydite.core.errors import InputError, LyditeError, OutputError
from lydite.core.io.locks import LOCK, lock_file
from lydite.knowledge.wikipedia import Wikipedia, export_text
from lydite.knowledge.wikipedia.build import BuildOptions, ExternalSorter, build
from lydite.knowledge.wikipedia.dumps import units

SRC = str(Path(__file__).parents[2] / "src")


def content(store: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(store.iterdir())}


@pytest.fixture(scope="module")
def latgalian(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("ltg") / "store"
    build([shared_data / "wikipedia/ltgwiki-pages-articles.xml.bz2"], store)
    return store


def test_latgalian_counts(latgalian: Path) -> None:
    counts = Wikipedia.open(latgalian).counts
    assert (counts["main_pages"], counts["categories"], counts["redirects_everywhere"]) == (1050, 539, 195)
    assert (counts["articles"], counts["redirects"]) == (903, 147)  # of the 1,050; 48 redirects are elsewhere


def test_latgalian_knows_its_world(latgalian: Path) -> None:
    wikipedia = Wikipedia.open(latgalian)
    assert wikipedia.store.notes["language"] == "ltg"
    country = wikipedia.article("Latveja")
    assert len(wikipedia.inlinks(country)) == 93
    lead = wikipedia.lead(wikipedia.article("Italeja"))
    assert lead.paragraphs[0].startswith("Italeja (ital.: Italia) — vaļsteiba Europā")
    assert [k.anchor for k in lead.links if not k.flags] == ["Europā"]


def test_processes_and_memory_do_not_change_a_byte(
    tmp_path: Path, shared_data: Path, latgalian: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import bz2

    whole = bz2.decompress((shared_data / "wikipedia/ltgwiki-pages-articles.xml.bz2").read_bytes())
    dump = tmp_path / "many.xml.bz2"
    dump.write_bytes(b"".join(bz2.compress(whole[i : i + 300_000]) for i in range(0, len(whole), 300_000)))
    replace_inside(monkeypatch, "lydite.knowledge.wikipedia.dumps", "UNIT", 150_000)
    assert len(list(units(dump))) > 10
    build([dump], tmp_path / "one", BuildOptions(memory=500))
    build([dump], tmp_path / "two", on="processes(2)")
    assert content(tmp_path / "one") == content(tmp_path / "two") == content(latgalian)


PROGRAM = """
import sys
from lydite.knowledge.wikipedia.build import BuildOptions, build
from lydite.knowledge.wikipedia.dumps import units
units.__globals__["UNIT"] = 200_000
print("ready", flush=True)
build([sys.argv[1]], sys.argv[2], BuildOptions(words=True, memory=20_000))
print("done", flush=True)
"""


def test_killed_at_random_moments(tmp_path: Path, shared_data: Path) -> None:
    import bz2

    dump = tmp_path / "wiki.xml"
    dump.write_bytes(bz2.decompress((shared_data / "wikipedia/ltgwiki-pages-articles.xml.bz2").read_bytes()))
    began = time.monotonic()
    run(dump, tmp_path / "whole")
    took = time.monotonic() - began
    draw = random.Random(4)  # noqa: S311
    kills = 0
    while kills < size(3, 10):
        target = tmp_path / "killed"
        process = start(dump, target)
        try:
            process.wait(timeout=draw.uniform(0, took / 4))
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        process.communicate()
        if target.exists():  # it came to its end in spite of all: begin again
            assert content(target) == content(tmp_path / "whole")
            shutil.rmtree(target)
    run(dump, tmp_path / "killed")
    assert content(tmp_path / "killed") == content(tmp_path / "whole")
    assert {p.name for p in tmp_path.iterdir()} == {"wiki.xml", "whole", "killed"}


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="children are looked up in /proc")
def test_killed_with_processes(tmp_path: Path, shared_data: Path, latgalian: Path) -> None:
    dump = shared_data / "wikipedia/ltgwiki-pages-articles.xml.bz2"
    (tmp_path / "program.py").write_text(
        "import sys\nfrom lydite.knowledge.wikipedia.build import build\n"
        "if __name__ == '__main__':\n    build([sys.argv[1]], sys.argv[2], on='processes(2)')\n"
    )
    process = subprocess.Popen(
        [sys.executable, str(tmp_path / "program.py"), str(dump), str(tmp_path / "store")],
        env={**os.environ, "PYTHONPATH": SRC},
    )
    children: set[str] = set()
    until = time.monotonic() + 60
    while len(children) < 2 and time.monotonic() < until and process.poll() is None:
        children |= set(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())
        time.sleep(0.01)
    process.kill()
    process.wait()
    while any(alive(pid) for pid in children) and time.monotonic() < until:
        time.sleep(0.1)
    assert children
    assert not [pid for pid in children if alive(pid)]
    build([dump], tmp_path / "store", on="processes(2)")
    assert content(tmp_path / "store") == content(latgalian)


def alive(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def start(dump: Path, store: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": SRC}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(dump), str(store)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"  # moments are counted from here
    return process


def run(dump: Path, store: Path) -> None:
    process = start(dump, store)
    assert process.communicate()[0] == "done\n"


@pytest.mark.parametrize("moment", ["before the old goes", "before the new comes", "before cleaning up"])
@pytest.mark.parametrize("same", [True, False])
def test_killed_while_publishing(tmp_path: Path, dump: Path, moment: str, *, same: bool) -> None:
    build([dump], tmp_path / "wanted")
    store, folder = tmp_path / "store", tmp_path / ".store.building"
    build([dump], store, BuildOptions(lead=False))
    before = store_moves(tmp_path, dump)
    if moment == "before the new comes":
        store.replace(folder / "old")
    elif moment == "before cleaning up":
        store.replace(folder / "old")
        before.replace(store)
    notes = build([dump], store, BuildOptions() if same else BuildOptions(words=True))
    assert notes["words"] is not same
    assert not folder.exists()
    if same:
        assert content(store) == content(tmp_path / "wanted")
    assert Wikipedia.open(store).has_leads


def test_killed_at_any_moment_of_cleaning_up(
    tmp_path: Path, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build([dump], tmp_path / "wanted")
    store, real, left = tmp_path / "store", os.unlink, 0

    def unlink(*args: Any, **options: Any) -> None:
        nonlocal left
        if store.exists():
            left -= 1
            if left < 0:
                raise KeyboardInterrupt
        real(*args, **options)

    killed = 0
    for moment in itertools.count():
        left = moment
        with monkeypatch.context() as patched:
            patched.setattr(os, "unlink", unlink)
            try:
                build([dump], store)
            except KeyboardInterrupt:
                killed += 1
        assert build([dump], store)["lead"]
        assert content(store) == content(tmp_path / "wanted")
        assert {p.name for p in tmp_path.iterdir()} == {"wiki.xml", "wanted", "store"}
        shutil.rmtree(store)
        if left >= 0:
            break
    assert killed > 20


def store_moves(tmp_path: Path, dump: Path) -> Path:
    """Leave a working folder as it is right before a store is published; return the store in it."""
    with pytest.MonkeyPatch.context() as patch:
        replace_inside(
            patch,
            "lydite.knowledge.wikipedia.build",
            "_publish",
            lambda folder, output: (folder / "publishing").touch(),
        )
        build([dump], tmp_path / "store")
    return tmp_path / ".store.building" / "store"


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    path = tmp_path / "wiki.xml"
    path.write_text(export_text(), "utf-8")
    return path


def test_another_plan_starts_anew(tmp_path: Path, dump: Path) -> None:
    build([dump], tmp_path / "plain")
    folder = tmp_path / ".store.building"
    folder.mkdir()
    (folder / "plan.json").write_text("{}")
    (folder / "part-0-000000.npz").write_bytes(b"rubbish of another build")
    build([dump], tmp_path / "store")
    assert content(tmp_path / "store") == content(tmp_path / "plain")


def test_two_builds_into_one_folder(tmp_path: Path, dump: Path) -> None:
    folder = tmp_path / ".store.building"
    folder.mkdir()
    with (folder / LOCK).open("w") as lock:
        lock_file(lock)
        with pytest.raises(OutputError, match="another build"):
            build([dump], tmp_path / "store")
    build([dump], tmp_path / "store")
    build([dump], tmp_path / "store", BuildOptions(lead=False))  # a store is replaced by its successor
    assert not Wikipedia.open(tmp_path / "store").has_leads


def test_a_lock_that_is_no_longer_there_keeps_nobody_out(
    tmp_path: Path, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One build ends and removes its lock while a second waits for it and a third makes its own."""
    file = tmp_path / ".store.building" / LOCK

    def late(lock: IO[str]) -> bool:
        file.rename(file.with_name("gone"))
        file.touch()
        return lock_file(lock)

    monkeypatch.setattr("lydite.core.io.locks.lock_file", late)
    with pytest.raises(OutputError, match="another build"):
        build([dump], tmp_path / "store")


def test_file_systems_that_cannot_take_room_ahead(
    tmp_path: Path, dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unable(*_: int) -> None:
        raise OSError(errno.EOPNOTSUPP, "not supported")

    monkeypatch.setattr("os.posix_fallocate", unable)
    build([dump], tmp_path / "store")


def test_a_build_that_is_waited_for_keeps_its_lock(tmp_path: Path, dump: Path) -> None:
    """Another plan finishes what was being published first: nobody else may come in between."""
    store_moves(tmp_path, dump)
    seen = []

    def report(stage: str, done: int, total: int) -> None:
        with (tmp_path / ".store.building" / LOCK).open("w") as lock:
            assert not lock_file(lock)
        seen.append(stage)

    build([dump], tmp_path / "store", BuildOptions(words=True), report=report)
    assert "seal" in seen


def test_windows_renames_what_is_closed(tmp_path: Path, dump: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build([dump], tmp_path / "plain")
    monkeypatch.setattr("lydite.core.io.writing.sys", SimpleNamespace(platform="win32"))
    build([dump], tmp_path / "store")
    assert content(tmp_path / "store") == content(tmp_path / "plain")


def test_what_is_no_store_is_not_replaced(tmp_path: Path, dump: Path) -> None:
    precious = tmp_path / "papers"
    precious.mkdir()
    (precious / "thesis.tex").write_text("x")
    with pytest.raises(OutputError, match=r"papers: .*thesis\.tex"):
        build([dump], precious)
    (precious / "manifest.json").write_text('{"name": "a web page", "icons": []}')
    with pytest.raises(OutputError, match=r"papers: .*manifest\.json"):
        build([dump], precious)
    assert (precious / "thesis.tex").read_text() == "x"
    build([dump], tmp_path / "store")
    (tmp_path / "store" / "thesis.tex").write_text("x")
    with pytest.raises(OutputError, match=r"store: .*thesis\.tex"):
        build([dump], tmp_path / "store")


def test_errors_leave_nothing_behind_that_looks_whole(tmp_path: Path) -> None:
    path = tmp_path / "wiki.xml"
    path.write_text(export_text()[:-400])
    with pytest.raises(InputError, match=r"wiki\.xml: .*</mediawiki>"):
        build([path], tmp_path / "store")
    with pytest.raises(InputError, match=r"wiki\.xml: .*</mediawiki>"):
        build([path], tmp_path / "store", on="processes(2)")
    assert [p.name for p in tmp_path.iterdir()] == ["wiki.xml"]


@pytest.mark.parametrize(
    ("inputs", "said"),
    [([], "no dump"), (["absent.xml"], r"absent\.xml: "), (["wiki.xml", "page.sql"], r"page\.sql: .*SQL")],
)
def test_inputs_that_do_not_fit(tmp_path: Path, dump: Path, inputs: list[str], said: str) -> None:
    (tmp_path / "page.sql").write_text("")
    with pytest.raises(LyditeError, match=said):
        build([tmp_path / name for name in inputs], tmp_path / "store")


def test_unknown_stemmer_suggests(tmp_path: Path, dump: Path) -> None:
    with pytest.raises(InputError, match="portr.*porter"):
        build([dump], tmp_path / "store", BuildOptions(stemmer="portr"))


def test_an_export_without_namespaces_of_pages(tmp_path: Path, dump: Path) -> None:
    """Before version 0.6 of the format, of 2012, only the title said what a page is."""
    build([dump], tmp_path / "new")
    old = tmp_path / "old.xml"
    old.write_text(re.sub(r"<ns>\d+</ns>", "", dump.read_text("utf-8")), "utf-8")
    assert "<ns>" in dump.read_text("utf-8")
    build([old], tmp_path / "old")
    assert content(tmp_path / "old") == content(tmp_path / "new")


def test_labels_of_any_script(tmp_path: Path) -> None:
    pages = "".join(
        f"<page><title>{title}</title><ns>0</ns><id>{i}</id><revision><text>x</text></revision></page>"
        for i, title in enumerate(["दिन", "दान", "कहानी"], 1)
    )
    path = tmp_path / "wiki.xml"
    path.write_text(f'<mediawiki xml:lang="hi"><siteinfo></siteinfo>{pages}</mediawiki>', "utf-8")
    build([path], tmp_path / "store")
    wikipedia = Wikipedia.open(tmp_path / "store")
    assert wikipedia.store.notes["stemmer"] == "hindi"
    assert [wikipedia.title(s.node) for s in wikipedia.senses("दान")] == ["दान"]
    assert wikipedia.targets("कहानियाँ") == [wikipedia.node("कहानी")]  # stories, story


def test_several_files_and_doubles(tmp_path: Path, dump: Path) -> None:
    again = tmp_path / "again.xml"
    again.write_text(export_text(), "utf-8")
    build([dump], tmp_path / "one")
    build([dump, again], tmp_path / "two")
    one, two = Wikipedia.open(tmp_path / "one"), Wikipedia.open(tmp_path / "two")
    assert two.counts["doubles"] == len(one)
    for name in ("title_text", "graph_neighbours", "redirect_ends", "title_nodes"):
        assert one.store[name].tolist() == two.store[name].tolist()


def test_memory_is_bounded_by_sorting(tmp_path: Path, dump: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spilled = []
    before = ExternalSorter._spill
    monkeypatch.setattr(ExternalSorter, "_spill", lambda self: (spilled.append(self._held), before(self)))
    build([dump], tmp_path / "small", BuildOptions(words=True, memory=10))
    assert spilled
    assert max(spilled) <= 10 + 10
    monkeypatch.undo()
    build([dump], tmp_path / "large", BuildOptions(words=True))
    assert content(tmp_path / "small") == content(tmp_path / "large")
