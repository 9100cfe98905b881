"""Any vector file by its content: read once, checked, and opened from a store from then on."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arguments import wrong
from lydite.core.choices import Undecodable
from lydite.core.errors import InputError, LyditeError
from lydite.core.io import opening
from lydite.core.io.digests import stamp
from lydite.core.io.files import cache_folder
from lydite.vectors.formats.detecting import from_matrix
from lydite.vectors.store import open_store, stamp_of
from lydite.vectors.words import release
from lydite.vectors.writing import VectorDraft

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.core.array_types import Float32Array
    from lydite.vectors.formats.raw import Allocate
    from lydite.vectors.table import Vectors

_READER = 2  # raised when a reader changes what it makes of a file
_PICKLE = re.compile(rb"\x80[\x02-\x05]")
_JSON = re.compile(rb'\s*[{\[]\s*["{\[]')
_EXPECTED = (
    "expected word2vec (text or binary), GloVe, fastText (.vec or .bin) or a store of lydite; "
    "in Python, lydite.load_vectors(words, matrix) takes words and their matrix"
)


def load_vectors(
    vectors: str | PathLike[str] | Iterable[str] | Any,
    matrix: Any = None,
    *,
    first: int | None = None,
    undecodable: Undecodable = "strict",
    cache: bool | str | Path = True,
) -> Vectors:
    """Load word vectors from a file, whose format is told by its content, or take what is in memory.

    Files are word2vec (binary, text), GloVe, fastText (``.vec``, ``.bin``) and lydite's own store. What was
    read once is kept as a store in the cache folder (``cache``: another folder, or False for none). In memory
    are words with their ``matrix``, a row for each, and gensim's KeyedVectors.

    >>> load_vectors(["up", "right"], [[0, 2], [3, 0]])["up"].tolist()
    [0.0, 2.0]
    """
    held: Any = vectors
    if matrix is None and hasattr(held, "wv"):  # a model of gensim with its vectors
        held = held.wv
    if matrix is None and hasattr(held, "index_to_key"):
        held, matrix = held.index_to_key, held.vectors
    if matrix is not None:
        return from_matrix(held, matrix).first(first)
    if not isinstance(vectors, str | PathLike):
        expected = "a file of vectors, words with their matrix, or gensim's KeyedVectors"
        raise wrong("vectors", expected, vectors)
    path = Path(vectors)
    if path.is_dir():
        return open_store(path).first(first)
    if str(path) != "-" and not path.exists():
        raise InputError("no such file", path)
    _ensure_vectors(path)
    folder = _folder(path, undecodable, cache)
    if folder is None:
        return _read(path, _in_memory, undecodable).first(first)
    stamps = _stamps(path)
    with contextlib.suppress(LyditeError):
        if stamp_of(folder) == stamps:
            return open_store(folder, path).first(first)

    with contextlib.ExitStack() as stack:  # a full disk must not keep anyone from their vectors
        draft = None
        with contextlib.suppress(LyditeError):
            draft = stack.enter_context(VectorDraft(folder))
        read = _read(path, draft.allocate if draft else _in_memory, undecodable)
        if draft:
            source = read.digest
            if [mark[:4] for mark in _stamps(path)] != [mark[:4] for mark in stamps]:
                raise InputError("the file was changed while it was read", path)
            with contextlib.suppress(LyditeError):
                draft.keep(read, source, stamps)
                release(draft.room)
                return open_store(folder, path).first(first)
        return read.first(first)


def _ensure_vectors(path: Path) -> None:
    """Refuse the formats that contain vectors and are not read, and say what to give instead."""
    archive = path.suffix.lower() == ".npz"  # whose members are not looked at
    start = b"" if archive else opening.beginning(path, 64)
    if _PICKLE.match(start):
        name, other = json.dumps(path.name), json.dumps(f"{path.stem}.vec")
        raise InputError(
            "is a pickle, as gensim saves its vectors; write it as text in Python: "
            f"KeyedVectors.load({name}).save_word2vec_format({other})",
            path,
        )
    kind = ""
    if archive or start.startswith(b"\x93NUMPY"):
        kind = "a NumPy array"
    elif start[8:9] == b"{" and 0 < int.from_bytes(start[:8], "little") < 100_000_000:
        kind = "a safetensors file"
    elif _JSON.match(start):
        kind = "JSON"
    if kind:
        raise InputError(f"vectors are not read from {kind}: {_EXPECTED}", path)


def _read(path: Path, allocate: Allocate, undecodable: Undecodable) -> Vectors:
    from lydite.vectors.formats.detecting import read

    return read(path, allocate, undecodable)


def _folder(path: Path, undecodable: str, cache: bool | str | Path) -> Path | None:  # noqa: FBT001
    if cache is False or str(path) == "-":  # standard input is another one each time
        return None
    root = cache_folder() if cache is True else Path(cache)
    if root is None:
        return None
    key = f"{os.path.realpath(path)}\n{undecodable}"
    return root / "vectors" / hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _stamps(path: Path) -> list[list[int]]:
    return [[_READER], stamp(path)] if path.is_file() else []


def _in_memory(count: int, dimensions: int) -> Float32Array:
    return np.empty((count, dimensions), np.float32)
