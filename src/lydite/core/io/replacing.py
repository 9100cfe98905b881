"""What takes the place of a file or folder: who may read it, and which other files belong to it."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.core.errors import OutputError
from lydite.core.io.files import writable

if TYPE_CHECKING:
    from collections.abc import Iterator

_NO_ROOM = (errno.EFBIG, errno.ENOSPC, errno.EDQUOT)


def mode_like(path: Path, part: Path) -> int:
    """Give a file the owner and group of another as far as may be; return the mode it is to have."""
    old, new = path.stat(), part.stat()
    mode = old.st_mode & 0o777
    if sys.platform == "win32" or (old.st_uid, old.st_gid) == (new.st_uid, new.st_gid):
        return mode
    for owner in (old.st_uid, -1):
        with contextlib.suppress(OSError):
            os.chown(part, owner, old.st_gid)
            return mode
    return mode if new.st_gid == old.st_gid else mode & ~0o070


def blame(error: OSError, path: Path, what: str) -> OutputError:
    """Return what to say of a path that is not written: why, and of which file where that is another.

    Of the parts of it that the whole is not written; where a file is copied and there is no room for it, not
    that the one that is read is too large.
    """
    if isinstance(error, OutputError):
        if not error.place or is_elsewhere(error.place, path):
            return error
        why = error.why
    else:
        file = error.filename2 if error.errno in _NO_ROOM and error.filename2 else error.filename
        if is_elsewhere(file, path):
            return OutputError(f"{file}: {error.strerror} ({path} is not written)")
        why = error.strerror or str(error)
    told = OutputError(f"{path}: {what}: {why}")
    told.place, told.why = str(path), why
    return told


def is_elsewhere(file: Any, path: Path) -> bool:
    """Whether a file has nothing to do with what is written: not in it, above it, or its temporary."""
    if not isinstance(file, str | os.PathLike):
        return False
    for place in (path.absolute(), Path(os.path.realpath(path))):
        other = Path(file).absolute()
        beside = other.relative_to(place.parent).parts[:1] if other.is_relative_to(place.parent) else ()
        temporary = bool(beside) and beside[0].startswith(f".{place.name}.")
        if temporary or other.is_relative_to(place) or place.is_relative_to(other):
            return False
    return True


def ensure_new(folder: Path) -> None:
    """Refuse a folder that is there already."""
    if folder.exists() or folder.is_symlink():
        raise OutputError(f"{folder}: is there already; name a new folder, or remove it")


@contextlib.contextmanager
def new_folder(path: str | Path) -> Iterator[Path]:
    """Make a folder beside its place, and rename it when all went well; there may be none of its name."""
    path = Path(path)
    ensure_new(path)
    with writable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        place = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
        try:
            yield place
            place.chmod(0o777 & ~umask())
            place.rename(path)
        finally:
            shutil.rmtree(place, ignore_errors=True)


def ensure_folder(path: str | Path) -> None:
    """Raise now what making a folder, and those above it, would raise after the work."""
    place = Path(path).absolute()
    with writable(path):
        there = next(p for p in (place, *place.parents) if p.exists())
        if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
            wrong = errno.EACCES if there.is_dir() else errno.ENOTDIR
            raise OSError(wrong, os.strerror(wrong))


def umask() -> int:
    """Return what new files may not have."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
