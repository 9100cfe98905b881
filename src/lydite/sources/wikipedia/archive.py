"""Rendered articles in a folder, a tar (plain, gz, bz2, xz) or a zip archive, some at a time."""

from __future__ import annotations

import tarfile
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.sources.wikipedia.rendered import SUBJECTS

if TYPE_CHECKING:
    from collections.abc import Iterator

UNIT = 8 << 20  # bytes of HTML in one unit
_ENDS = (".htm", ".html")

__all__ = ["SUBJECTS", "has_subjects", "is_archive", "size", "units"]


def is_archive(path: Path) -> bool:
    """Tell whether this may hold rendered articles."""
    return (
        path.is_dir()
        or zipfile.is_zipfile(path)
        or (".tar" in path.suffixes or path.suffix in {".tgz", ".txz"})
    )


def size(path: Path) -> int:
    """Return the bytes of an archive, or of all articles of a folder."""
    if path.is_dir():
        return sum(p.stat().st_size for p in _files(path))
    return path.stat().st_size


def has_subjects(path: Path) -> bool:
    """Tell whether articles say "Related subjects" (Schools selection); then pages without are none."""
    for number, (_, raw, _) in enumerate(_articles(path)):
        if SUBJECTS.encode() in raw:
            return True
        if number >= 200:
            return False
    return False


def units(path: Path) -> Iterator[tuple[list[tuple[str, bytes]], int]]:
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
                yield file.relative_to(path).as_posix(), file.read_bytes(), reached
        elif zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as packed:
                for entry in packed.infolist():
                    if entry.filename.lower().endswith(_ENDS):
                        yield entry.filename, packed.read(entry), entry.header_offset + entry.compress_size
        else:
            yield from _tar(path)
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, OSError, zlib.error) as error:
        raise InputError(f"cannot be read as an archive: {error}", path) from error


def _tar(path: Path) -> Iterator[tuple[str, bytes, int]]:
    with path.open("rb") as raw, tarfile.open(fileobj=raw, mode="r|*") as packed:
        for member in packed:
            if member.isfile() and member.name.lower().endswith(_ENDS):
                content = packed.extractfile(member)
                yield member.name, content.read() if content else b"", raw.tell()
