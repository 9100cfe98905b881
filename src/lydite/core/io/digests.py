"""Digests that identify what files contain; those of large files are remembered."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.io.files import cache_folder, reading_errors, write_cache

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_LARGE = 1_000_000  # bytes from which hashing is worth remembering
_TICK, _COARSE_TICK = 50_000_000, 2_000_000_000  # ns between two stamps of a clock; FAT counts in 2 s


def digest_of(data: bytes | memoryview) -> str:
    """Return 16 hex digits that identify some bytes."""
    import hashlib

    return hashlib.sha256(data).hexdigest()[:16]


def digest_of_rest(file: IO[bytes]) -> str:
    """Return the same of what an open file has from here on."""
    import hashlib

    return hashlib.file_digest(file, "sha256").hexdigest()[:16]  # type: ignore[arg-type]  # it is open to be read


def digest(path: str | Path) -> str:
    """Return 16 hex digits that identify the content of a file, of a store by its manifest, or of a folder.

    Remembered by :func:`stamp` for files over 1 MB.
    """
    path = Path(path)
    if str(path) == "-" or path.is_fifo() or path.is_char_device():
        raise InputError("a source is read more than once, and this cannot be; give a file", path)
    if (path / "manifest.json").is_file():
        path /= "manifest.json"
    if path.is_dir():
        inside = sorted(f for f in path.rglob("*") if f.is_file() and not f.name.startswith("."))
        listed = "".join(f"{f.relative_to(path).as_posix()}\0{digest(f)}\n" for f in inside)
        return digest_of(listed.encode("utf-8", "surrogateescape"))
    with reading_errors(path):
        stamps = [stamp(path)]
        known = recall_digest(path, stamps)
        if known is not None:
            return known
        with path.open("rb") as file:
            identity = digest_of_rest(file)
        if [stamp(path)] == stamps:
            remember_digest(path, stamps, identity)
    return identity


def stamp(path: Path) -> list[int]:
    """Return what differs once a file was changed: its size, both its times, and which file it is.

    A file so young that it may change again within one tick of the clock has another stamp each time.
    """
    status = path.stat()
    mark = [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]
    # any program can set the time of modification, none that of the change; Windows has no such thing
    changed = status.st_mtime_ns if sys.platform == "win32" else status.st_ctime_ns
    now = time.time_ns()
    settled = now - changed > (_TICK if changed % 1_000_000_000 else _COARSE_TICK)
    return mark if settled else [*mark, now]


def all_stamps(paths: Iterable[Path]) -> list[list[int]]:
    """Return the stamps of files; none where one of them is missing."""
    with contextlib.suppress(OSError):
        return [stamp(path) for path in paths]
    return []


def recall_digest(path: Path, stamps: Sequence[Sequence[int]]) -> str | None:
    """Return the digest that was remembered of a file or store, None where any of its stamps has changed."""
    import json

    note = _note(path, stamps)
    if note is not None and note.is_file():
        with contextlib.suppress(ValueError, KeyError, TypeError, OSError):
            seen = json.loads(note.read_text())
            if seen["stamps"] == stamps:
                return str(seen["digest"])
    return None


def remember_digest(path: Path, stamps: Sequence[Sequence[int]], digest: str) -> None:
    """Keep the digest of what had these stamps before it was read and has them still, where it is large."""
    import json

    note = _note(path, stamps)
    if note is not None:
        write_cache(note, json.dumps({"stamps": stamps, "digest": digest}))


def _note(path: Path, stamps: Sequence[Sequence[int]]) -> Path | None:
    if sum(mark[0] for mark in stamps) <= _LARGE:
        return None
    cache = cache_folder()
    name = digest_of(os.path.realpath(path).encode("utf-8", "surrogateescape"))
    return cache / "digests" / name if cache else None
