"""Writing a native store of vectors: the matrix where it will lie, the words and lengths beside it."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.core.store.array_files import preallocate
from lydite.core.store.saving import Draft
from lydite.vectors.store import KIND, VERSION, WORDS

if TYPE_CHECKING:
    from lydite.core.array_types import Float32Array
    from lydite.vectors.table import Vectors


def save(vectors: Vectors, folder: str | Path) -> Path:
    """Write vectors as a store; what was there before is replaced only when all is written."""
    with VectorDraft(folder) as draft:
        draft.keep(vectors)
    return Path(folder)


class VectorDraft(Draft):
    """A store of vectors that is being written beside its place."""

    room: Float32Array | None = None

    def allocate(self, count: int, dimensions: int) -> Float32Array:
        """Allocate the matrix in the file itself, written once, or in memory on a full disk."""
        file = self.folder / "matrix.npy"
        if count and dimensions:
            with contextlib.suppress(OSError):
                room = np.lib.format.open_memmap(file, "w+", np.dtype("<f4"), (count, dimensions))
                preallocate(file)
                self.room = room
                return room
            file.unlink(missing_ok=True)
        return np.empty((count, dimensions), np.float32)

    def keep(self, vectors: Vectors, source: str = "", stamp: list[list[int]] | None = None) -> None:
        """Write all but the matrix (unless it is not the one allocated), then take the place.

        ``source`` and ``stamp`` are digest and stamp of the file that the vectors were read from.
        """
        if not np.isfinite(vectors.norms).all():
            raise InputError(f"a vector of {vectors.name} has a number that is not finite")
        subwords = vectors.subwords
        arrays = {part: getattr(vectors.words, part) for part in WORDS} | {"norms": vectors.norms}
        if subwords is not None:
            arrays["buckets"] = subwords.buckets
        for name, array in arrays.items():
            self.write(name, array, f"{name}.npy")
        if self.room is None:
            self.write("matrix", vectors.matrix, "matrix.npy")
        elif self.room.shape == vectors.matrix.shape and np.may_share_memory(self.room, vectors.matrix):
            self.describe("matrix", vectors.matrix, "matrix.npy")
        else:  # some of the rows that were allocated, which cannot be written over while they are read
            self.write("matrix", vectors.matrix, "rows.npy")
            (self.folder / "matrix.npy").unlink()
        notes = {
            "name": vectors.name,
            "count": len(vectors),
            "dimensions": vectors.dimensions,
            "notes": list(vectors.notes),
            "subwords": None if subwords is None else [subwords.low, subwords.high],
            "source": source,
            "stamp": stamp,
        }
        self.finish(KIND, VERSION, notes)
