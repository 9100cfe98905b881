"""An opened store: arrays in a versioned folder with a manifest, memory-mapped.

A store is a folder of plain little-endian arrays beside ``manifest.json``, which names the kind and version
of the store, each array with its type, shape and digest, and whatever its maker wants to remember. The same
files in one zip archive are a packed store: what the package embeds. Nothing is believed before it was
compared with the manifest, nor this before with its own digest; stamps of files remember it.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import importlib
import json
import math
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, StoreError, did_you_mean
from lydite.core.io.digests import all_stamps, recall_digest, remember_digest
from lydite.core.io.files import contents, reading_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from zipfile import ZipFile

    from lydite.core.array_types import AnyArray

    Arrays = Mapping[str, AnyArray]
    Check = Callable[[Arrays, Mapping[str, Any]], None] | str

MANIFEST = "manifest.json"
OLD = "old"  # in the folder of a build: the store that it replaces
TYPES = ("|u1", "<u2", "<u4", "<u8", "<i4", "<i8", "<f4", "<f8")
AGAIN = "build it again"
_TRIES = 5  # several builds may move stores between two looks
_DAMAGED = (ValueError, KeyError, TypeError, RuntimeError)  # what odd manifests raise, and odd archives
_LONGEST = 64 << 20  # bytes of a manifest
_WAITS = 100  # of 10 ms: a writer between its two renames may have to wait for a processor


@dataclass(frozen=True)
class Store:
    """An opened store: arrays by name, notes of its maker, digests of all of it and of each array."""

    kind: str
    arrays: Mapping[str, AnyArray]
    notes: Mapping[str, Any] = field(default_factory=dict)
    digest: str = ""
    digests: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> AnyArray:
        return self.arrays[name]


def open_store(
    path: str | Path, kind: str, version: int, check: Check | None = None, again: str = AGAIN
) -> Store:
    """Open a store that is what its manifest says, by kind, version, sizes and digests.

    ``check`` (or that of a module, which is imported when something is to be checked) is given arrays and
    notes, and raises ValueError where they do not belong together; ``again`` says how such a store is made.
    """
    path = Path(path)
    if path.is_file():
        return _unpack(path, kind, version, check, again)
    if str(path) == "-":
        raise StoreError("a store is a folder, and cannot come from here", path)
    if not any(path.is_dir() or _is_moving(path) for _ in range(_TRIES)):
        raise StoreError(f"no such store; {_advice(kind, again)}", path)
    found = folder_number(path), manifest_text(path, kind, again)
    for _ in range(_TRIES):
        try:
            manifest = _parsed(found[1], path, kind, version, again)
            return _store(manifest, _open_arrays(path, manifest, check, again))
        except StoreError:
            before, found = found, (folder_number(path), manifest_text(path, kind, again))
            if found == before:
                raise  # and not because a build has replaced it meanwhile, perhaps by the same
    raise StoreError("is being replaced all the time; wait for the builds that do so", path)


def read_manifest(path: Path, kind: str, version: int, again: str = AGAIN) -> dict[str, Any]:
    """Return what a store says about itself, which its arrays were not compared with."""
    return _parsed(manifest_text(path, kind, again), path, kind, version, again)


def content(array: AnyArray) -> str:
    """Return 16 hex digits that identify the numbers of an array as they are stored, whatever its shape.

    >>> content(np.array([1, 2], "<i4")) == content(np.array([1, 2], ">i4"))
    True
    """
    little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
    return hashlib.sha256(little.data if little.size else b"").hexdigest()[:16]


def check_array(arrays: Arrays, name: str, kind: str, shape: tuple[int, ...]) -> None:
    """Raise ValueError unless an array has this type and shape."""
    array = arrays[name]
    if array.dtype.str != kind or array.shape != shape:
        raise ValueError(f"{name} should be {kind} {shape}, is {array.dtype.str} {array.shape}")


def size_of(entry: Mapping[str, Any]) -> int:
    """Return how many bytes the numbers of an array take."""
    return int(np.dtype(entry["type"]).itemsize * math.prod(entry["shape"]))


def identity(kind: str, version: int, entries: Mapping[str, Any], notes: Mapping[str, Any]) -> str:
    """Return 16 hex digits that identify all that a manifest says."""
    text = json.dumps([kind, version, entries, notes], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _known(name: str, entry: Mapping[str, Any]) -> bool:
    file = file_of(name, entry)
    sizes = all(isinstance(n, int) and n >= 0 for n in entry["shape"])
    named = isinstance(entry["digest"], str) and Path(file).name == file
    return entry["type"] in TYPES and bool(entry["shape"]) and sizes and named


def file_of(name: str, entry: Mapping[str, Any]) -> str:
    """Return the file of an array."""
    return str(entry.get("file", f"{name}.bin"))


def _store(manifest: Mapping[str, Any], arrays: Mapping[str, AnyArray]) -> Store:
    digests = {name: entry["digest"] for name, entry in manifest["arrays"].items()}
    return Store(manifest["kind"], arrays, manifest["notes"], manifest["digest"], digests)


def folder_number(path: Path) -> int | None:
    """Return the number of what is in a place, another where a build has replaced it; None for nothing."""
    with contextlib.suppress(FileNotFoundError):
        return path.stat().st_ino
    return None


def manifest_text(path: Path, kind: str, again: str = AGAIN) -> bytes:
    """Return what the store of a folder says about itself; wait where a build is just replacing it."""
    why = ""
    for _ in range(_WAITS):
        try:
            return contents(path / MANIFEST)
        except InputError as error:
            missing = isinstance(error.__cause__, (FileNotFoundError, NotADirectoryError))
            why = "" if missing else f" ({getattr(error.__cause__, 'strerror', None)})"
            if why or not any(_is_moving(path) or (path / MANIFEST).is_file() for _ in range(_TRIES)):
                break
            time.sleep(0.01)
    raise StoreError(f"not a store of {kind}: {MANIFEST} cannot be read{why}; {_advice(kind, again)}", path)


def _advice(kind: str, again: str) -> str:
    return f"`lydite build {kind}` makes one" if again == AGAIN else again


def _is_moving(path: Path) -> bool:
    """Whether a build is putting another store in this place: the old one is gone, and not lost."""
    return any(path.parent.glob(f".{glob.escape(path.name)}.*/{OLD}"))


def _parsed(text: bytes, path: Path, kind: str, version: int, again: str = AGAIN) -> dict[str, Any]:
    """Read a manifest, refusing other kinds and versions, and one that differs from its own digest."""
    try:
        manifest: dict[str, Any] = json.loads(text)
        stored_kind, number = manifest["kind"], manifest["version"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise StoreError(f"damaged: {MANIFEST} is not a manifest; {again}", path) from error
    if stored_kind != kind:
        raise StoreError(
            f"a store of {stored_kind}, expected {kind}{did_you_mean(str(stored_kind), [kind])}", path
        )
    if number != version:
        newer = isinstance(number, int) and number > version
        advice = "a newer lydite made it; upgrade" if newer else again
        raise StoreError(f"version {number} of the format, this lydite reads {version}: {advice}", path)
    try:
        entries = manifest["arrays"]
        same = manifest["digest"] == identity(stored_kind, number, entries, manifest["notes"])
        known = isinstance(manifest["notes"], dict) and all(map(_known, entries, entries.values()))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise StoreError(f"damaged: {MANIFEST} is not a manifest; {again}", path) from error
    if not same or not known:
        raise StoreError(f"damaged: {MANIFEST} differs from its own digest; {again}", path)
    return manifest


def _open_arrays(
    path: Path, manifest: Mapping[str, Any], check: Check | None, again: str = AGAIN
) -> dict[str, AnyArray]:
    """Map the arrays of a folder; StoreError unless they are what the manifest says.

    Digests and ``check`` pass over all that is stored once; the next opening compares stamps only.
    """
    entries = manifest["arrays"]
    stamps = all_stamps(files := [path / file_of(name, entry) for name, entry in entries.items()])
    arrays = {name: _mapped(path, name, entry, again) for name, entry in entries.items()}
    if recall_digest(path, stamps) == manifest["digest"] and all_stamps(files) == stamps:
        return arrays
    _compare(arrays, manifest, path, check, again)
    with reading_errors(path, kind=StoreError):
        for file, entry in zip(files, entries.values(), strict=True):
            head = head_of(file, entry)
            if (hashlib.sha256(head).hexdigest()[:16] if head else None) != entry.get("head"):
                raise StoreError(f"damaged: {file.name} differs from its digest; {again}", path)
    if all_stamps(files) == stamps:
        remember_digest(path, stamps, manifest["digest"])
    return arrays


def _compare(
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
            file = file_of(name, entry)
            raise StoreError(f"damaged: {file} differs from its digest in the manifest; {again}", path)
    if check is not None:
        whole = importlib.import_module(check).check if isinstance(check, str) else check
        try:
            whole(arrays, manifest["notes"])
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
            raise StoreError(f"damaged: {error}; {again}", path) from error


def _mapped(path: Path, name: str, entry: Mapping[str, Any], again: str) -> AnyArray:
    file, size = path / file_of(name, entry), size_of(entry)
    kind, shape = np.dtype(entry["type"]), tuple(entry["shape"])
    held = None
    with contextlib.suppress(FileNotFoundError):
        held = file.stat().st_size if file.is_file() else None
    head = (held or 0) - size
    if held is None or head < 0 or (head and "head" not in entry) or head % kind.itemsize:
        size_there = "no" if held is None else held
        raise StoreError(f"truncated: {file.name} should have {size} bytes, has {size_there}; {again}", path)
    if not size:
        return np.zeros(shape, kind)
    with reading_errors(path, f"damaged; {again}; {file.name} cannot be read", StoreError):
        return np.memmap(file, kind, "r", head, shape).view(np.ndarray)


def head_of(file: Path, entry: Mapping[str, Any]) -> bytes:
    """Return what stands before the numbers: the header of an ``.npy`` file."""
    with file.open("rb") as opened:
        return opened.read(max(0, file.stat().st_size - size_of(entry)))


def _unpack(path: Path, kind: str, version: int, check: Check | None, again: str) -> Store:
    import zipfile
    import zlib

    from lydite.core.io.opening import ensure_unpackable, read_member

    try:
        with zipfile.ZipFile(path) as archive:
            ensure_unpackable(archive, path)
            manifest = _parsed(packed_manifest(archive), path, kind, version, again)
            arrays = {}
            for name, entry in manifest["arrays"].items():
                member = archive.getinfo(f"{name}.bin")
                if member.file_size != size_of(entry):
                    raise StoreError(f"truncated: {name}.bin; {again}", path)
                arrays[name] = _decode(read_member(archive, member), entry, manifest["packing"][name])
    except (*_DAMAGED, zipfile.BadZipFile, zlib.error, EOFError, OSError) as error:
        if isinstance(error, InputError):
            raise
        raise StoreError(f"damaged or not a packed store: {error}", path) from error
    _compare(arrays, manifest, path, check, again)
    return _store(manifest, arrays)


def packed_manifest(archive: ZipFile) -> bytes:
    """Return what a packed store says about itself."""
    from lydite.core.io.opening import read_member

    if (member := archive.getinfo(MANIFEST)).file_size > _LONGEST:
        raise ValueError(f"{MANIFEST} is too large")
    return read_member(archive, member)


def _decode(raw: bytes, entry: Mapping[str, Any], code: str) -> AnyArray:
    kind = np.dtype(entry["type"])
    array: AnyArray = np.frombuffer(raw, np.uint8).reshape(kind.itemsize, -1).T.copy().view(kind).reshape(-1)
    if code == "delta" and kind.kind in "iu":
        array = np.cumsum(array, dtype=kind)
    return array.reshape(tuple(entry["shape"]))
