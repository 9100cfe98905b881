"""Headers of ``.npy`` and safetensors that contradict their numbers, or are none: told plainly."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest

from lydite.errors import InputError
from lydite.sources.vectors import Vectors, load_vectors

NUMBERS = np.arange(12, dtype="<f4").reshape(6, 2)
PLACE = {"dtype": "F32", "shape": [6, 2], "data_offsets": [0, 48]}


def read(folder: Path, name: str, content: bytes) -> Vectors:
    (folder / name).write_bytes(content)
    (folder / "words.txt").write_text("a\nb\nc\nd\ne\nf\n")
    return load_vectors(folder / name, vocabulary=folder / "words.txt", cache=False)


def npy(shape: str, numbers: bytes = NUMBERS.tobytes()) -> bytes:
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + numbers


def safetensors(header: object, numbers: bytes = NUMBERS.tobytes()) -> bytes:
    head = json.dumps(header).encode()
    return len(head).to_bytes(8, "little") + head + numbers


@pytest.mark.parametrize(
    "shape", ["(True, 2)", "(6, True)", "(-1, 2)", "(6, -1)", "(-6, -2)", f"({'9' * 4000}, {'9' * 4000})"]
)
def test_a_shape_that_is_none(tmp_path: Path, shape: str) -> None:
    with pytest.raises(InputError, match=r"x\.npy: .*its shape is no number of rows and of columns"):
        read(tmp_path, "x.npy", npy(shape))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (npy("(6, 2)")[:-1], "expected 48 bytes of numbers, there are 47"),
        (npy("(6, 2)", b""), "expected 48 bytes of numbers, there are 0"),
        (npy("(6, 1)"), "expected 24 bytes of numbers, there are 48"),
        (npy("(6, 0)"), "expected 0 bytes of numbers, there are 48"),
        (npy("(6, 9000000000000000000)"), "expected 216,000,000,000,000,000,000 bytes of numbers"),
    ],
    ids=["a byte short", "none", "longer", "longer than none", "huge"],
)
def test_fewer_bytes_than_the_shape_has_or_more(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(InputError, match=rf"x\.npy: .*{said}"):
        read(tmp_path, "x.npy", content)


@pytest.mark.parametrize("version", [(1, 0), (2, 0), (3, 0)])
@pytest.mark.parametrize("array", [NUMBERS, np.asfortranarray(NUMBERS), NUMBERS.astype(">f8")])
def test_every_version_that_numpy_writes(tmp_path: Path, version: tuple[int, int], array: np.ndarray) -> None:
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version)
    assert np.array_equal(read(tmp_path, "x.npy", file.getvalue()).matrix, NUMBERS)


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ({}, "it holds no tensor"),
        ({"__metadata__": {"format": "pt"}}, "it holds no tensor"),
        ([], "its header is no JSON object"),
        (None, "its header is no JSON object"),
        ({"e": 3}, "a tensor has no type, shape and place"),
        ({"e": PLACE | {"dtype": []}}, "a tensor has no type, shape and place"),
        ({"e": PLACE | {"shape": [True, 2]}}, "a tensor has no type, shape and place"),
        ({"e": PLACE | {"shape": [6.0, 2]}}, "a tensor has no type, shape and place"),
        ({"e": PLACE | {"data_offsets": [0]}}, "a tensor has no type, shape and place"),
        ({"e": PLACE | {"data_offsets": [-1, 48]}}, "a tensor has no type, shape and place"),
        ({"e": PLACE | {"shape": [12]}}, "it holds no tensor of two dimensions of F64, F32, F16, BF16"),
        ({"e": PLACE | {"dtype": "I8"}}, "it holds no tensor of two dimensions"),
        ({"e": PLACE | {"data_offsets": [0, 49]}}, "its numbers do not lie within it"),
        ({"e": PLACE | {"data_offsets": [0, 44]}}, "expected 48 bytes of numbers, there are 44"),
    ],
)
def test_what_is_wrong_with_safetensors(tmp_path: Path, header: object, said: str) -> None:
    with pytest.raises(InputError, match=rf"x\.safetensors: no matrix of numbers .*: {said}"):
        read(tmp_path, "x.safetensors", safetensors(header))


def test_the_matrix_with_most_rows_of_safetensors(tmp_path: Path) -> None:
    small = {"dtype": "BF16", "shape": [2, 9], "data_offsets": [48, 84]}
    found = read(
        tmp_path, "x.safetensors", safetensors({"s": small, "e": PLACE}, NUMBERS.tobytes() + bytes(36))
    )
    assert np.array_equal(found.matrix, NUMBERS)
    halves = (NUMBERS.view(np.uint32) >> 16).astype("<u2")  # small whole numbers have no more bits
    place = {"dtype": "BF16", "shape": [6, 2], "data_offsets": [0, 24]}
    found = read(tmp_path, "x.safetensors", safetensors({"e": place}, halves.tobytes()))
    assert np.array_equal(found.matrix, NUMBERS)


def test_a_shape_of_python_2_is_read_without_a_warning(tmp_path: Path) -> None:
    """Warnings are errors here."""
    assert len(read(tmp_path, "x.npy", npy("(6L, 2L)")).words) == 6
