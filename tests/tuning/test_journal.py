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


@pytest.mark.parametrize(
    "line",
    ["[[NaN]]", "[[Infinity]]", "[1", "{}x", '[["a"]]', "5", "[]", "{}", f"[[{'9' * 400}]]", "[" * 100_000],
)
def test_what_is_no_batch_is_refused_with_its_line(path: Path, line: str) -> None:
    before = path.read_text("utf-8") + line + "\n"
    path.write_text(before, "utf-8")
    with pytest.raises(InputError, match=r"j:3: expected the values of one batch"):
        Journal(path, {"seed": 0})
    assert path.read_text("utf-8") == before


def _altered(lines: list[str]) -> dict[str, list[str]]:
    """Return lines of a journal as no search wrote them; each was believed, and another answer came of it."""
    head, one, two, three = lines
    return {
        "another number": [head, one.replace("0.5", "0.25"), two, three],
        "too large": [head, one.replace("0.5", "1e999"), two, three],
        "text": [head, one.replace("0.5", '"0.5"'), two, three],
        "a truth": [head, one.replace("0.5", "true"), two, three],
        "none": [head, one.replace("0.5", "null"), two, three],
        "no digest": [head, "[[null, 0.5]]", two, three],
        "swapped": [head, one, three, two],
        "twice": [head, one, one, two, three],
        "one is missing": [head, one, three],
        "more than was written": [head, one, two, three, three],
        "another end of lines": [f"{line}\r" for line in lines],
    }


@pytest.mark.parametrize("kind", _altered([""] * 4))
def test_what_the_search_did_not_write_there_is_refused(path: Path, kind: str) -> None:
    more = Journal(path, {"seed": 0})
    more.add(np.array([0.75, 0.5]))
    more.add(np.array([0.125, 0.5]))
    more.close()
    altered = "\n".join(_altered(path.read_text("utf-8").splitlines())[kind]) + "\n"
    path.write_bytes(altered.encode())
    with pytest.raises(InputError, match=r"j:[2345]: is not as the search wrote it"):
        Journal(path, {"seed": 0})
    assert path.read_bytes() == altered.encode()


def test_a_journal_goes_on_in_the_lines_of_one_that_never_stopped(path: Path) -> None:
    for value in (0.1, 0.2):
        again = Journal(path, {"seed": 0})
        again.add(np.array([value]))
        again.close()
    whole = Journal(path.with_name("whole"), {"seed": 0})
    for values in ([-np.inf, 0.5], [0.1], [0.2]):
        whole.add(np.array(values))
    whole.close()
    assert path.read_bytes() == path.with_name("whole").read_bytes()


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
