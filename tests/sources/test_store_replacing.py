"""Stores that are built where one stands, where another is built or was killed, and where one is read."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inner import name_inside, replace_inside
from lydite.core.errors import OutputError, StoreError
from lydite.core.io.locks import try_lock
from lydite.core.store import Draft, ensure_store_place, open_store, save


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
    with pytest.raises(OutputError, match="s: .*No space left"):
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


@pytest.mark.parametrize("waits", [1, 40])
def test_readers_wait_while_one_store_takes_the_place_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, waits: int
) -> None:
    """A writer may have to wait for a processor between its two renames."""
    place = tmp_path / "s"
    save(place, "test", 1, {"a": np.arange(3)})
    work = left_behind(place)
    place.rename(work / "old")
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == waits:
            (work / "old").rename(place)

    monkeypatch.setattr("time.sleep", sleep)
    assert open_store(place, "test", 1)["a"].tolist() == [0, 1, 2]


def test_a_store_that_two_builds_move_between_the_looks_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "s"
    save(place, "test", 1, {"a": np.arange(3)})
    place.rename(tmp_path / "away")
    looks: list[Path] = []

    def is_moving(path: Path) -> bool:
        looks.append(path)
        if len(looks) == 2:
            (tmp_path / "away").rename(place)
        return False

    replace_inside(monkeypatch, "lydite.core.store", "_is_moving", is_moving)
    assert open_store(place, "test", 1)["a"].tolist() == [0, 1, 2]


def test_what_was_left_beside_goes_too(tmp_path: Path) -> None:
    """A killed reading of vectors has a name that nobody may ever write again: that of what a file held."""
    import fcntl

    for name, content in (("mine", ".lock"), ("held", ".lock"), ("strange", "notes.txt")):
        (tmp_path / f".{name}.abc.part").mkdir()
        (tmp_path / f".{name}.abc.part" / content).write_text("")
    (tmp_path / ".moved.abc.part").mkdir()
    save(tmp_path / ".moved.abc.part" / "old", "wordnet", 1, {"numbers": np.arange(9)})
    (tmp_path / ".moved.abc.part" / ".lock").write_text("")
    with (tmp_path / ".held.abc.part" / ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        save(tmp_path / "other", "wordnet", 1, {"numbers": np.arange(9)})
    there = {p.name for p in tmp_path.iterdir()}
    assert there == {"other", "moved", ".held.abc.part", ".strange.abc.part"}
    assert open_store(tmp_path / "moved", "wordnet", 1).digest


def _replace(path: Path) -> None:
    shutil.copytree(path, path.with_name("same"))
    path.rename(path.with_name("moved"))
    path.with_name("same").rename(path)


def test_a_store_that_the_same_replaces_while_it_is_opened_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its manifest is the same, so that it was taken for damaged."""
    path, real, calls = tmp_path / "store", name_inside("lydite.core.store", "_open_arrays"), []
    save(path, "test", 1, {"numbers": np.arange(3)})

    def missing(*given: Any) -> Any:
        calls.append(given)
        if len(calls) == 1:
            _replace(path)
            raise StoreError("truncated: numbers.bin should have 24 bytes, has no", path)
        return real(*given)

    replace_inside(monkeypatch, "lydite.core.store", "_open_arrays", missing)
    assert open_store(path, "test", 1).arrays["numbers"].tolist() == [0, 1, 2]


def test_a_writer_that_meets_another_is_not_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two looks at one folder it was moved: half of it seemed to be no store."""
    path, real, calls = tmp_path / "store", name_inside("lydite.core.store", "_stranger"), []
    save(path, "test", 1, {"numbers": np.arange(3)})

    def moved(place: Path) -> Path | None:
        calls.append(place)
        if len(calls) == 1:
            _replace(path)
            return place / "numbers.bin"
        return real(place)

    replace_inside(monkeypatch, "lydite.core.store", "_stranger", moved)
    ensure_store_place(path)
    assert len(calls) == 2


def test_standard_output_is_no_place_for_a_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OutputError, match="standard output"):
        save("-", "test", 1, {"a": np.arange(3)})
    assert not list(tmp_path.iterdir())
