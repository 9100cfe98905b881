"""What stands in a journal is what a search wrote, or is refused."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from lydite.errors import InputError, OutputError
from lydite.tuning.journal import Journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    one = Journal(tmp_path / "j", {"seed": 0})
    one.add(np.array([-np.inf, 0.5]))
    one.close()
    return tmp_path / "j"


@pytest.mark.parametrize("line", ["[NaN]", "[Infinity]", "[1", "{}x", '["a"]', "5"])
def test_what_is_no_batch_is_refused_with_its_line(path: Path, line: str) -> None:
    before = path.read_text("utf-8") + line + "\n"
    path.write_text(before, "utf-8")
    with pytest.raises(InputError, match=r"j:3: expected the values of one batch"):
        Journal(path, {"seed": 0})
    assert path.read_text("utf-8") == before


def test_what_has_no_value_is_the_worst(path: Path) -> None:
    again = Journal(path, {"seed": 0})
    values = again.next(2)
    again.close()
    assert values is not None
    assert values.tolist() == [-np.inf, 0.5]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_is_no_journal(tmp_path: Path) -> None:
    """To open it would wait for somebody who reads it."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="is no file, and a journal is read and added to"):
        Journal(tmp_path / "pipe", {})


def test_a_full_disk_is_told_with_the_file(path: Path) -> None:
    """Closing writes what is still to be written: its error names the file, too."""
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("only Linux has a device that is always full")
    journal = Journal(path, {"seed": 0})
    journal.close()
    journal._file = full.open("w")
    for act in (lambda: journal.add(np.array([1.0])), journal.close):
        with pytest.raises(OutputError, match=f"{path.name}: cannot write there: No space left"):
            act()
