"""Files that are read or kept: paths of users, errors of reading, the cache folder."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.core.errors import InputError, OutputError
from lydite.core.io.writing import writing

if TYPE_CHECKING:
    from collections.abc import Iterator


def cache_folder() -> Path | None:
    """Return a folder for things that can be made again, or None where nothing can be written.

    ``LYDITE_CACHE`` names another; the default is ``$XDG_CACHE_HOME/lydite`` or ``~/.cache/lydite``.
    """
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111
    folder = Path(os.environ.get("LYDITE_CACHE") or Path(home) / "lydite")
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder if folder.is_dir() and os.access(folder, os.W_OK) else None


def user_path(path: str | Path) -> Path:
    """Return a path with ``~`` expanded; InputError where there is no such user."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise InputError("there is no such user", path) from error


@contextlib.contextmanager
def reading_errors(
    path: str | Path,
    what: str = "cannot be read",
    kind: type[InputError] = InputError,
    also: tuple[type[Exception], ...] = (),
) -> Iterator[None]:
    """Turn errors of reading and parsing, and others if so said, into an InputError, or one of its kinds."""
    try:
        yield
    except (OSError, ValueError, OverflowError) + also as error:  # noqa: RUF005, mypy knows no other way
        if isinstance(error, InputError):
            raise
        raise kind(f"{what}: {getattr(error, 'strerror', None) or error}", path) from error


def contents(path: str | Path) -> bytes:
    """Return the bytes of a small file as they are; InputError where it cannot be read."""
    with reading_errors(path):
        if Path(path).is_char_device():
            raise OSError("is a device, no file")  # that of zeros has no end
        return Path(path).read_bytes()


def write_cache(path: Path, text: str) -> None:
    """Write what can be made again, where anything can be written there."""
    with contextlib.suppress(OSError, OutputError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with writing(path) as out:
            out.write(text)


def remove_old(folder: Path, mark: str, age: float) -> None:
    """Remove the folders in a folder whose file of a name is older than so many seconds."""
    import shutil

    for inside in folder.iterdir():
        with contextlib.suppress(OSError):
            if (inside / mark).is_file() and time.time() - (inside / mark).stat().st_mtime > age:
                shutil.rmtree(inside)
