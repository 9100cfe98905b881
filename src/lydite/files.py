"""Files at the edges: atomic writing, errors of reading, the cache folder."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from lydite.errors import InputError, OutputError, written_address
from lydite.together import appearing

if TYPE_CHECKING:
    from collections.abc import Iterator

PART = ".part"  # ends the name of what is being written


@appearing
@contextlib.contextmanager
def writing(path: str | Path, mode: str = "w") -> Iterator[IO[Any]]:
    """Open a temporary file beside ``path`` and rename it when all went well.

    An error or Ctrl-C leaves what was there before, and no half-written file. The new one has the mode of
    what was there, and its owner and group where this user may give them; else the group may do nothing.
    A link keeps pointing where it did; what is no file (``/dev/stdout``, a pipe) is written to as it stands,
    never replaced. What goes to an address (``s3://…``) is sent when it is whole. What a command was told to
    write appears when the command ends (:mod:`lydite.together`).
    """
    from lydite.replacing import mode_like

    if (address := written_address(path)) is not None:
        from lydite.addresses import sending

        with sending(address, mode) as file:
            yield file
        return
    path = Path(path)
    encoding, newline = (None, None) if "b" in mode else ("utf-8", "")
    errors = encoding and "backslashreplace"  # a system may be called as a file of any bytes is
    if path.exists() and not path.is_file() and not path.is_dir():
        with writable(path), path.open(mode, encoding=encoding, errors=errors, newline=newline) as file:
            yield file
        return
    ensure_writable(path)
    if path.is_symlink():
        path = path.resolve()
    with writable(path):
        handle, part = _part(path)
        try:
            with open(handle, mode, encoding=encoding, errors=errors, newline=newline) as file:  # noqa: PTH123
                yield file
                if not file.closed:
                    file.flush()
                part.chmod(mode_like(path, part) if path.exists() else 0o666 & ~umask())
                if sys.platform != "win32":  # while it is locked, so that nobody takes it for a leftover
                    part.replace(path)
            if sys.platform == "win32":  # which renames no file that is open
                part.replace(path)
        finally:
            part.unlink(missing_ok=True)


def _part(path: Path) -> tuple[int, Path]:
    """Make a file beside a path, locked while it is open; those that killed processes left are removed."""
    import tempfile

    from lydite.locks import lock_file, try_lock

    start, tries = f".{path.name}.", 5
    for left in path.parent.iterdir() if sys.platform != "win32" else ():
        if left.name.startswith(start) and left.name.endswith(PART):
            with contextlib.suppress(OSError), left.open("rb") as file:
                if try_lock(file):
                    left.unlink()
    while True:
        handle, name = tempfile.mkstemp(prefix=start, suffix=PART, dir=path.parent)
        with contextlib.suppress(OSError):
            lock_file(handle)
            if os.path.samestat(os.fstat(handle), os.stat(name)):  # noqa: PTH116
                return handle, Path(name)
        tries -= 1
        if not tries:  # not every disk has locks
            return handle, Path(name)
        os.close(handle)
        Path(name).unlink(missing_ok=True)


@contextlib.contextmanager
def writable(path: str | Path, what: str = "cannot write there") -> Iterator[None]:
    """Tell in one line that something cannot be written; of a part of it, that the whole cannot be."""
    try:
        yield
    except OSError as error:
        from lydite.replacing import blame

        if (told := blame(error, Path(path), what)) is error:
            raise
        raise told from error


def preallocate(path: Path) -> None:
    """Allocate the disk space of a mapped file: on a full disk, writing to it would end the process."""
    if not hasattr(os, "posix_fallocate"):
        return
    with path.open("r+b") as file:
        try:
            os.posix_fallocate(file.fileno(), 0, path.stat().st_size)
        except OSError as error:
            if error.errno not in (errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL):  # not every disk can do it
                raise OSError(error.errno, error.strerror, str(path)) from error


def release(array: Any) -> None:
    """Give the pages of a mapped file back: they are counted as memory until then, and can be read again.

    Not those of a copy on write, whose changes would be lost.
    """
    import mmap

    while not isinstance(array, mmap.mmap) and array is not None:
        if getattr(array, "mode", "") == "c":
            return
        array = array.obj if isinstance(array, memoryview) else getattr(array, "base", None)
    if array is not None and hasattr(array, "madvise"):
        array.madvise(mmap.MADV_DONTNEED)


def ensure_writable(path: str | Path) -> None:
    """Raise now what :func:`writing` would raise after the work: no such folder, or not a writable one."""
    if (address := written_address(path)) is not None:
        from lydite.addresses import ensure_bucket

        ensure_bucket(address)
        return
    with writable(path):
        there = Path(path)
        folder = there.resolve().parent
        if there.is_dir():
            wrong = errno.EISDIR
        elif there.exists() and not there.is_file():
            wrong = 0 if os.access(there, os.W_OK) else errno.EACCES
        elif not folder.is_dir():
            wrong = errno.ENOTDIR if folder.exists() else errno.ENOENT
        else:
            wrong = 0 if os.access(folder, os.W_OK | os.X_OK) else errno.EACCES
        if wrong:
            raise OSError(wrong, os.strerror(wrong))


def ensure_folder(path: str | Path) -> None:
    """Raise now what making a folder, and those above it, would raise after the work."""
    place = Path(path).absolute()
    with writable(path):
        there = next(p for p in (place, *place.parents) if p.exists())
        if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
            wrong = errno.EACCES if there.is_dir() else errno.ENOTDIR
            raise OSError(wrong, os.strerror(wrong))


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


def umask() -> int:
    """Return what new files may not have."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
