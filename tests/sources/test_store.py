"""Stores: what was saved comes back, and what is damaged is named."""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lydite.errors import InputError, OutputError, StoreError
from lydite.locks import try_lock
from lydite.sources import store, store_places, wordnet
from lydite.sources.saving import Draft, save
from lydite.sources.store import kind_of, open_store
from lydite.sources.store_places import ensure_store_place
from lydite.spec import parse

ARRAYS = {
    "numbers": np.arange(1000, dtype=np.int64) * 3,
    "table": np.linspace(0, 1, 12).reshape(3, 4),
    "bytes": np.frombuffer(b"some text", np.uint8),
    "none": np.zeros(0, np.int32),
}


@pytest.fixture(params=["store", "store.zip"])
def path(request, tmp_path):
    save(tmp_path / request.param, "wordnet", 3, ARRAYS, {"name": "Ω"})
    return tmp_path / request.param


def test_comes_back_as_it_was(path):
    store = open_store(path, "wordnet", 3)
    assert {n: a.tolist() for n, a in store.arrays.items()} == {n: a.tolist() for n, a in ARRAYS.items()}
    assert {n: a.dtype for n, a in store.arrays.items()} == {n: a.dtype for n, a in ARRAYS.items()}
    assert store.notes == {"name": "Ω"}
    assert len(store.digest) == 16


def test_same_content_same_digest(tmp_path):
    for name in ("a", "b.zip"):
        save(tmp_path / name, "wordnet", 3, ARRAYS, {"name": "x"})
    save(tmp_path / "c", "wordnet", 3, ARRAYS, {"name": "y"})
    a, b, c = (open_store(tmp_path / n, "wordnet", 3).digest for n in ("a", "b.zip", "c"))
    assert a == b != c


def test_another_kind_or_version(path):
    with pytest.raises(StoreError, match="a store of wordnet, expected wikipedia"):
        open_store(path, "wikipedia", 3)
    with pytest.raises(StoreError, match="a newer lydite made it"):
        open_store(path, "wordnet", 2)
    with pytest.raises(StoreError, match="build it again"):
        open_store(path, "wordnet", 4)


def test_truncated_file(tmp_path):
    save(tmp_path / "s", "wordnet", 1, ARRAYS)
    (tmp_path / "s" / "numbers.bin").write_bytes(b"123")
    with pytest.raises(StoreError, match=r"truncated: numbers\.bin should have 8000 bytes, has 3"):
        open_store(tmp_path / "s", "wordnet", 1)
    (tmp_path / "s" / "numbers.bin").unlink()
    with pytest.raises(StoreError, match="has no"):
        open_store(tmp_path / "s", "wordnet", 1)


def test_wrong_digest(tmp_path):
    save(tmp_path / "s", "wordnet", 1, ARRAYS)
    (tmp_path / "s" / "numbers.bin").write_bytes(b"\1" * 8000)
    with pytest.raises(StoreError, match=r"numbers\.bin differs from its digest"):
        open_store(tmp_path / "s", "wordnet", 1)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"kind": "wordnet"}', "\x00"])
def test_damaged_manifest(tmp_path, text):
    save(tmp_path / "s", "wordnet", 1, ARRAYS)
    (tmp_path / "s" / "manifest.json").write_text(text)
    with pytest.raises(StoreError, match="damaged"):
        open_store(tmp_path / "s", "wordnet", 1)


def test_changed_manifest(tmp_path):
    save(tmp_path / "s", "wordnet", 1, ARRAYS, {"name": "x"})
    file = tmp_path / "s" / "manifest.json"
    manifest = json.loads(file.read_text())
    manifest["notes"]["name"] = "y"
    file.write_text(json.dumps(manifest))
    with pytest.raises(StoreError, match="differs from its own digest"):
        open_store(tmp_path / "s", "wordnet", 1)


@pytest.mark.parametrize("cut", [0, 100, 2_000])
def test_truncated_archive(tmp_path, cut):
    save(tmp_path / "s.zip", "wordnet", 1, ARRAYS)
    whole = (tmp_path / "s.zip").read_bytes()
    (tmp_path / "s.zip").write_bytes(whole[:cut] if cut < len(whole) else whole[:-1])
    with pytest.raises(StoreError, match="damaged or not a packed store"):
        open_store(tmp_path / "s.zip", "wordnet", 1)


def test_no_store_and_no_folder_overwritten(tmp_path):
    with pytest.raises(StoreError, match="no such store; `lydite build wordnet` makes one"):
        open_store(tmp_path / "s", "wordnet", 1)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.doc").write_text("years of work")
    with pytest.raises(OutputError, match="is not a store"):
        save(tmp_path / "mine", "wordnet", 1, ARRAYS)
    assert (tmp_path / "mine" / "thesis.doc").read_text() == "years of work"
    assert [p.name for p in tmp_path.iterdir()] == ["mine"]


def test_a_folder_that_cannot_be_looked_into(tmp_path, monkeypatch):
    def closed(self):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr("pathlib.Path.is_dir", closed)
    with pytest.raises(OutputError, match="cannot write there: Permission denied"):
        ensure_store_place(tmp_path / "closed" / "store")


def left_behind(place: Path) -> Path:
    """What a process leaves that was killed while it wrote a store: its folder, and a lock nobody holds."""
    work = place.parent / f".{place.name}.killed.part"
    (work / "store").mkdir(parents=True)
    (work / "store" / "a.bin").write_bytes(b"half")
    (work / ".lock").touch()
    return work


def test_what_a_killed_build_left_is_removed_by_the_next(tmp_path: Path) -> None:
    place = tmp_path / "s[1]"
    work, other = left_behind(place), left_behind(tmp_path / "s[1]x")
    young, empty = tmp_path / ".s[1].young.part", tmp_path / ".s[1].empty.part"  # have no lock yet
    (young / "store").mkdir(parents=True)
    empty.mkdir()
    save(place, "test", 1, {"a": np.arange(3)})
    assert (work.exists(), other.exists(), young.exists(), empty.exists()) == (False, False, True, False)
    assert open_store(place, "test", 1)["a"].tolist() == [0, 1, 2]


def test_a_build_whose_empty_folder_another_removed_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, removed = tempfile.mkdtemp, []

    def taken(**given: Any) -> str:
        place = make(**given)
        if not removed:
            removed.append(place)
            Path(place).rmdir()
        return place

    monkeypatch.setattr("tempfile.mkdtemp", taken)
    save(tmp_path / "s", "test", 1, {"a": np.arange(3)})
    assert len(removed) == 1
    assert open_store(tmp_path / "s", "test", 1)["a"].tolist() == [0, 1, 2]


def test_a_build_whose_folder_another_cleared_before_it_was_locked_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three who wrote one store at once were refused: no such file or directory."""
    open_file, cleared = Path.open, []

    def cleared_then(self: Path, *given: Any, **named: Any) -> Any:
        file = open_file(self, *given, **named)
        if self.name == ".lock" and not cleared:
            cleared.append(self.parent)
            save(tmp_path / "s", "test", 1, {"a": np.arange(5)})
        return file

    monkeypatch.setattr(Path, "open", cleared_then)
    save(tmp_path / "s", "test", 1, {"a": np.arange(3)})
    assert not cleared[0].exists()
    assert open_store(tmp_path / "s", "test", 1)["a"].tolist() == [0, 1, 2]
    assert [p.name for p in tmp_path.iterdir()] == ["s"]


def test_what_is_cleared_is_locked_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who had opened the lock and took it then wrote into a folder that was being removed."""
    remove, held = shutil.rmtree, []

    def watched(folder: Path, **given: Any) -> None:
        if folder == left and folder.exists():
            with (left / ".lock").open("a") as lock:
                held.append(not try_lock(lock))
        remove(folder, **given)

    left = left_behind(tmp_path / "s")
    monkeypatch.setattr("shutil.rmtree", watched)
    save(tmp_path / "s", "test", 1, {"a": np.arange(3)})
    assert held == [True]
    assert [p.name for p in tmp_path.iterdir()] == ["s"]


def test_what_another_is_writing_is_left_alone(tmp_path: Path) -> None:
    place = tmp_path / "s"
    with Draft(place) as draft:
        draft.write("a", np.arange(5))
        save(place, "test", 1, {"a": np.arange(3)})
        assert draft.folder.is_dir()
        draft.finish("test", 1, {})
    assert open_store(place, "test", 1)["a"].tolist() == [0, 1, 2, 3, 4]
    assert [p.name for p in tmp_path.iterdir()] == ["s"]


def test_the_old_store_stays_where_the_new_one_cannot_take_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "s"
    save(place, "test", 1, {"a": np.arange(3)})
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if self.name == "store":
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(OutputError, match="No space left"):
        save(place, "test", 1, {"a": np.arange(9)})
    assert open_store(place, "test", 1)["a"].tolist() == [0, 1, 2]
    assert [p.name for p in tmp_path.iterdir()] == ["s"]


def test_a_store_that_was_moved_by_a_killed_build_is_put_back(tmp_path: Path) -> None:
    place = tmp_path / "s"
    save(place, "test", 1, {"a": np.arange(3)})
    work = left_behind(place)
    place.rename(work / "old")
    with pytest.raises(KeyboardInterrupt), Draft(place):
        raise KeyboardInterrupt
    assert open_store(place, "test", 1)["a"].tolist() == [0, 1, 2]


def test_readers_wait_while_one_store_takes_the_place_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "s"
    save(place, "test", 1, {"a": np.arange(3)})
    work = left_behind(place)
    place.rename(work / "old")
    monkeypatch.setattr("time.sleep", lambda _: (work / "old").rename(place))
    assert open_store(place, "test", 1)["a"].tolist() == [0, 1, 2]


def test_what_was_left_beside_goes_too(tmp_path: Path) -> None:
    """A killed reading of vectors has a name that nobody may ever write again: that of what a file held."""
    import fcntl

    for name, inside in (("mine", ".lock"), ("held", ".lock"), ("strange", "notes.txt")):
        (tmp_path / f".{name}.abc.part").mkdir()
        (tmp_path / f".{name}.abc.part" / inside).write_text("")
    (tmp_path / ".moved.abc.part").mkdir()
    save(tmp_path / ".moved.abc.part" / "old", "wordnet", 1, ARRAYS)
    (tmp_path / ".moved.abc.part" / ".lock").write_text("")
    with (tmp_path / ".held.abc.part" / ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        save(tmp_path / "other", "wordnet", 1, ARRAYS)
    there = {p.name for p in tmp_path.iterdir()}
    assert there == {"other", "moved", ".held.abc.part", ".strange.abc.part"}
    assert open_store(tmp_path / "moved", "wordnet", 1).digest


@pytest.mark.parametrize("damage", ["packing", "encrypted", "method"])
def test_odd_archives_are_no_stores(damage: str, tmp_path: Path) -> None:
    embedded = Path(wordnet.__file__).parents[2] / wordnet.EMBEDDED
    with zipfile.ZipFile(embedded) as whole, zipfile.ZipFile(tmp_path / "x.zip", "w") as part:
        for name in whole.namelist():
            content = whole.read(name)
            if name == "manifest.json" and damage == "packing":
                content = json.dumps({**json.loads(content), "packing": [1]}).encode()
            part.writestr(name, content)
    data = bytearray((tmp_path / "x.zip").read_bytes())
    at = data.index(b"PK\x01\x02")
    while damage != "packing" and at >= 0:  # the flags, or the way of compression, of each member
        data[at + (8 if damage == "encrypted" else 10)] = 1 if damage == "encrypted" else 99
        at = data.find(b"PK\x01\x02", at + 4)
    (tmp_path / "x.zip").write_bytes(bytes(data))
    with pytest.raises(InputError):
        parse(f"wordnet(store={tmp_path / 'x.zip'})", "matcher").score("dog", "hound")
    assert kind_of(tmp_path / "x.zip") in ("", "wordnet")


def _replace(path: Path) -> None:
    shutil.copytree(path, path.with_name("same"))
    path.rename(path.with_name("moved"))
    path.with_name("same").rename(path)


def test_a_store_that_the_same_replaces_while_it_is_opened_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its manifest is the same, so that it was taken for damaged."""
    path, real, calls = tmp_path / "store", store._open_arrays, []
    save(path, "test", 1, {"numbers": np.arange(3)})

    def missing(*given: Any) -> Any:
        calls.append(given)
        if len(calls) == 1:
            _replace(path)
            raise StoreError("truncated: numbers.bin should have 24 bytes, has no", path)
        return real(*given)

    monkeypatch.setattr(store, "_open_arrays", missing)
    assert open_store(path, "test", 1).arrays["numbers"].tolist() == [0, 1, 2]


def test_a_writer_that_meets_another_is_not_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two looks at one folder it was moved: half of it seemed to be no store."""
    path, real, calls = tmp_path / "store", store_places._stranger, []
    save(path, "test", 1, {"numbers": np.arange(3)})

    def moved(place: Path) -> Path | None:
        calls.append(place)
        if len(calls) == 1:
            _replace(path)
            return place / "numbers.bin"
        return real(place)

    monkeypatch.setattr(store_places, "_stranger", moved)
    ensure_store_place(path)
    assert len(calls) == 2
