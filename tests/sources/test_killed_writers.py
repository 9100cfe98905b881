"""What is put back where writers of one store were killed: the whole one that stood there last."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from inner import replace_inside
from lydite.core.store import Draft, open_store, save

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="writers are forked")


def killed(work: Callable[[], None]) -> None:
    """Do something in a process of its own, which may end itself at any point, as if killed."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def test_half_of_a_replaced_store_is_never_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One writer is killed while it removes what it replaced, another between its two renames."""
    place = tmp_path / "s"
    save(place, "test", 1, {"a": np.arange(3)})
    whole_rename = Path.rename

    def half(folder: Path, *, ignore_errors: bool = False) -> None:
        if (inside := sorted(Path(folder).glob("*.bin"))) and ignore_errors:
            inside[0].unlink()
            os._exit(0)

    def first_rename_only(old: Path, new: Path) -> Path:
        if old.name == "store":
            os._exit(0)
        return whole_rename(old, new)

    with monkeypatch.context() as m:
        m.setattr("shutil.rmtree", half)
        killed(lambda: save(place, "test", 1, {"a": np.arange(4)}))
    with monkeypatch.context() as m:
        m.setattr(Path, "rename", first_rename_only)
        replace_inside(
            m, "lydite.core.store", "_clear", lambda path: None
        )  # it began before the first was killed
        killed(lambda: save(place, "test", 1, {"a": np.arange(5)}))
    assert not place.exists()
    assert len(list(tmp_path.glob(".s.*.part"))) == 2
    for number, left in enumerate(sorted(tmp_path.glob(".s.*.part"), key=lambda p: (p / "old").exists())):
        whole_rename(left, tmp_path / f".s.{number}.part")  # found in this order, were it not for another
    with pytest.raises(KeyboardInterrupt), Draft(place):
        raise KeyboardInterrupt
    assert open_store(place, "test", 1)["a"].tolist() == [0, 1, 2, 3]
    assert not list(tmp_path.glob(".*"))


def test_a_store_stands_though_the_old_one_cannot_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, rename = tmp_path / "s", Path.rename
    save(place, "test", 1, {"a": np.arange(3)})

    def refuse_old(old: Path, new: Path) -> Path:
        if old.name == "old":
            raise PermissionError(13, "Permission denied", str(old))
        return rename(old, new)

    monkeypatch.setattr(Path, "rename", refuse_old)
    save(place, "test", 1, {"a": np.arange(4)})
    assert open_store(place, "test", 1)["a"].tolist() == [0, 1, 2, 3]
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a")])
def test_of_two_moved_stores_the_last_is_put_back(tmp_path: Path, names: tuple[str, str]) -> None:
    place, stores = tmp_path / "s", tmp_path / "stores"
    for number, name in enumerate(names):
        save(stores / name, "test", 1, {"a": np.arange(number)})
        work = tmp_path / f".s.{name}.part"
        work.mkdir()
        (work / ".lock").touch()
        (stores / name).rename(work / "old")
        time.sleep(0.02)  # clocks of disks tick
    with pytest.raises(KeyboardInterrupt), Draft(place):
        raise KeyboardInterrupt
    assert open_store(place, "test", 1)["a"].tolist() == [0]
