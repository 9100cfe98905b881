"""Making a store: its arrays and its manifest in a folder, or packed in one file; whole or absent."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import OutputError
from lydite.files import writing
from lydite.sources.store import MANIFEST, TYPES, file_of, head_of, identity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


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


def described(array: NDArray[Any], file: str | None = None) -> dict[str, Any]:
    """Return type and shape for the entry of an array; ``file`` where it is not called ``NAME.bin``."""
    named = {} if file is None else {"file": file}
    return {**named, "type": array.dtype.newbyteorder("<").str, "shape": list(array.shape)}


def seal(
    folder: Path, kind: str, version: int, entries: Mapping[str, Any], notes: Mapping[str, Any]
) -> dict[str, Any]:
    """Write and return the manifest of a folder whose arrays are there; entries give type and shape."""
    whole = {name: {**entry, **_hashed(folder, name, entry)} for name, entry in sorted(entries.items())}
    manifest = {
        "kind": kind,
        "version": version,
        "digest": identity(kind, version, whole, notes),
        "notes": notes,
        "arrays": whole,
    }
    with writing(folder / MANIFEST) as out:
        out.write(json.dumps(manifest, indent=1) + "\n")
    return manifest


def _hashed(folder: Path, name: str, entry: Mapping[str, Any]) -> dict[str, str]:
    """Return the digest of an array and, where its file begins with a header, of that."""
    file = folder / file_of(name, entry)
    head = head_of(file, entry)
    with file.open("rb") as opened:
        opened.seek(len(head))
        found = {"digest": hashlib.file_digest(opened, "sha256").hexdigest()[:16]}
    return {**found, "head": hashlib.sha256(head).hexdigest()[:16]} if head else found


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
