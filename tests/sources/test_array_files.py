"""Arrays in files: the same bytes as numpy's, and an error where they do not fit."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from lydite.core.errors import InputError
from lydite.core.store import arrays_of, checksums_hold, save_array


@pytest.mark.parametrize("shape", [(0,), (7,), (5, 3), (0, 4), (6, 1)])
@pytest.mark.parametrize("kind", ["<i4", "<u8", "<f4", "u1"])
def test_the_bytes_are_numpys(shape: tuple[int, ...], kind: str, tmp_path: Path) -> None:
    array = np.arange(np.prod(shape)).reshape(shape).astype(kind)
    for given in (array, array[::-1], np.asfortranarray(array)):
        save_array(tmp_path / "ours.npy", given)
        np.save(tmp_path / "theirs.npy", np.ascontiguousarray(given))
        assert (tmp_path / "ours.npy").read_bytes() == (tmp_path / "theirs.npy").read_bytes()
        save_array(tmp_path / "plain", given, header=False)
        assert (tmp_path / "plain").read_bytes() == given.tobytes()


@pytest.mark.skipif(sys.platform == "win32", reason="no limits")
@pytest.mark.parametrize("header", [True, False])
def test_what_does_not_fit_is_told(header: bool, tmp_path: Path) -> None:  # noqa: FBT001
    code = (
        "import resource, numpy as np; from pathlib import Path\n"
        "from lydite.core.store import save_array\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        f"save_array(Path({str(tmp_path / 'a')!r}), np.arange(1500, dtype='i4'), header={header})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "File too large" in done.stderr


def test_arrays_that_cannot_be_read_again(tmp_path: Path) -> None:
    whole = tmp_path / "whole.npz"
    np.savez(whole, a=np.arange(500), b=np.arange(3))
    np.save(tmp_path / "one.npy", np.arange(3))
    (tmp_path / "text.npz").write_text("no arrays")
    (tmp_path / "cut.npz").write_bytes(whole.read_bytes()[:-40])
    for name in ("none.npz", "text.npz", "cut.npz", "one.npy"):
        with pytest.raises(InputError, match=f"{name}: "), arrays_of(tmp_path / name):
            pass
    raw = bytearray(whole.read_bytes())
    raw[1000] ^= 255
    (tmp_path / "bad.npz").write_bytes(raw)
    with arrays_of(tmp_path / "bad.npz") as arrays, pytest.raises(InputError, match=r"bad\.npz: .*a\.npy"):
        _ = arrays["a"]
    with arrays_of(whole) as arrays:
        assert (list(arrays), len(arrays), "a" in arrays, arrays.get("c")) == (["a", "b"], 2, True, None)


@pytest.mark.parametrize("error", [ValueError("mine"), FileNotFoundError(2, "mine"), EOFError("mine")])
def test_errors_of_who_reads_are_his(error: Exception, tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", a=np.arange(3))
    with pytest.raises(type(error), match="mine"), arrays_of(tmp_path / "a.npz"):
        raise error


@pytest.mark.parametrize("method", [12, 14, 93, 99], ids=["bz2", "LZMA", "Zstandard", "encrypted"])
def test_a_member_that_is_compressed_in_an_unusual_way(method: int, tmp_path: Path) -> None:
    """One that was marked as LZMA ended in status 70; sound ones are unpacked without bound."""
    path = tmp_path / "a.npz"
    np.savez(path, a=np.arange(9000), b=np.arange(3))
    raw = bytearray(path.read_bytes())
    raw[raw.index(b"PK\x01\x02") + 10] = method  # in the record of the first member at the end of the archive
    path.write_bytes(raw)
    with pytest.raises(InputError, match=r"a\.npz: .*a\.npy .*compressed"):
        checksums_hold(path)
    with pytest.raises(InputError, match=r"a\.npy .*compressed"), arrays_of(path) as arrays:
        _ = arrays["a"]


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_checksums_of_sound_arrays_hold(save: Callable[..., None], tmp_path: Path) -> None:
    save(tmp_path / "a.npz", a=np.arange(9000), b=np.arange(3))
    assert checksums_hold(tmp_path / "a.npz")
