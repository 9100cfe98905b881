"""Rendered articles in a folder, a tar file (however compressed) or a zip archive, some at a time."""

from __future__ import annotations

import tarfile
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from lydite.core.errors import InputError, LyditeError
from lydite.core.io import opening
from lydite.core.io.decoding import ensure_within
from lydite.knowledge.wikipedia.dumps.rendered import SUBJECTS

if TYPE_CHECKING:
    from collections.abc import Iterator

UNIT = 8 << 20  # bytes of HTML in one unit
RECORD = 512  # bytes that a tar file is made of; the last is empty
_ENDS = (".htm", ".html")

__all__ = ["SUBJECTS", "archive_units", "has_subjects", "is_archive", "size"]


def is_archive(path: Path) -> bool:
    """Whether this may hold rendered articles."""
    if path.is_dir() or (path.is_file() and zipfile.is_zipfile(path)):  # a device may have no end
        return True
    head = opening.beginning(path, RECORD)
    if str(path) == "-" and (head.startswith(b"PK\3\4") or head[257:262] == b"ustar"):
        raise InputError("an archive of articles is read more than once; save it to a file first", path)
    return ".tar" in path.suffixes or head[257:262] == b"ustar"


def size(path: Path) -> int:
    """Return the bytes of an archive, or of all articles of a folder."""
    if path.is_dir():
        return sum(p.stat().st_size for p in _files(path))
    return path.stat().st_size


def has_subjects(path: Path) -> bool:
    """Whether articles say "Related subjects" (Schools selection); then pages without are none."""
    for number, (_, raw, _) in enumerate(_articles(path)):
        if SUBJECTS.encode() in raw:
            return True
        if number >= 200:
            return False
    return False


def archive_units(path: Path) -> Iterator[tuple[list[tuple[str, bytes]], int]]:
    """Yield lists of (name, content), and how many bytes are reached with each."""
    held: list[tuple[str, bytes]] = []
    length, reached, any_yet = 0, 0, False
    for name, raw, reached in _articles(path):
        any_yet = True
        held.append((name, raw))
        length += len(raw)
        if length >= UNIT:
            yield held, reached
            held, length = [], 0
    if held:
        yield held, reached
    if not any_yet:
        raise InputError("holds no .htm or .html file", path)


def _files(path: Path) -> list[Path]:
    return sorted(p for p in path.rglob("*") if p.suffix.lower() in _ENDS and p.is_file())


def _articles(path: Path) -> Iterator[tuple[str, bytes, int]]:
    """Yield name, content and bytes reached of each article, in the archive's order (folders: by name)."""
    try:
        if path.is_dir():
            reached = 0
            for file in _files(path):
                reached += file.stat().st_size
                yield file.relative_to(path).as_posix(), opening.read_bytes(file), reached
        elif path.is_file() and zipfile.is_zipfile(path):
            yield from _zip(path)
        else:
            yield from _tar(path)
    except (LyditeError, MemoryError):
        raise
    except Exception as error:  # each library has its own class for damaged data
        raise InputError(f"cannot be read as an archive: {error}", path) from error


def _zip(path: Path) -> Iterator[tuple[str, bytes, int]]:
    """Yield the articles of a zip archive; refuse one whose directory does not agree with the rest of it."""
    with opening.open_raw(path) as file, zipfile.ZipFile(file) as packed:
        listed = packed.infolist()
        count = _counted(file)
        if count is not None and len(listed) % 65_536 != count % 65_536:
            raise zipfile.BadZipFile(f"it says that it holds {count:,} files, and lists {len(listed):,}")
        for entry in listed:
            if entry.filename.lower().endswith(_ENDS):
                ensure_within(entry.file_size, "member", f"{path}, {entry.filename}")
                yield (
                    entry.filename,
                    opening.read_member(packed, entry),
                    entry.header_offset + entry.compress_size,
                )
            else:
                with suppress(RuntimeError):  # unread, it may be packed in any way
                    packed.open(entry).close()  # this compares its name with the one at its beginning


def _counted(file: IO[bytes]) -> int | None:
    """Return how many files a zip archive says that it holds, for old ones modulo 65,536."""
    file.seek(max(0, file.seek(0, 2) - 65_557))  # the last record and the longest comment
    tail = file.read()
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) < at + 12:
        return None
    count = int.from_bytes(tail[at + 10 : at + 12], "little")
    if count < 65_535:
        return count
    large = tail.rfind(b"PK\6\6", 0, at)  # zip64
    return int.from_bytes(tail[large + 32 : large + 40], "little") if large >= 0 else None


def _tar(path: Path) -> Iterator[tuple[str, bytes, int]]:
    """Yield the articles of a tar file; refuse one that is cut, which tarfile takes for a short one."""
    with (
        opening.binary(path) as stream,
        tarfile.open(fileobj=cast("IO[bytes]", stream), mode="r|") as packed,
    ):
        for member in packed:
            if member.isfile() and member.name.lower().endswith(_ENDS):
                ensure_within(member.size, "member", f"{path}, {member.name}")
                content = packed.extractfile(member)
                yield member.name, content.read() if content else b"", stream.reached
        while stream.read(1 << 20):
            pass
        if stream.tell() < packed.offset + RECORD:  # where the next header would be
            raise EOFError("it is cut")
