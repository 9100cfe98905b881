"""What takes the place of a file: its mode and group, and errors that name the file they are about."""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import pickle
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from lydite.core.errors import OutputError
from lydite.core.io.writing import new_folder, writing
from lydite.core.store import building
from lydite.inference import ItemValues, Result


@pytest.mark.skipif(sys.platform == "win32", reason="no groups")
def test_the_group_stays_or_may_do_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.txt"
    file.write_text("old")
    others = [g for g in [*os.getgroups(), 12_345] if g != file.stat().st_gid]
    group = others[0] if os.geteuid() == 0 or others[0] != 12_345 else None
    if group is None:
        pytest.skip("this user has one group alone")
    os.chown(file, -1, group)
    file.chmod(0o660)
    with writing(file) as out:
        out.write("new")
    assert (file.stat().st_gid, stat.S_IMODE(file.stat().st_mode)) == (group, 0o660)

    def refuse(*_: Any) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "chown", refuse)
    with writing(file) as out:
        out.write("newer")
    assert file.stat().st_gid != group
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("newer", 0o600)


def test_an_error_of_another_file_names_it(tmp_path: Path) -> None:
    gone = tmp_path / "gone.txt"
    for making in (building, new_folder):
        with pytest.raises(OutputError, match=r"gone\.txt: No such file.* \(.*made .*\)"):  # noqa: SIM117
            with making(tmp_path / "made"):
                gone.read_text()
        with pytest.raises(OutputError, match="made: .*No such file"), making(tmp_path / "made") as folder:
            (folder / "none" / "a").write_text("")
        with pytest.raises(OutputError, match="made: .*No space"), making(tmp_path / "made"):
            raise OSError(28, "No space left on device")
        with pytest.raises(OutputError, match="made: .*File too large"), making(tmp_path / "made"):
            raise OSError(27, "File too large", "read.txt", None, str(tmp_path / ".made.x" / "read.txt"))


def test_an_error_of_a_part_names_the_whole(tmp_path: Path) -> None:
    """The parts of a build lie in hidden folders, of which nobody has heard."""
    for making in (building, new_folder):
        with (
            pytest.raises(OutputError, match="/made: [^/]*File too large"),
            making(tmp_path / "made") as folder,
            writing(folder / "part.npz", "wb"),
        ):
            raise OSError(27, "File too large")
        with pytest.raises(OutputError, match="/other: .*File too large"), making(tmp_path / "made"):  # noqa: SIM117
            with writing(tmp_path / "other"):
                raise OSError(27, "File too large")


def test_values_of_items_are_a_dict_that_waits() -> None:
    asked = []

    def worked_out() -> list[float]:
        asked.append(1)
        return [1.0, 0.5]

    def values() -> ItemValues:
        return ItemValues(["a", "b"], worked_out)

    whole = {"a": 1.0, "b": 0.5}
    result = Result("s", "m", {}, 0.75, items=values())
    assert (len(dataclasses.replace(result, system="t").items), bool(result.items), asked) == (2, True, [])
    assert json.dumps(values()) == json.dumps(values(), indent=None, sort_keys=True) == json.dumps(whole)
    assert json.dumps(values(), indent=1) == json.dumps(whole, indent=1)
    assert values() | {"c": 0.0} == {**whole, "c": 0.0} == {"c": 0.0} | values()
    assert dict(values()) == {**values()} == dict(values().items()) == whole == values()
    assert (list(values()), values()["b"], values().get("c"), "a" in values()) == (
        ["a", "b"],
        0.5,
        None,
        True,
    )
    assert pickle.loads(pickle.dumps(values())) == copy.deepcopy(values()) == values().copy() == whole  # noqa: S301
    assert repr(values()) == repr(whole)
    assert values() == values()
    assert dataclasses.asdict(result)["items"] == whole
    once = values()
    asked.clear()
    assert (sum(once.values()), once.pop("a"), len(once), len(asked)) == (1.5, 1.0, 1, 1)
    assert json.dumps(ItemValues([], list)) == "{}"
