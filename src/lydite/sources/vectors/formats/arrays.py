"""``.npy`` and safetensors matrices, with a vocabulary in a file of its own."""

from __future__ import annotations

import io
import json
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from lydite.errors import InputError
from lydite.reading import opening
from lydite.reading.opening import SUFFIXES
from lydite.sources.vectors.formats.raw import RawVectors, fill
from lydite.sources.vectors.words import pack

if TYPE_CHECKING:
    from lydite.array_types import AnyArray, ByteArray
    from lydite.sources.vectors.formats.raw import Allocate

_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}
_HEAD = 1 << 16  # bytes that hold the header of an array
_MOST = 2**63  # rows or columns that numpy can count


def read_array(path: Path, text: ByteArray, allocate: Allocate, vocabulary: Path) -> RawVectors:
    """Read a matrix and give its rows the words of the vocabulary."""
    matrix = read_npy(path, text) if text[:6].tobytes() == b"\x93NUMPY" else _safetensors(path, text)
    words = read_vocabulary(vocabulary)
    if len(words) != len(matrix):
        raise InputError(f"{len(words):,} words for the {len(matrix):,} rows of {path.name}", vocabulary)
    block = pack([word.encode("utf-8", "surrogatepass") for word in words])
    return RawVectors(*block, fill(allocate, matrix))


def vocabulary_of(path: Path) -> Path:
    """Return the vocabulary that lies beside a matrix."""
    if str(path) == "-":
        raise InputError("no vocabulary was given for this matrix", path)
    stem = Path(opening.bare_name(path)).stem
    names = [f"{stem}.vocab", f"{stem}.vocab.txt", f"{stem}.txt", f"{stem}.vocab.json", f"{stem}.json"]
    names += ["vocab.txt", "vocab.json", "tokenizer.json"]
    for name in names:
        for packed in ("", *SUFFIXES):
            if path.with_name(f"{name}{packed}").is_file():
                return path.with_name(f"{name}{packed}")
    raise InputError(f"no vocabulary was given, and none of {', '.join(names)} lies beside it", path)


def read_vocabulary(path: Path) -> list[str]:
    """Read one word per line, a JSON list, or JSON that maps words to rows (also a tokenizer's)."""
    if Path(opening.bare_name(path)).suffix != ".json":
        return [line for _, line in opening.lines(path)]
    try:
        content = json.loads(opening.text(path))
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {error}", path) from error
    if isinstance(content, dict) and isinstance(content.get("model"), dict):
        content = content["model"].get("vocab", {})
    rows = [row for row in content.values() if isinstance(row, int)] if isinstance(content, dict) else []
    if isinstance(content, dict) and len(rows) == len(content) and sorted(rows) == list(range(len(rows))):
        content = sorted(content, key=content.__getitem__)
    if isinstance(content, list) and all(isinstance(word, str) for word in content):
        return content
    raise InputError("expected a list of words, or a mapping of words to the rows 0, 1, 2, …", path)


def read_npy(path: Path, content: ByteArray) -> AnyArray:
    """Return the matrix of numbers in numpy's own format."""
    layout = np.lib.format
    first, later = layout.read_array_header_1_0, layout.read_array_header_2_0
    read = {(1, 0): first, (2, 0): later, (3, 0): later}  # the third is for names that numbers have not
    try:
        head = io.BytesIO(content[:_HEAD].tobytes())
        with warnings.catch_warnings(action="ignore"):  # of files of Python 2, which are read as well
            shape, by_column, kind = read[layout.read_magic(head)](head)
    except Exception as error:  # numpy parses the header as Python, which fails in many ways
        raise InputError("not an array of numbers: its header makes no sense", path) from error
    if len(shape) != 2 or kind.kind not in "fiu":
        raise InputError(f"expected a matrix of numbers, found {len(shape)} dimensions of {kind}", path)
    if not _are_sizes([*shape]):
        raise InputError("not an array of numbers: its shape is no number of rows and of columns", path)
    try:
        return _matrix(content[head.tell() :], kind, [*shape], by_column=by_column)
    except ValueError as error:
        raise InputError(f"not an array of numbers: {error}", path) from error


def _matrix(
    content: ByteArray, kind: str | np.dtype, shape: list[int], *, by_column: bool = False
) -> AnyArray:
    """Return the numbers of a matrix; ValueError where there are fewer of them or more."""
    kind = np.dtype(kind)
    size = kind.itemsize * shape[0] * shape[1]
    if size != len(content):
        raise ValueError(f"expected {size:,} bytes of numbers, there are {len(content):,}")
    return content.view(kind).reshape(shape, order="F" if by_column else "C")


def _are_sizes(given: Any) -> TypeGuard[list[int]]:
    """Whether these are numbers of rows, columns or bytes, none of them below 0 (True would be 1)."""
    return isinstance(given, list) and all(type(size) is int and 0 <= size < _MOST for size in given)


def _safetensors(path: Path, text: ByteArray) -> AnyArray:
    size = int.from_bytes(text[:8].tobytes(), "little")
    if size > len(text) - 8:
        raise InputError(f"is no safetensors file, or cut: it says that its header has {size:,} bytes", path)
    content = text[8 + size :]
    try:
        tensor = _largest(json.loads(text[8 : 8 + size].tobytes()))
        start, stop = tensor["data_offsets"]
        if not start <= stop <= len(content):
            raise ValueError("its numbers do not lie within it")  # noqa: TRY301
        matrix = _matrix(content[start:stop], _TYPES[tensor["dtype"]], tensor["shape"])
    except (ValueError, RecursionError) as error:
        raise InputError(f"no matrix of numbers in this safetensors file: {error}", path) from error
    return (matrix.astype(np.uint32) << 16).view(np.float32) if tensor["dtype"] == "BF16" else matrix


def _largest(header: Any) -> dict[str, Any]:
    """Return what a header says of the matrix that has most rows."""
    if not isinstance(header, dict):
        raise ValueError("its header is no JSON object")  # noqa: TRY004
    tensors = [tensor for name, tensor in header.items() if name != "__metadata__"]
    if not tensors:
        raise ValueError("it holds no tensor")
    if not all(map(_is_tensor, tensors)):
        raise ValueError("a tensor has no type, shape and place that make sense")
    matrices = [t for t in tensors if t["dtype"] in _TYPES and len(t["shape"]) == 2 and all(t["shape"])]
    if not matrices:
        raise ValueError(f"it holds no tensor of two dimensions of {', '.join(_TYPES)}")
    largest: dict[str, Any] = max(matrices, key=lambda t: t["shape"][0])
    return largest


def _is_tensor(given: Any) -> bool:
    if not isinstance(given, dict) or not isinstance(given.get("dtype"), str):
        return False
    place = given.get("data_offsets")
    return _are_sizes(given.get("shape")) and _are_sizes(place) and len(place) == 2
