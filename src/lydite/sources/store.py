"""Arrays kept in a versioned folder with a manifest, opened memory-mapped.

A store is a folder of plain little-endian arrays beside ``manifest.json``, which names the kind and
version of the store, each array with its type, shape and digest, and whatever its maker wants to
remember. The same files in one zip archive are a packed store: what the package embeds.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import OutputError, StoreError
from lydite.sources.manifest import (
    AGAIN,
    MANIFEST,
    TYPES,
    compare,
    described,
    open_arrays,
    parsed,
    seal,
    size_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from lydite.sources.manifest import Check

_TRIES = 5


@dataclass(frozen=True)
class Store:
    """An opened store: arrays by name, notes of its maker, digests of all of it and of each array."""

    kind: str
    arrays: Mapping[str, NDArray[Any]]
    notes: Mapping[str, Any] = field(default_factory=dict)
    digest: str = ""
    digests: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.arrays[name]


def save(
    path: str | Path,
    kind: str,
    version: int,
    arrays: Mapping[str, NDArray[Any]],
    notes: Mapping[str, Any] | None = None,
) -> None:
    """Write a store: a folder, or a packed file where the name ends in ``.zip``.

    Everything is written beside the destination and renamed at the end, so a store is whole or absent.
    """
    path = Path(path)
    packed = path.suffix == ".zip"
    if not packed:
        check_place(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent))
    except OSError as error:
        raise OutputError(f"{path}: cannot write there: {error.strerror or error}") from error
    try:
        _write(scratch, kind, version, arrays, notes or {})
        if packed:
            file = scratch / "packed"
            _pack(scratch, file)
            file.replace(path)
        else:
            if path.exists():
                shutil.rmtree(path)
            scratch.chmod(0o755)
            scratch.replace(path)
    except OSError as error:
        raise OutputError(f"{path}: cannot write there: {error.strerror or error}") from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def check_place(path: Path) -> None:
    """Raise where no store can be made: what is there is none, or the folder above cannot be written."""
    try:
        free = replaceable(path)
        above = next(p for p in path.absolute().parents if p.exists())
    except OSError as error:  # in a folder that cannot be looked into
        raise OutputError(f"{path}: cannot write there: {error.strerror or error}") from error
    if not free:
        raise OutputError(f"{path}: exists and is not a store; name another folder or remove it")
    if not (above.is_dir() and os.access(above, os.W_OK | os.X_OK)):
        why = os.strerror(errno.EACCES if above.is_dir() else errno.ENOTDIR)
        raise OutputError(f"{path}: cannot write there: {why}")


def replaceable(path: Path) -> bool:
    """Tell whether a new store may take this place: nothing is there, or an empty folder, or a store alone.

    A manifest.json is no proof: many programs write one. Every file must be one that the manifest names.
    """
    if not path.is_dir():
        return not path.exists()
    names = {p.name for p in path.iterdir()}
    if not names:
        return True
    try:
        manifest = json.loads((path / MANIFEST).read_bytes())
        return isinstance(manifest["kind"], str) and names <= {
            MANIFEST,
            *(f"{a}.bin" for a in manifest["arrays"]),
        }
    except (OSError, ValueError, KeyError, TypeError):
        return False


def open_store(
    path: str | Path, kind: str, version: int, check: Check | None = None, again: str = AGAIN
) -> Store:
    """Open a store that is what its manifest says, by kind, version, sizes and digests.

    ``check`` is given arrays and notes, and raises ValueError where they do not belong together; ``again``
    says how such a store is made.
    """
    path = Path(path)
    if path.is_file():
        return _unpack(path, kind, version, check, again)
    if str(path) == "-":
        raise StoreError("a store is a folder, and cannot come from here", path)
    if not path.is_dir():
        raise StoreError(f"no such store; `lydite build {kind}` makes one", path)
    text = _manifest_text(path)
    for _ in range(_TRIES):
        try:
            manifest = parsed(text, path, kind, version, again)
            arrays = open_arrays(path, manifest, check, again)
            return _store(manifest, arrays)
        except StoreError:
            before, text = text, _manifest_text(path)
            if text == before:
                raise  # and not because a build has replaced it meanwhile
    raise StoreError("is being replaced all the time; wait for the builds that do so", path)


def read_manifest(path: Path, kind: str, version: int, again: str = AGAIN) -> dict[str, Any]:
    """Return what a store says about itself, which its arrays were not compared with."""
    return parsed(_manifest_text(path), path, kind, version, again)


def _store(manifest: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Store:
    digests = {name: entry["digest"] for name, entry in manifest["arrays"].items()}
    return Store(manifest["kind"], arrays, manifest["notes"], manifest["digest"], digests)


def _manifest_text(path: Path) -> bytes:
    try:
        return (path / MANIFEST).read_bytes()
    except OSError as error:
        raise StoreError(f"not a store: {MANIFEST} cannot be read", path) from error


def _write(
    folder: Path, kind: str, version: int, arrays: Mapping[str, NDArray[Any]], notes: Mapping[str, Any]
) -> None:
    entries = {}
    for name, array in sorted(arrays.items()):
        little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        if little.dtype.str not in TYPES:
            raise TypeError(f"array {name} of type {array.dtype} cannot be stored")
        file = folder / f"{name}.bin"
        little.tofile(file)
        entries[name] = described(little)
    seal(folder, kind, version, entries, notes)


def _pack(folder: Path, file: Path) -> None:
    """Zip the parts, each array in whichever plain encoding deflates best."""
    import zipfile
    import zlib

    manifest = json.loads((folder / MANIFEST).read_bytes())
    parts, manifest["packing"] = {}, {}
    for name, entry in manifest["arrays"].items():
        array = np.fromfile(folder / f"{name}.bin", entry["type"])
        encoded = {code: _encode(array, code) for code in ("plain", "delta")}
        best = min(encoded, key=lambda code: len(zlib.compress(encoded[code], 9)))
        parts[f"{name}.bin"], manifest["packing"][name] = encoded[best], best
    parts[MANIFEST] = json.dumps(manifest, indent=1).encode() + b"\n"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, raw in sorted(parts.items()):
            about = zipfile.ZipInfo(name)  # fixed date: the same content gives the same bytes
            about.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(about, raw, compresslevel=9)


def _encode(array: NDArray[Any], code: str) -> bytes:
    """Return the bytes of an array, or of its differences, first all lowest bytes, then all next ones."""
    if code == "delta" and array.dtype.kind in "iu":
        array = np.diff(array, prepend=array.dtype.type(0))
    return array.view(np.uint8).reshape(-1, array.dtype.itemsize).T.tobytes()


def _decode(raw: bytes, entry: Mapping[str, Any], code: str) -> NDArray[Any]:
    kind = np.dtype(entry["type"])
    planes = np.frombuffer(raw, np.uint8).reshape(kind.itemsize, -1)
    array: NDArray[Any] = np.ascontiguousarray(planes.T).view(kind).reshape(-1)
    if code == "delta" and kind.kind in "iu":
        array = np.cumsum(array, dtype=kind)
    return array.reshape(tuple(entry["shape"]))


def _unpack(path: Path, kind: str, version: int, check: Check | None, again: str) -> Store:
    import zipfile
    import zlib

    try:
        with zipfile.ZipFile(path) as archive:
            manifest = parsed(archive.read(MANIFEST), path, kind, version, again)
            arrays = {}
            for name, entry in manifest["arrays"].items():
                if archive.getinfo(f"{name}.bin").file_size != size_of(entry):
                    raise StoreError(f"truncated: {name}.bin; {again}", path)
                arrays[name] = _decode(archive.read(f"{name}.bin"), entry, manifest["packing"][name])
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError) as error:
        raise StoreError(f"damaged or not a packed store: {error}", path) from error
    except OSError as error:
        raise StoreError(f"cannot be read: {error.strerror or error}", path) from error
    compare(arrays, manifest, path, check, again)
    return _store(manifest, arrays)
