"""A packed store: its files in one zip archive, which is what the package embeds."""

from __future__ import annotations

import json
import zipfile
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import StoreError
from lydite.sources.store import AGAIN, MANIFEST, size_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from lydite.array_types import AnyArray

_LONGEST = 64 << 20  # bytes of a manifest
_DAMAGED = (
    ValueError, KeyError, TypeError, RuntimeError, zipfile.BadZipFile, zlib.error, EOFError, OSError,
)  # fmt: skip # what odd manifests raise, and odd archives


def packed_manifest(path: Path, again: str = AGAIN) -> bytes:
    """Return what a packed store says about itself."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _manifest(archive, path, again)
    except _DAMAGED as error:
        raise _no_packed_store(error, path) from error


def unpack(
    path: Path, parse: Callable[[bytes], dict[str, Any]], again: str
) -> tuple[dict[str, Any], dict[str, AnyArray]]:
    """Return the manifest of a packed store, as it is parsed, and its arrays, of the sizes given there."""
    try:
        with zipfile.ZipFile(path) as archive:
            manifest, arrays = parse(_manifest(archive, path, again)), {}
            for name, entry in manifest["arrays"].items():
                if archive.getinfo(f"{name}.bin").file_size != size_of(entry):
                    raise StoreError(f"truncated: {name}.bin; {again}", path)
                arrays[name] = _decode(archive.read(f"{name}.bin"), entry, manifest["packing"][name])
    except _DAMAGED as error:
        raise _no_packed_store(error, path) from error
    return manifest, arrays


def _manifest(archive: zipfile.ZipFile, path: Path, again: str) -> bytes:
    if archive.getinfo(MANIFEST).file_size > _LONGEST:
        raise StoreError(f"damaged: {MANIFEST} is no manifest, it is too large; {again}", path)
    return archive.read(MANIFEST)


def _no_packed_store(error: BaseException, path: Path) -> StoreError:
    if isinstance(error, StoreError):
        return error
    return StoreError(f"damaged or not a packed store: {error}", path)


def pack(folder: Path, file: Path) -> None:
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


def _encode(array: AnyArray, code: str) -> bytes:
    """Return the bytes of an array, or of its differences, first all lowest bytes, then all next ones."""
    if code == "delta" and array.dtype.kind in "iu":
        array = np.diff(array, prepend=array.dtype.type(0))
    return array.view(np.uint8).reshape(-1, array.dtype.itemsize).T.tobytes()


def _decode(raw: bytes, entry: Mapping[str, Any], code: str) -> AnyArray:
    kind = np.dtype(entry["type"])
    planes = np.frombuffer(raw, np.uint8).reshape(kind.itemsize, -1)
    array: AnyArray = np.ascontiguousarray(planes.T).view(kind).reshape(-1)
    if code == "delta" and kind.kind in "iu":
        array = np.cumsum(array, dtype=kind)
    return array.reshape(tuple(entry["shape"]))
