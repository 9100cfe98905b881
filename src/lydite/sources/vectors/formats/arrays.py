"""``.npy`` and safetensors matrices, with a vocabulary in a file of its own."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

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
    try:
        head = io.BytesIO(content[:_HEAD].tobytes())
        read = {(1, 0): layout.read_array_header_1_0, (2, 0): layout.read_array_header_2_0}
        shape, by_column, kind = read[layout.read_magic(head)](head)
    except Exception as error:  # numpy parses the header as Python, which fails in many ways
        raise InputError("not an array of numbers: its header makes no sense", path) from error
    if len(shape) != 2 or kind.kind not in "fiu":
        raise InputError(f"expected a matrix of numbers, found {len(shape)} dimensions of {kind}", path)
    size = kind.itemsize * max(shape[0], 0) * max(shape[1], 0)
    try:
        numbers = content[head.tell() : head.tell() + size].view(kind)
        return numbers.reshape(shape, order="F" if by_column else "C")
    except (ValueError, OverflowError) as error:
        raise InputError(f"not an array of numbers: {error}", path) from error


def _safetensors(path: Path, text: ByteArray) -> AnyArray:
    size = int.from_bytes(text[:8].tobytes(), "little")
    if size > len(text) - 8:
        raise InputError(f"is no safetensors file, or cut: it says that its header has {size:,} bytes", path)
    try:
        tensors = json.loads(text[8 : 8 + size].tobytes())
        tensors.pop("__metadata__", None)
        known = {k: v for k, v in tensors.items() if v["dtype"] in _TYPES and len(v["shape"]) == 2}
        name = max(known, key=lambda k: known[k]["shape"][0])
        count, dimensions = known[name]["shape"]
        start, stop = known[name]["data_offsets"]
        kind = known[name]["dtype"]
        first, last = 8 + size + start, 8 + size + stop
        if min(start, count - 1, dimensions - 1) < 0 or last > len(text):
            raise ValueError("its numbers do not lie within it")  # noqa: TRY301
        flat = text[first:last].view(_TYPES[kind])
        if kind == "BF16":
            flat = (flat.astype(np.uint32) << 16).view(np.float32)
        return flat.reshape(count, dimensions)
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise InputError(f"no matrix of numbers in this safetensors file: {error}", path) from error
