"""Making a store: written in a folder beside its place, which it takes when all went well; whole or absent.

That folder holds a lock while it is written. What is left of one that was killed is removed by the next who
writes a store there: no lock of his keeps him out. A store that is replaced is moved into that folder first,
and goes when the new one stands; where both were not to be, the old one is put back. Before it goes it is
renamed: what is left of it where that is stopped is never put back.
"""

from __future__ import annotations

import contextlib
import errno
import json
import shutil
import tempfile
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

import numpy as np

from lydite.core.io.digests import digest_of, digest_of_rest
from lydite.core.io.locks import LOCK, holds, locked, try_lock
from lydite.core.io.writing import PART, writable, writing
from lydite.core.store.array_files import save_array
from lydite.core.store.places import ensure_store_place
from lydite.core.store.store import MANIFEST, OLD, TYPES, file_of, head_of, identity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lydite.core.array_types import AnyArray

NEW, _PACKED, _GONE = "store", "packed", "gone"
_TRIES = 100
_TAKEN = (errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST)  # another writer was faster: his is the old one now
_DAY = 86_400  # seconds after which a folder without a lock is nobody's


def save(
    path: str | Path,
    kind: str,
    version: int,
    arrays: Mapping[str, AnyArray],
    notes: Mapping[str, Any] | None = None,
) -> None:
    """Write a store: a folder, or a packed file where the name ends in ``.zip``."""
    with Draft(path) as draft:
        for name, array in sorted(arrays.items()):
            draft.write(name, array)
        draft.finish(kind, version, notes or {})


class Draft:
    """A store that is being written beside its place."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.packed = self.path.suffix == ".zip"
        self.entries: dict[str, Any] = {}

    def __enter__(self) -> Self:
        if not self.packed:
            ensure_store_place(self.path)
        with writable(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _clear(self.path)
            self.work = self._begin()
            try:
                self.folder.mkdir(mode=0o755)
            except BaseException:
                shutil.rmtree(self.work, ignore_errors=True)
                raise
        return self

    def __exit__(self, *_: object) -> None:
        _empty(self.work)
        self._lock.close()
        shutil.rmtree(self.work, ignore_errors=True)

    def _begin(self, tries: int = 20) -> Path:
        """Make the folder and lock it; until it is locked it may be taken for a leftover, and removed."""
        place = Path(tempfile.mkdtemp(prefix=f".{self.path.name}.", suffix=PART, dir=self.path.parent))
        try:
            self._lock: IO[Any] = (place / LOCK).open("a")
            if holds(self._lock, place / LOCK) or not tries:
                return place
            self._lock.close()
        except FileNotFoundError:
            if not tries:
                raise
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            raise
        shutil.rmtree(place, ignore_errors=True)
        return self._begin(tries - 1)

    @property
    def folder(self) -> Path:
        """The folder that is being filled."""
        return self.work / NEW

    def write(self, name: str, array: AnyArray, file: str | None = None) -> None:
        """Write an array: plain numbers, or with a header where ``file`` is one that ends in ``.npy``."""
        little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        if little.dtype.str not in TYPES:
            raise TypeError(f"array {name} of type {array.dtype} cannot be stored")
        with writable(self.path):
            save_array(self.folder / (file or f"{name}.bin"), little, header=file is not None)
        self.describe(name, little, file)

    def describe(self, name: str, array: AnyArray, file: str | None = None) -> None:
        """Name an array that is written already."""
        self.entries[name] = array_entry(array, file)

    def finish(self, kind: str, version: int, notes: Mapping[str, Any]) -> None:
        """Write the manifest, then take the place."""
        with writable(self.path):
            seal(self.folder, kind, version, self.entries, notes)
            if self.packed:
                _pack(self.folder, self.work / _PACKED)
                (self.work / _PACKED).replace(self.path)
            else:
                publish(self.work, self.path)


@contextlib.contextmanager
def building(path: Path) -> Iterator[Path]:
    """Keep a place for one build, and give its folder beside it; others are refused while this one lives.

    What is in that folder when the build ends stays for the next one; an empty one is removed.
    """
    ensure_store_place(path)
    folder = path.parent / f".{path.name}.building"
    with contextlib.ExitStack() as held:
        with writable(path):
            held.enter_context(locked(folder, path))
        with writable(path, "cannot be built there"):
            yield folder


def publish(work: Path, path: Path) -> None:
    """Put the finished store of a folder in its place; what was there goes when that is done.

    To call it again finishes what was stopped in here, at whatever point.
    """
    new, old = work / NEW, work / OLD
    tries = _TRIES
    while new.exists():
        try:
            if path.exists():
                _discard_old(work)
                path.rename(old)
            new.rename(path)
        except BaseException as error:
            tries -= 1
            if tries and isinstance(error, OSError) and error.errno in _TAKEN:
                continue
            put_back(work, path)
            raise
    _discard_old(work)


def _discard_old(work: Path) -> None:
    """Remove the store that was replaced; it is renamed first, for half of it must not be put back.

    What cannot be removed stays, to be no reason to refuse a store that stands in its place already.
    """
    for _ in range(2):
        shutil.rmtree(work / _GONE, ignore_errors=True)
        with contextlib.suppress(OSError):
            (work / OLD).rename(work / _GONE)


def put_back(work: Path, path: Path) -> None:
    """Put back the store that was to be replaced, where none has taken its place."""
    if (work / OLD).exists() and not path.exists():
        (work / OLD).rename(path)


def _clear(path: Path) -> None:
    """Remove what others began and were killed, for stores of any name, and put back what they had moved."""
    for left in sorted(path.parent.glob(f".*{PART}"), key=_moved, reverse=True):  # the last one is put back
        name = left.name.removesuffix(PART)[1:].rpartition(".")[0]
        place = path.parent / name
        with contextlib.suppress(OSError):
            if name == path.name:
                with contextlib.suppress(OSError):
                    left.rmdir()  # where it is empty, killed before it had a lock
            own = name == path.name or (left / LOCK).is_file()
            if name and own and left.is_dir():
                with _nobodys(left) as free:
                    if free and not place.exists():
                        with contextlib.suppress(OSError):  # none, or another writer's stands there now
                            (left / OLD).rename(place)
                    if free := free and (place.exists() or not (left / OLD).exists()):
                        _empty(left)
                        shutil.rmtree(left, ignore_errors=True)
                if free:  # Windows removes no lock that is open
                    shutil.rmtree(left, ignore_errors=True)


def _moved(folder: Path) -> int:
    """Return when the old store of a folder was moved there; 0 where there is none."""
    with contextlib.suppress(OSError):
        return (folder / OLD).stat().st_ctime_ns
    return 0


def _empty(folder: Path) -> None:
    """Remove all but the lock, which goes last: what is left where this is killed is known for nobody's."""
    _discard_old(folder)
    shutil.rmtree(folder / NEW, ignore_errors=True)
    with contextlib.suppress(OSError):
        (folder / _PACKED).unlink(missing_ok=True)


@contextlib.contextmanager
def _nobodys(folder: Path) -> Iterator[bool]:
    """Say whether nobody held the lock of a folder, which is held now; without one, whether it is old."""
    try:
        lock = (folder / LOCK).open("r+")
    except FileNotFoundError:
        yield time.time() - folder.stat().st_mtime > _DAY
        return
    with lock:
        yield try_lock(lock)


def array_entry(array: AnyArray, file: str | None = None) -> dict[str, Any]:
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
        digests = {"digest": digest_of_rest(opened)}
    return {**digests, "head": digest_of(head)} if head else digests


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


def _encode(array: AnyArray, code: str) -> bytes:
    """Return the bytes of an array, or of its differences, first all lowest bytes, then all next ones."""
    if code == "delta" and array.dtype.kind in "iu":
        array = np.diff(array, prepend=array.dtype.type(0))
    return array.view(np.uint8).reshape(-1, array.dtype.itemsize).T.tobytes()
