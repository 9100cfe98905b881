"""Stores of hashtags: no update is lost, readers read on, and other numbers are refused."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inner import name_inside, replace_inside
from lydite.cli import main
from lydite.core.errors import OutputError, StoreError
from lydite.core.io.locks import LOCK
from lydite.core.store import building
from lydite.hashtags import HashtagDictionary, open_store, small_store, store_thesaurus, write_store

PROGRAM = """
import sys, time
from lydite.core.errors import LyditeError
from lydite.vectors.encoders import LsaModel
from lydite.hashtags import DictionarySettings, Tweet, build_dictionary, update_dictionary
from lydite.core.spec import REGISTRIES
import numpy as np

LsaEncoder = REGISTRIES["encoder"]["lsa"]
LsaEncoder.fit = lambda *_: LsaModel(["cat"], np.ones(1, np.float32), np.ones((1, 3), np.float32))
LsaModel.encode = lambda self, texts: np.ones((len(texts), 3), np.float32)
store, tag, how, wait = sys.argv[1:]

def prepare(*_, **__):
    print("working", flush=True)
    time.sleep(float(wait))
    yield Tweet(tag, (tag,), (f"#{tag}",), f"text of {tag}", f"text of {tag}")

build_dictionary.__globals__["prepare"] = update_dictionary.__globals__["prepare"] = prepare
print("ready", flush=True)
sys.stdin.readline()
try:
    if how == "build":
        build_dictionary([], store, DictionarySettings(LsaEncoder(dimensions=3)), replace=False)
    else:
        update_dictionary([], store)
except LyditeError as error:
    print(error, file=sys.stderr)
    sys.exit(2)
"""


def start(*args: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def together(store: Path, how: str, tags: list[str]) -> dict[str, int]:
    """Run one build for each tag at once; return how each ended."""
    running = {tag: start(store, tag, how, 0.3) for tag in tags}
    for process in running.values():
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in running.values():
        go(process)
    ended = {}
    for tag, process in running.items():
        _, complaint = process.communicate(timeout=60)
        ended[tag] = process.returncode
        if ended[tag]:
            assert ended[tag] == 2, complaint
            assert complaint.count("\n") == 1, complaint
            assert "another build" in complaint
    return ended


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LYDITE_CACHE", str(tmp_path / "cache"))
    return small_store(tmp_path)


@pytest.mark.parametrize("how", ["update", "build"])
def test_of_builds_at_once_none_is_lost(tmp_path: Path, store: Path, how: str) -> None:
    place = store if how == "update" else tmp_path / "new"
    before = set(open_store(store).tags) if how == "update" else set()
    ended = together(place, how, ["one", "two", "three"])
    added = {f"#{tag}" for tag, status in ended.items() if status == 0}
    assert added
    assert set(open_store(place).tags) == before | added
    assert not list(place.parent.glob(f".{place.name}.*"))


def test_a_build_that_ends_before_the_next_begins_is_added_to_or_kept(tmp_path: Path) -> None:
    """What the second saw before the first was done, an empty place, is no leave to replace it."""
    first, second = (start(tmp_path / "new", tag, "build", 0) for tag in ("one", "two"))
    for process, status in ((first, 0), (second, 2)):
        go(process)
        _, complaint = process.communicate(timeout=60)
        assert process.returncode == status, complaint
    assert "another build" in complaint
    assert open_store(tmp_path / "new").tags == ["#one"]


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed so on Windows")
def test_a_lock_of_one_who_was_killed_keeps_nobody_out(store: Path) -> None:
    process = start(store, "one", "update", 60)
    go(process)
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(2)] == ["ready\n", "working\n"]
    with pytest.raises(OutputError, match="hashtags: another build"), building(store):
        pass
    assert "#cat" in open_store(store).tags  # readers read on
    process.send_signal(signal.SIGKILL)
    process.communicate()
    lock = store.parent / ".hashtags.building" / LOCK
    assert lock.exists()
    assert together(store, "update", ["two"]) == {"two": 0}
    assert {"#cat", "#two"} < set(open_store(store).tags)
    assert not lock.parent.exists()


def test_three_commands_at_once(tmp_path: Path) -> None:
    for package in ("nltk", "py3langid", "wordllama"):
        pytest.importorskip(package, reason="needs the extra hashtags")
    for name in ("base", "one", "two", "three"):
        (tmp_path / f"{name}.txt").write_text(f"1|Mon|This is all about {name} #{name} #news\n")

    def command(name: str) -> subprocess.Popen[str]:
        words = [sys.executable, "-m", "lydite", "build", "hashtags", f"{name}.txt", "--into", "store"]
        return subprocess.Popen(
            words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    for rounds in range(2):  # into nothing, then into a store
        running = {name: command(name) for name in ("one", "two", "three")}
        complaints = {name: process.communicate(timeout=120)[1] for name, process in running.items()}
        for name, process in running.items():
            assert process.returncode in (0, 2), complaints[name]
            assert (process.returncode == 2) == ("another build" in complaints[name]), complaints[name]
        added = {f"#{name}" for name, process in running.items() if process.returncode == 0}
        assert added <= set(open_store(tmp_path / "store").tags), rounds


def test_readers_read_on_while_a_store_is_replaced(store: Path) -> None:
    reader = open_store(store)
    kept = reader.dictionary()
    sums = np.array(kept.sums)
    more = HashtagDictionary(kept.tags, sums * 3, np.array(kept.counts), np.array(kept.seen))
    write_store(store, more, reader.settings(), reader.model(), reader.totals)
    assert np.array_equal(reader.sums, sums)
    assert np.array_equal(open_store(store).sums, sums * 3)


def test_a_store_that_is_replaced_while_it_is_opened(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = open_store(store)
    kept = reader.dictionary()
    more = HashtagDictionary(kept.tags, np.array(kept.sums) * 3, np.array(kept.counts), np.array(kept.seen))
    opened = name_inside("lydite.core.store", "_open_arrays")

    def late(*args: Any) -> Any:
        replace_inside(monkeypatch, "lydite.core.store", "_open_arrays", opened)
        write_store(store, more, reader.settings(), reader.model(), reader.totals)
        return opened(*args)

    replace_inside(monkeypatch, "lydite.core.store", "_open_arrays", late)
    assert np.array_equal(open_store(store).sums, more.sums)


def test_neighbours_are_of_the_content_that_was_opened(store: Path) -> None:
    """A reader that comes late keeps no neighbours of the old content for the new."""
    late = open_store(store)
    kept = late.dictionary()
    other = HashtagDictionary(
        kept.tags, np.array(kept.sums)[::-1], np.array(kept.counts), np.array(kept.seen)
    )
    new = write_store(store, other, late.settings(), late.model(), late.totals)
    store_thesaurus(late)
    assert store_thesaurus(new).nearest("#cat", 2) != store_thesaurus(late).nearest("#cat", 2)
    found = [s.tag for s in store_thesaurus(new).nearest("#犬", 2)]
    assert found == [s.tag for s in store_thesaurus(open_store(store)).nearest("#犬", 2)]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("sums", lambda a: a[::-1]),
        ("sums", lambda a: a * np.nan),
        ("counts", lambda a: a + 1),
        ("seen", lambda a: np.array([1], np.uint64)),
        ("tags", lambda a: a[::-1]),
        ("model-right", lambda a: a * 2),
    ],
)
def test_other_numbers_are_refused(
    store: Path, name: str, change: Callable[[Any], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    file = store / f"{name}.bin"
    change(np.array(open_store(store).arrays[name])).tofile(file)
    said = "lydite build hashtags TWEETS -o STORE --new"
    with pytest.raises(StoreError, match=rf"hashtags: .*\.bin .*{said}"):
        open_store(store)
    with pytest.raises(SystemExit) as stop:
        main(["synonyms", str(store), "#cat"])
    assert stop.value.code == 2
    assert said in capsys.readouterr().err


def test_a_damaged_array_is_not_taken_over_by_the_next_build(tmp_path: Path, store: Path) -> None:
    whole = open_store(small_store(tmp_path / "other"))
    np.array(open_store(store).sums)[::-1].tofile(store / "sums.bin")
    write_store(store, whole.dictionary(), whole.settings(), whole.model(), whole.totals)
    assert open_store(store).digest == whole.digest


@pytest.mark.parametrize("key", ["encoder", "spec", "hashtags", "update", "language", "dimensions", "counts"])
def test_settings_edited_by_hand_are_refused(store: Path, key: str) -> None:
    manifest = json.loads((store / "manifest.json").read_text())
    manifest["notes"][key] = {"dimensions": 2, "counts": {}}.get(key, "other")
    (store / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(StoreError, match=r"manifest\.json .*digest"):
        open_store(store)


def test_other_neighbours_are_found_again(store: Path) -> None:
    """They are kept in the store, too, and the signature does not know them."""
    kept = open_store(store)
    right = store_thesaurus(kept).synonyms.tolist()
    (folder,) = store.glob("neighbours-*")
    ids = next(folder.glob("ids*"))
    ids.write_bytes(np.fromfile(ids, "<i4")[::-1].tobytes())
    for _ in range(2):
        assert store_thesaurus(kept).synonyms.tolist() == right
    store_thesaurus(kept, depth=1)
    few, many = next(store.glob("neighbours-1-*")), next(store.glob("neighbours-100-*"))
    for file in many.iterdir():
        (few / file.name).replace(file)
    assert store_thesaurus(kept).synonyms.tolist() == right


def test_a_store_without_digests_says_how_to_make_one(store: Path) -> None:
    (store / "manifest.json").write_text(json.dumps({"kind": "hashtags", "version": 1, "files": {}}))
    with pytest.raises(StoreError, match=r"version 1 .*lydite build hashtags TWEETS -o STORE --new"):
        open_store(store)
