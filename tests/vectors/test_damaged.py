"""Damaged vector files end in an error, soon; none crashes a compiled kernel, none is read for ever."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

from lydite.core.errors import InputError
from lydite.vectors import load_vectors


def _fuzzing() -> types.ModuleType:
    spec = spec_from_file_location("fuzzing", Path(__file__).with_name("fuzzing.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


fuzzing = _fuzzing()


def lydite(cache: Path, *args: str, seconds: float = 60) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own, which may crash or hang."""
    command = [sys.executable, "-m", "lydite", *args]
    environment = os.environ | {"LYDITE_CACHE": str(cache)}
    return subprocess.run(command, capture_output=True, text=True, timeout=seconds, env=environment)  # noqa: PLW1510


def large_fasttext(words: int, labels: int, kinds: list[int]) -> bytes:
    """Return a model whose dictionary is large enough for compiled kernels."""
    import struct

    head = struct.pack("<2i 12i d", 793712314, 12, 2, 5, 5, 1, 5, 1, 2, 2, 50, 3, 6, 100, 1e-4)
    counts = struct.pack("<3i 2q", len(kinds), words, labels, 99, -1)
    listed = b"".join(f"word{i}".encode() + b"\0" + struct.pack("<qb", 9, k) for i, k in enumerate(kinds))
    stored = np.ones((words + 50, 2), "<f4")
    return head + counts + listed + struct.pack("<?2q", False, *stored.shape) + stored.tobytes()


@pytest.mark.parametrize(
    ("words", "kinds"),
    [(300_000, [0] * 2_000 + [1] * 298_000), (100, [0] * 30_000), (15_000, [1] * 15_000 + [0] * 15_000)],
    ids=["more words than entries", "fewer words than entries", "labels first"],
)
def test_a_fasttext_dictionary_that_contradicts_its_header(
    tmp_path: Path, words: int, kinds: list[int]
) -> None:
    file = tmp_path / "model.bin"
    file.write_bytes(large_fasttext(words, len(kinds) - words, kinds))
    done = lydite(tmp_path / "cache", "probe", str(file), "-m", "topk", "--test-set", "google")
    assert done.returncode == 2, done.stderr
    assert f"{file}: " in done.stderr
    assert "size" in done.stderr


BAD = {
    "wide text": (b"1 99999999999999999999\na 1 2\n", "99,999,999,999,999,999,999 numbers"),
    "wide text of none": (b"0 99999999999999999999\n", "no vectors"),
    "one byte": (b"\x80", r"bad\.file:1: "),
    "long word": (b"1 2\n" + b"w" * 70_000 + b" 1 2\n", "word 1 has 70,000 bytes"),
    "n-gram not finite": (
        fuzzing.fasttext().replace(fuzzing.BUCKETS[4].tobytes(), b"\xff" * 12),
        "n-gram .*finite",
    ),
    "pruned fastText": (fuzzing.fasttext(pruned=0), r"\.ftz"),
    "long n-grams": (
        fuzzing.fasttext().replace(b"\2\0\0\0\4\0\0\0", b"\2\0\0\0\4\4\0\0"),
        "n-grams of 2 to 1028",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_said(tmp_path: Path, name: str) -> None:
    content, message = BAD[name]
    file = tmp_path / "bad.file"
    file.write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        load_vectors(file, cache=tmp_path / "cache")
    assert str(file) in str(caught.value)


def test_any_damage_ends_in_an_error_or_sound_vectors() -> None:
    """Some thousand more were tried by hand, with other seeds and compiled kernels that check bounds."""
    program = str(Path(fuzzing.__file__))
    done = subprocess.run(
        [sys.executable, program, "0", "60"], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
