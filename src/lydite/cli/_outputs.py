"""What commands write is looked at before the work, and is never what they read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping


def new_folder(path: Path | None) -> Path | None:
    """Stop before the work where a new folder could not be made."""
    if path is not None:
        from lydite.files import ensure_folder, ensure_new

        ensure_new(path)
        ensure_folder(path)
    return path


def keep_inputs(given: Mapping[str, object], outputs: Collection[str]) -> None:
    """Refuse arguments by whose names files are written that the other arguments say to read.

    Files are given as they are or as ``name=path``; devices and pipes may well be both.
    """
    read = [path for name, value in given.items() if name not in outputs for path in _paths(value)]
    for name in outputs:
        keep_files(_paths(given.get(name)), read)


def keep_files(written: Iterable[Path], read: Iterable[Path]) -> None:
    """Refuse to write over files that are read."""
    from lydite.errors import OutputError

    inputs = [one for one in read if _is_file(one)]
    for path in written:
        if _is_file(path) and any(one.samefile(path) for one in inputs):
            raise OutputError(f"{path}: is read here, and would be overwritten; name another file")


def _is_file(path: Path) -> bool:
    return os.path.isfile(path)  # noqa: PTH113  # which takes any text, however long


def _paths(value: object) -> Iterator[Path]:
    """Yield what may be paths among the values of an argument."""
    for one in value if isinstance(value, list | tuple) else [value]:
        if isinstance(one, Path):
            yield one
        elif isinstance(one, str):
            yield from (Path(text) for text in {one, one.partition("=")[2]} if text)
