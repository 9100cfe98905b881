"""Writing a file or folder completely or not at all; files that appear together, once all is well."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from contextvars import ContextVar
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from lydite.core.errors import LyditeError, OutputError, written_address
from lydite.core.io.locks import lock_file, try_lock
from lydite.core.io.remote import ensure_bucket, sending

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import TracebackType

PART = ".part"  # ends the name of what is being written
_NO_ROOM = (errno.EFBIG, errno.ENOSPC, errno.EDQUOT)
_KEEPER: ContextVar[Together | None] = ContextVar("_KEEPER", default=None)


@contextlib.contextmanager
def writing(path: str | Path, mode: str = "w") -> Iterator[IO[Any]]:
    """Open a temporary file beside ``path`` and rename it when all went well.

    An error or Ctrl-C leaves what was there before, and no half-written file. The new one has the mode of
    what was there, and its owner and group where this user may give them; else the group may do nothing.
    A link keeps pointing where it did; what is no file (``/dev/stdout``, a pipe) is written to as it stands,
    never replaced. What goes to an address (``s3://…``) is sent when it is whole. What a command was told to
    write appears when the command ends (:class:`Together`).
    """
    with contextlib.ExitStack() as own:
        file = own.enter_context(_writing(path, mode))
        yield file
        if (keeper := _KEEPER.get()) is not None and keeper.has(path):
            if not file.closed:
                file.flush()  # a full disk is told here
            keeper.keep(own.pop_all())


@contextlib.contextmanager
def _writing(path: str | Path, mode: str) -> Iterator[IO[Any]]:
    if (address := written_address(path)) is not None:
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
        path = Path(os.path.realpath(path))
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

    start, tries = f".{path.name}.", 5
    for left in path.parent.iterdir() if sys.platform != "win32" else ():
        if left.name.startswith(start) and left.name.endswith(PART):
            with contextlib.suppress(OSError), left.open("rb") as file:
                if try_lock(file):
                    left.unlink()
    while True:
        handle, name = tempfile.mkstemp(prefix=start, suffix=PART, dir=path.parent)
        with contextlib.suppress(OSError):
            if lock_file(handle) and os.path.samestat(os.fstat(handle), os.stat(name)):  # noqa: PTH116
                return handle, Path(name)
        tries -= 1
        if not tries:  # not every disk has locks
            return handle, Path(name)
        os.close(handle)
        Path(name).unlink(missing_ok=True)


@contextlib.contextmanager
def writable(path: str | Path, what: str = "cannot write there") -> Iterator[None]:
    """Tell in one line that something cannot be written; of a part of it, that the whole cannot be."""
    if str(path) == "-":
        raise OutputError("-: only answers go to standard output; name a file or folder")
    try:
        yield
    except OSError as error:
        if (told := blame(error, Path(path), what)) is error:
            raise
        raise told from error


def ensure_writable(path: str | Path) -> None:
    """Raise now what :func:`writing` would raise after the work: no such folder, or not a writable one."""
    if (address := written_address(path)) is not None:
        ensure_bucket(address)
        return
    with writable(path):
        there = Path(path)
        real = Path(os.path.realpath(there))
        folder = real.parent
        if there.is_dir():
            wrong = errno.EISDIR
        elif real.is_symlink():  # one that leads to itself
            wrong = errno.ELOOP
        elif there.is_file() and any(is_standard(there, number) for number in (1, 2)):
            raise OutputError(f"{path}: what the command says goes there already; name another file")
        elif there.exists() and not there.is_file():
            wrong = 0 if os.access(there, os.W_OK) else errno.EACCES
        elif not folder.is_dir():
            wrong = errno.ENOTDIR if folder.exists() else errno.ENOENT
        else:
            wrong = 0 if os.access(folder, os.W_OK | os.X_OK) else errno.EACCES
        if wrong:
            raise OSError(wrong, os.strerror(wrong))


def is_standard(path: Path, number: int) -> bool:
    """Whether a path is what standard output (1) or error (2) of this process writes to."""
    with contextlib.suppress(OSError):
        return os.path.samestat(path.stat(), os.fstat(number))
    return False


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
    import shutil
    import tempfile

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


class _Discard(Exception):  # noqa: N818 # ends what was written, and is caught there
    """Tells files that they are not to appear."""


class Together(contextlib.AbstractContextManager["Together"]):
    """While it lasts, files of these names are written beside their places, and renamed at its end.

    A refusal discards them. What ends otherwise (Ctrl-C, a full disk, a pipe whose reader went away, a
    mistake, no memory for intervals, one of them that cannot appear) keeps those that were whole by then:
    hours of scoring are not lost.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._names = {str(path) for path in paths}
        self._whole: list[contextlib.ExitStack] = []

    def __enter__(self) -> Self:
        self._before = _KEEPER.set(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _KEEPER.reset(self._before)
        refused = isinstance(error, LyditeError) and not isinstance(error, OutputError)
        discarded = (_Discard, _Discard(), None) if refused else (None, None, None)
        with contextlib.ExitStack() as every:  # one that cannot appear is told when the others have
            for one in reversed(self._whole):
                every.callback(one.__exit__, *discarded)

    def has(self, path: str | Path) -> bool:
        """Whether a file of this name waits for the end."""
        return str(Path(path)) in self._names

    def keep(self, written: contextlib.ExitStack) -> None:
        """Take a file that is whole; it appears when its context is left."""
        self._whole.append(written)
