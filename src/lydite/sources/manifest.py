"""The manifest of a store: its arrays by file, type, shape and digest, and one digest of all it says.

Nothing of a store is believed before it was compared with its manifest, nor the manifest before it was
compared with its own digest. What was compared once is remembered by the stamps of its files.
"""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import StoreError, nearest
from lydite.files import recall, remember, stamp, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    Arrays = Mapping[str, NDArray[Any]]
    Check = Callable[[Arrays, Mapping[str, Any]], None]

MANIFEST = "manifest.json"
TYPES = ("|u1", "<u2", "<u4", "<u8", "<i4", "<i8", "<f4", "<f8")
AGAIN = "build it again"


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
        "digest": _identity(kind, version, whole, notes),
        "notes": notes,
        "arrays": whole,
    }
    with writing(folder / MANIFEST) as out:
        out.write(json.dumps(manifest, indent=1) + "\n")
    return manifest


def parsed(text: bytes, path: Path, kind: str, version: int, again: str = AGAIN) -> dict[str, Any]:
    """Read a manifest, refusing other kinds and versions, and one that differs from its own digest."""
    try:
        manifest = json.loads(text)
        found, number = manifest["kind"], manifest["version"]
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"damaged: {MANIFEST} is not a manifest; {again}", path) from error
    if found != kind:
        raise StoreError(f"a store of {found}, expected {kind}{nearest(str(found), [kind])}", path)
    if number != version:
        newer = isinstance(number, int) and number > version
        advice = "a newer lydite made it; upgrade" if newer else again
        raise StoreError(f"version {number} of the format, this lydite reads {version}: {advice}", path)
    try:
        entries = manifest["arrays"]
        same = manifest["digest"] == _identity(found, number, entries, manifest["notes"])
        known = isinstance(manifest["notes"], dict) and all(map(_known, entries, entries.values()))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreError(f"damaged: {MANIFEST} is not a manifest; {again}", path) from error
    if not same or not known:
        raise StoreError(f"damaged: {MANIFEST} differs from its own digest; {again}", path)
    return manifest  # type: ignore[no-any-return]


def open_arrays(
    path: Path, manifest: Mapping[str, Any], check: Check | None, again: str = AGAIN
) -> dict[str, NDArray[Any]]:
    """Map the arrays of a folder; StoreError unless they are what the manifest says.

    Digests and ``check`` pass over all that is stored; when they did so once, the next opening compares
    stamps only.
    """
    entries = manifest["arrays"]
    files = [path / _file(name, entry) for name, entry in entries.items()]
    stamps = _stamps(files)
    arrays = {name: _mapped(path, name, entry, again) for name, entry in entries.items()}
    if recall(path, stamps) == manifest["digest"] and _stamps(files) == stamps:
        return arrays
    compare(arrays, manifest, path, check, again)
    for file, entry in zip(files, entries.values(), strict=True):
        if hashlib.sha256(_head(file, entry)).hexdigest()[:16] != entry.get("head", EMPTY):
            raise StoreError(f"damaged: {file.name} differs from its digest in the manifest; {again}", path)
    if _stamps(files) == stamps:
        remember(path, stamps, manifest["digest"])
    return arrays


def compare(
    arrays: Arrays,
    manifest: Mapping[str, Any],
    path: Path,
    check: Check | None,
    again: str = AGAIN,
) -> None:
    """Raise StoreError unless each array has the digest that the manifest gives, and all pass the check.

    The check is given arrays and notes, and raises ValueError where they do not belong together.
    """
    for name, entry in manifest["arrays"].items():
        if content(arrays[name]) != entry["digest"]:
            file = _file(name, entry)
            raise StoreError(f"damaged: {file} differs from its digest in the manifest; {again}", path)
    if check is not None:
        try:
            check(arrays, manifest["notes"])
        except (ValueError, KeyError, TypeError) as error:
            raise StoreError(f"damaged: {error}; {again}", path) from error


def content(array: NDArray[Any]) -> str:
    """Return 16 hex digits that identify the numbers of an array as they are stored, whatever its shape.

    >>> content(np.array([1, 2], "<i4")) == content(np.array([1, 2], ">i4"))
    True
    """
    little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
    return hashlib.sha256(little.data if little.size else b"").hexdigest()[:16]


EMPTY = hashlib.sha256().hexdigest()[:16]


def shaped(arrays: Arrays, name: str, kind: str, shape: tuple[int, ...]) -> None:
    """Raise ValueError unless an array has this type and shape."""
    array = arrays[name]
    if array.dtype.str != kind or array.shape != shape:
        raise ValueError(f"{name} should be {kind} {shape}, is {array.dtype.str} {array.shape}")


def size_of(entry: Mapping[str, Any]) -> int:
    """Return how many bytes the numbers of an array take."""
    return int(np.dtype(entry["type"]).itemsize * math.prod(entry["shape"]))


def _identity(kind: str, version: int, entries: Mapping[str, Any], notes: Mapping[str, Any]) -> str:
    text = json.dumps([kind, version, entries, notes], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _known(name: str, entry: Mapping[str, Any]) -> bool:
    file = _file(name, entry)
    shape = entry["shape"]
    sizes = all(isinstance(n, int) and n >= 0 for n in shape)
    return entry["type"] in TYPES and bool(shape) and sizes and Path(file).name == file


def _file(name: str, entry: Mapping[str, Any]) -> str:
    return str(entry.get("file", f"{name}.bin"))


def _hashed(folder: Path, name: str, entry: Mapping[str, Any]) -> dict[str, str]:
    """Return the digest of an array and, where its file begins with a header, of that."""
    file = folder / _file(name, entry)
    head = _head(file, entry)
    with file.open("rb") as opened:
        opened.seek(len(head))
        found = {"digest": hashlib.file_digest(opened, "sha256").hexdigest()[:16]}
    return {**found, "head": hashlib.sha256(head).hexdigest()[:16]} if head else found


def _head(file: Path, entry: Mapping[str, Any]) -> bytes:
    """Return what stands before the numbers: the header of an ``.npy`` file."""
    length = file.stat().st_size - size_of(entry)
    with file.open("rb") as opened:
        return opened.read(max(0, length))


def _mapped(path: Path, name: str, entry: Mapping[str, Any], again: str) -> NDArray[Any]:
    file, size = path / _file(name, entry), size_of(entry)
    kind, shape = np.dtype(entry["type"]), tuple(entry["shape"])
    held = file.stat().st_size if file.is_file() else None
    head = (held or 0) - size
    if held is None or head < 0 or (head and "head" not in entry) or head % kind.itemsize:
        found = "no" if held is None else held
        raise StoreError(f"truncated: {file.name} should have {size} bytes, has {found}; {again}", path)
    if not size:
        return np.zeros(shape, kind)
    try:
        return np.memmap(file, kind, "r", head, shape).view(np.ndarray)
    except (OSError, ValueError) as error:
        raise StoreError(f"damaged: {file.name} cannot be read; {again}", path) from error


def _stamps(files: list[Path]) -> list[list[int]]:
    try:
        return [stamp(file) for file in files]
    except OSError:  # which one is missing is said when it is mapped
        return []
