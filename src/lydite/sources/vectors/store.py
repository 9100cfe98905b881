"""The native store: a folder of plain arrays that is mapped, not read, so that it opens in milliseconds."""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lydite.errors import InputError, OutputError, StoreError
from lydite.files import reserve
from lydite.sources import store as stores
from lydite.sources.store import MANIFEST
from lydite.sources.vectors.table import Vectors, identity
from lydite.sources.vectors.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

KIND = "lydite vectors"
VERSION = 2
AGAIN = "write it again with lydite.sources.vectors.save"
_WORDS = ("blob", "offsets", "hashes", "order")


def save(vectors: Vectors, folder: str | Path) -> Path:
    """Write vectors as a store; what was there before is replaced only when all is written."""
    with Draft(Path(folder)) as draft:
        room = draft.allocate(len(vectors), vectors.dimensions)
        room[:] = vectors.matrix
        draft.finish(vectors)
    return Path(folder)


def open_store(folder: Path, files: tuple[Path, ...] = ()) -> Vectors:
    """Open a store; when its digests were checked once, nothing is read but its manifest.

    ``files`` are those that a store in the cache was read from.
    """
    if not (folder / MANIFEST).is_file():
        raise StoreError("not a store of vectors: no manifest that can be read", folder)
    store = stores.open_store(folder, KIND, VERSION, _check, AGAIN)
    words = Words(*(store[part] for part in _WORDS))
    notes, ngrams = store.notes, store.notes["subwords"]
    subwords = None
    if ngrams:
        from lydite.sources.vectors.subwords import Subwords

        subwords = Subwords(store["buckets"], *ngrams)
    vectors = Vectors(words, store["matrix"], notes["name"], files, tuple(notes["notes"]), subwords)
    vectors.__dict__["norms"] = store["norms"]
    vectors.__dict__["digest"] = notes["source"] if files else identity(store.digests, notes["subwords"])
    return vectors


@dataclass
class Draft:
    """A store that is being written beside its final place, and takes it only when all went well."""

    folder: Path
    _place: Path | None = None

    def __enter__(self) -> Self:
        try:
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            made = tempfile.mkdtemp(prefix=f".{self.folder.name}.", suffix=".part", dir=self.folder.parent)
        except OSError as error:
            raise OutputError(f"{self.folder}: cannot write there: {error.strerror or error}") from error
        self._place = Path(made)
        return self

    def __exit__(self, *_: object) -> None:
        if self._place is not None:
            shutil.rmtree(self._place, ignore_errors=True)

    @property
    def place(self) -> Path:
        """The folder that is being filled."""
        if self._place is None:
            raise OutputError(f"{self.folder}: the draft is not open")
        return self._place

    def allocate(self, count: int, dimensions: int) -> NDArray[np.float32]:
        """Give room for the matrix in the file itself, written once, or in memory on a full disk."""
        file = self.place / "matrix.npy"
        if count and dimensions:
            with contextlib.suppress(OSError):
                room = np.lib.format.open_memmap(file, "w+", np.dtype("<f4"), (count, dimensions))
                reserve(file)
                return room
            file.unlink(missing_ok=True)
        return np.empty((count, dimensions), np.float32)

    def finish(self, vectors: Vectors, source: str = "", stamp: list[list[int]] | None = None) -> None:
        """Write all but the matrix (unless it is not the one allocated), then take the final place.

        ``source`` and ``stamp`` are digest and stamp of the files that the vectors were read from.
        """
        from lydite.sources.saving import described, seal

        if not np.isfinite(vectors.norms).all():
            raise InputError(f"a vector of {vectors.name} has a number that is not finite")
        place, subwords = self.place, vectors.subwords
        arrays = {part: getattr(vectors.words, part) for part in _WORDS} | {"norms": vectors.norms}
        if subwords is not None:
            arrays["buckets"] = subwords.buckets
        try:
            if not _is_mapped(vectors.matrix, place / "matrix.npy"):
                _write(place / "matrix.part.npy", vectors.matrix)
                (place / "matrix.part.npy").replace(place / "matrix.npy")
            for name, array in arrays.items():
                _write(place / f"{name}.npy", array)
            arrays["matrix"] = vectors.matrix
            notes = {
                "name": vectors.name,
                "count": len(vectors),
                "dimensions": vectors.dimensions,
                "notes": list(vectors.notes),
                "subwords": None if subwords is None else [subwords.low, subwords.high],
                "source": source,
                "stamp": stamp,
            }
            entries = {name: described(array, f"{name}.npy") for name, array in arrays.items()}
            seal(place, KIND, VERSION, entries, notes)
            place.chmod(0o755)
            if self.folder.exists():
                if not _is_store(self.folder):
                    raise StoreError("not a store of vectors", self.folder)
                shutil.rmtree(self.folder)
            with contextlib.suppress(FileExistsError):
                place.rename(self.folder)
        except OSError as error:
            raise OutputError(f"{self.folder}: cannot write there: {error.strerror or error}") from error


def _check(arrays: stores.Arrays, notes: Mapping[str, Any]) -> None:
    from lydite.sources.vectors.checking import check

    check(arrays, notes)


def stamp_of(folder: Path) -> Any:
    """Return the stamp of the files that a store was read from; None where there is no such store."""
    try:
        return stores.read_manifest(folder, KIND, VERSION, AGAIN)["notes"]["stamp"]
    except (StoreError, KeyError):
        return None


def _is_store(folder: Path) -> bool:
    """Tell whether this is a store of vectors of any version: nothing else is ever replaced."""
    try:
        return bool(json.loads((folder / MANIFEST).read_bytes())["kind"] == KIND)
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _write(file: Path, array: NDArray[Any]) -> None:
    np.save(file, np.ascontiguousarray(array, array.dtype.newbyteorder("<")), allow_pickle=False)


def _is_mapped(matrix: NDArray[np.float32], file: Path) -> bool:
    mapped = isinstance(matrix, np.memmap) and matrix.filename is not None and Path(matrix.filename) == file
    return mapped and np.load(file, mmap_mode="r").shape == matrix.shape
