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

from lydite.errors import OutputError, StoreError
from lydite.files import reserve
from lydite.sources.vectors.subwords import Subwords
from lydite.sources.vectors.table import Vectors
from lydite.sources.vectors.words import Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

KIND = "lydite vectors"
VERSION = 1
_WORDS = ("blob", "offsets", "hashes", "order")


def save(vectors: Vectors, folder: str | Path) -> Path:
    """Write vectors as a store; what was there before is replaced only when all is written."""
    with Draft(Path(folder)) as draft:
        room = draft.allocate(len(vectors), vectors.dimensions)
        room[:] = vectors.matrix
        draft.finish(vectors, {"digest": vectors.digest})
    return Path(folder)


def open_store(folder: Path, files: tuple[Path, ...] = ()) -> Vectors:
    """Open a store; nothing but the vocabulary's index is read."""
    manifest = read_manifest(folder)
    try:
        words = Words(*(np.load(folder / f"{part}.npy", mmap_mode="r") for part in _WORDS))
        matrix = np.load(folder / "matrix.npy", mmap_mode="r")
        norms = np.load(folder / "norms.npy")
        subwords = None
        if manifest.get("subwords"):
            subwords = Subwords(np.load(folder / "buckets.npy", mmap_mode="r"), *manifest["subwords"])
        if not len(words) == len(matrix) == len(norms) == manifest["count"]:
            raise ValueError("its arrays are of different lengths")  # noqa: TRY301
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"the store is damaged: {error}", folder) from error
    vectors = Vectors(words, matrix, manifest["name"], files, tuple(manifest["notes"]), subwords)
    vectors.__dict__["norms"] = norms
    if not files:
        vectors.__dict__["digest"] = manifest["digest"]
    return vectors


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return what a store says about itself."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise StoreError("not a store of vectors: no manifest that can be read", folder) from error
    if not isinstance(manifest, dict) or manifest.get("kind") != KIND:
        raise StoreError("not a store of vectors", folder)
    if manifest.get("version") != VERSION:
        raise StoreError(f"a store of version {manifest.get('version')}; this lydite reads {VERSION}", folder)
    return manifest


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

    def finish(self, vectors: Vectors, more: dict[str, Any]) -> None:
        """Write all but the matrix (unless it is not the one allocated), then take the final place."""
        place = self.place
        try:
            if not _is_mapped(vectors.matrix, place / "matrix.npy"):
                np.save(place / "matrix.part.npy", vectors.matrix)
                (place / "matrix.part.npy").replace(place / "matrix.npy")
            for part in _WORDS:
                np.save(place / f"{part}.npy", getattr(vectors.words, part))
            np.save(place / "norms.npy", vectors.norms)
            manifest = {
                "kind": KIND,
                "version": VERSION,
                "name": vectors.name,
                "count": len(vectors),
                "dimensions": vectors.dimensions,
                "notes": list(vectors.notes),
                **more,
            }
            if vectors.subwords is not None:
                np.save(place / "buckets.npy", vectors.subwords.buckets)
                manifest["subwords"] = [vectors.subwords.low, vectors.subwords.high]
            (place / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
            place.chmod(0o755)
            if self.folder.exists():
                read_manifest(self.folder)  # never replace anything that is not a store
                shutil.rmtree(self.folder)
            with contextlib.suppress(FileExistsError):
                place.rename(self.folder)
        except OSError as error:
            raise OutputError(f"{self.folder}: cannot write there: {error.strerror or error}") from error


def _is_mapped(matrix: NDArray[np.float32], file: Path) -> bool:
    mapped = isinstance(matrix, np.memmap) and matrix.filename is not None and Path(matrix.filename) == file
    return mapped and np.load(file, mmap_mode="r").shape == matrix.shape
