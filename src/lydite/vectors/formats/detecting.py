"""Vectors out of a file, by its content: read, checked, and told about."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.vectors.formats.binary import read_binary
from lydite.vectors.formats.fasttext import read_fasttext
from lydite.vectors.formats.raw import RawVectors, as_utf8, contents, header, is_number
from lydite.vectors.formats.text import read_text
from lydite.vectors.table import Vectors, lengths, rows_of
from lydite.vectors.words import PackedWords, pack

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from lydite.core.array_types import ByteArray, Float32Array, IntArray
    from lydite.core.choices import Undecodable
    from lydite.vectors.formats.raw import Allocate

_TILE = 8192
_FASTTEXT = b"\xba\x16\x4f\x2f"  # 793712314


def read(path: Path, allocate: Allocate, undecodable: Undecodable) -> Vectors:
    """Read a file in whichever format it is."""
    try:
        raw = _by_content(path, allocate)
    except InputError as error:  # what packs words and adds n-grams knows of no file
        if error.path is None:
            raise InputError(str(error), path) from error
        raise
    return _checked(raw, path, undecodable)


def from_matrix(words: Iterable[Any], matrix: Any) -> Vectors:
    """Return words with the rows of a matrix; what is wrong is refused, and noted, as in a file."""
    names = [str(word) for word in words]
    with np.errstate(over="ignore"):
        try:
            rows = np.asarray(matrix, np.float32)
        except (ValueError, TypeError) as error:
            raise InputError(f"the matrix does not contain numbers only: {error}") from error
    if rows.ndim != 2 or len(rows) != len(names):
        raise InputError(f"expected a matrix with a row for each of {len(names):,} words, found {rows.shape}")
    return _checked(RawVectors(*pack([name.encode("utf-8", "surrogatepass") for name in names]), rows))


def _by_content(path: Path, allocate: Allocate) -> RawVectors:
    content = contents(path)
    start = content[:16].tobytes()
    if not start.strip():
        raise InputError("the file is empty", path)
    if start.startswith(_FASTTEXT):
        return read_fasttext(path, content, allocate)
    content = as_utf8(path, content)
    if _looks_binary(content):
        return read_binary(path, content, allocate)

    return read_text(path, content, allocate)


def _checked(raw: RawVectors, path: Path | None = None, undecodable: Undecodable = "strict") -> Vectors:
    """Refuse what is not UTF-8 or not a number; drop repeated words; note both these and zero vectors."""
    if not raw.matrix.size:
        raise InputError("no vectors were given" if path is None else "no vectors in this file", path)
    if len(raw.offsets) - 1 != len(raw.matrix):
        raise InputError(f"{len(raw.offsets) - 1:,} words, but {len(raw.matrix):,} vectors", path)
    if raw.subwords is not None:
        _check_buckets(path, raw.subwords.buckets, raw.matrix.shape[1])
    words = PackedWords.packed(*_decoded(path, raw, undecodable))
    norms = lengths(raw.matrix)
    bad = np.flatnonzero(~np.isfinite(norms))
    if len(bad):
        row = int(bad[0])
        raise InputError(
            f"the vector of {words[row]!r} has a number that is not finite", path, raw.line_of(row)
        )
    matrix = raw.matrix
    notes = []
    repeats = words.repeats()
    if len(repeats):
        example = words[int(repeats[0])]
        notes.append(
            f"{len(repeats):,} repeated {'word' if len(repeats) == 1 else 'words'} left out, "
            f"the first of each kept (such as {example!r})"
        )
        kept = np.setdiff1d(np.arange(len(words)), repeats)
        every = words.all
        words = PackedWords.of(every[i] for i in kept.tolist())
        matrix, norms = rows_of(matrix, kept), norms[kept]
    zeros = np.flatnonzero(norms == 0)
    if len(zeros):
        notes.append(
            f"{len(zeros):,} zero {'vector' if len(zeros) == 1 else 'vectors'}: "
            f"no direction (such as {words[int(zeros[0])]!r})"
        )
    file = None if str(path) == "-" else path
    vectors = Vectors(words, matrix, path.name if path else "vectors", file, tuple(notes), raw.subwords)
    vectors.__dict__["norms"] = norms
    return vectors


def _check_buckets(path: Path | None, buckets: Float32Array, dimensions: int) -> None:
    if buckets.shape[1] != dimensions:
        wide = buckets.shape[1]
        raise InputError(f"vectors of {dimensions} numbers, but those of n-grams have {wide}", path)
    for a in range(0, len(buckets), _TILE):
        if not np.isfinite(buckets[a : a + _TILE]).all():
            raise InputError("the vector of an n-gram has a number that is not finite", path)


def _decoded(path: Path | None, raw: RawVectors, undecodable: Undecodable) -> tuple[ByteArray, IntArray]:
    try:
        raw.blob.tobytes().decode()
    except UnicodeDecodeError as error:
        if undecodable != "strict":
            parts = (raw.blob[a : b - 1].tobytes() for a, b in itertools.pairwise(raw.offsets))
            return pack([part.decode("utf-8", undecodable).encode() for part in parts])
        row = int(np.searchsorted(raw.offsets, error.start, side="right")) - 1
        word = raw.blob[raw.offsets[row] : raw.offsets[row + 1] - 1].tobytes()
        message = f"word {row + 1:,}, {word!r}, is not UTF-8 (undecodable=replace reads it nevertheless)"
        raise InputError(message, path, raw.line_of(row)) from error
    return raw.blob, raw.offsets


def _looks_binary(text: ByteArray) -> bool:
    """Whether numbers are binary, by what follows the header and the first word."""
    head = header(text)
    if head is None:
        return False
    start = text[head[2] : head[2] + 8192 + 32 * head[1]].tobytes().lstrip(b"\n")
    numbers = start.partition(b"\n")[0].split()[-head[1] :] if head[1] else []
    if len(numbers) == head[1] and all(map(is_number, numbers)):  # also after a word with spaces
        return False
    row = start.partition(b" ")[2]
    # a row of text has at least one digit and one space for each number
    return any(c not in b"0123456789+-.eE \t\r\nnaifNAIF" for c in row[: 2 * head[1] - 1])
