"""Files at the edges: atomic writing, locks, cached digests, the cache folder."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from lydite.errors import InputError, OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LOCK = ".lock"
PART = ".part"  # ends the name of what is being written
_LARGE = 1_000_000  # bytes from which hashing is worth remembering
_TICK, _COARSE_TICK = 50_000_000, 2_000_000_000  # ns between two stamps of a clock; FAT counts in 2 s


@contextlib.contextmanager
def writing(path: str | Path, mode: str = "w") -> Iterator[IO[Any]]:
    """Open a temporary file beside ``path`` and rename it when all went well.

    An error or Ctrl-C leaves what was there before, and no half-written file. A link keeps pointing where
    it did; what is no file (``/dev/stdout``, a pipe) is written to as it stands, never replaced.
    """
    path = Path(path)
    encoding, newline = (None, None) if "b" in mode else ("utf-8", "")
    if path.exists() and not path.is_file() and not path.is_dir():
        with writable(path), path.open(mode, encoding=encoding, newline=newline) as file:
            yield file
        return
    ensure_writable(path)
    if path.is_symlink():
        path = path.resolve()
    with writable(path):
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=PART, dir=path.parent)
        try:
            with open(handle, mode, encoding=encoding, newline=newline) as file:  # noqa: PTH123
                yield file
            Path(name).chmod(0o666 & ~_umask())
            Path(name).replace(path)
        finally:
            Path(name).unlink(missing_ok=True)


@contextlib.contextmanager
def writable(path: str | Path) -> Iterator[None]:
    """Tell in one line that something cannot be written."""
    try:
        yield
    except OutputError:
        raise
    except OSError as error:
        raise OutputError(f"{path}: cannot write there: {error.strerror or error}") from error


def lock_file(file: IO[Any]) -> None:
    """Lock an open file until it is closed; OSError where another process has locked it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def try_lock(file: IO[Any]) -> bool:
    """Lock an open file until it is closed, and return whether that could be done."""
    with contextlib.suppress(OSError):
        lock_file(file)
        return True
    return False


@contextlib.contextmanager
def locked(folder: Path, output: Path) -> Iterator[None]:
    """Refuse every other build of ``output`` while this process lives; the lock lies in ``folder``.

    A lock whose holder was killed keeps nobody out. In the end the lock is removed, and with it the folder
    where nothing else is in it.
    """
    with _take(folder, output) as file:
        try:
            yield
        finally:
            if not _unlink(folder / LOCK):  # Windows removes no file that is open
                file.close()
                _unlink(folder / LOCK)
            with contextlib.suppress(OSError):
                folder.rmdir()


def _take(folder: Path, output: Path) -> IO[Any]:
    for _ in range(5):
        file = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = (folder / LOCK).open("a")
            lock_file(file)
            if os.path.samestat(os.fstat(file.fileno()), (folder / LOCK).stat()):
                return file
        except FileNotFoundError:  # the build that had it has just ended and removed it
            pass
        except OSError as error:
            if file is None:
                raise OutputError(f"{output}: cannot write there: {error.strerror or error}") from error
            file.close()
            if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
                break
            raise OutputError(f"{output}: cannot be locked: {error.strerror or error}") from error
        if file is not None:
            file.close()
    raise OutputError(f"{output}: another build is writing this store; wait for it or name another folder")


def _unlink(path: Path) -> bool:
    with contextlib.suppress(OSError):
        path.unlink()
        return True
    return False


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


def ensure_writable(path: str | Path) -> None:
    """Raise now what :func:`writing` would raise after the work: no such folder, or not a writable one."""
    try:
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
    except OSError as error:
        wrong = error.errno or errno.EACCES
    if wrong:
        raise OutputError(f"{path}: cannot write there: {os.strerror(wrong)}")


def ensure_folder(path: str | Path) -> None:
    """Raise now what making a folder, and those above it, would raise after the work."""
    place = Path(path).absolute()
    try:
        there = next(p for p in (place, *place.parents) if p.exists())
        wrong = 0 if os.access(there, os.W_OK | os.X_OK) else errno.EACCES
        wrong = wrong if there.is_dir() else errno.ENOTDIR
    except OSError as error:
        wrong = error.errno or errno.EACCES
    if wrong:
        raise OutputError(f"{path}: cannot write there: {os.strerror(wrong)}")


def cache_folder() -> Path | None:
    """Return a folder for things that can be made again, or None where nothing can be written.

    ``LYDITE_CACHE`` names another; the default is ``$XDG_CACHE_HOME/lydite`` or ``~/.cache/lydite``.
    """
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111
    folder = Path(os.environ.get("LYDITE_CACHE") or Path(home) / "lydite")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def user_path(path: str | Path) -> Path:
    """Return a path with ``~`` expanded; InputError where there is no such user."""
    try:
        return Path(path).expanduser()
    except RuntimeError as error:
        raise InputError("there is no such user", path) from error


@contextlib.contextmanager
def reading_errors(
    path: str | Path, what: str = "cannot be read", kind: type[InputError] = InputError
) -> Iterator[None]:
    """Turn errors of reading and parsing into an InputError of one line, or into one of another kind."""
    try:
        yield
    except (OSError, ValueError, OverflowError) as error:  # a name with a zero byte is no OSError
        if isinstance(error, InputError):
            raise
        raise kind(f"{what}: {getattr(error, 'strerror', None) or error}", path) from error


def contents(path: str | Path) -> bytes:
    """Return the bytes of a small file as they are; InputError where it cannot be read."""
    with reading_errors(path):
        return Path(path).read_bytes()


def write_cache(path: Path, text: str) -> None:
    """Write what can be made again, where anything can be written there."""
    with contextlib.suppress(OSError, OutputError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with writing(path) as out:
            out.write(text)


def digest(path: str | Path) -> str:
    """Return 16 hex digits that identify the content of a file, of a store by its manifest, or of a folder.

    Remembered by :func:`stamp` for files over 1 MB.
    """
    path = Path(path)
    if str(path) == "-":
        raise InputError("a source is read more than once, and this cannot be; give a file", path)
    if (path / "manifest.json").is_file():
        path /= "manifest.json"
    if path.is_dir():
        inside = sorted(f for f in path.rglob("*") if f.is_file() and not f.name.startswith("."))
        listed = "".join(f"{f.relative_to(path).as_posix()}\0{digest(f)}\n" for f in inside)
        return hashlib.sha256(listed.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    with reading_errors(path):
        stamps = [stamp(path)]
        known = recall_digest(path, stamps)
        if known is not None:
            return known
        with path.open("rb") as file:
            identity = hashlib.file_digest(file, "sha256").hexdigest()[:16]
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


def recall_digest(path: Path, stamps: Sequence[Sequence[int]]) -> str | None:
    """Return the digest that was remembered of a file or store, None where any of its stamps has changed."""
    note = _note(path, stamps)
    if note is not None and note.is_file():
        with contextlib.suppress(ValueError, KeyError, TypeError, OSError):
            seen = json.loads(note.read_text())
            if seen["stamps"] == stamps:
                return str(seen["digest"])
    return None


def remember_digest(path: Path, stamps: Sequence[Sequence[int]], digest: str) -> None:
    """Keep the digest of what had these stamps before it was read and has them still, where it is large."""
    note = _note(path, stamps)
    if note is not None:
        write_cache(note, json.dumps({"stamps": stamps, "digest": digest}))


def _note(path: Path, stamps: Sequence[Sequence[int]]) -> Path | None:
    if sum(mark[0] for mark in stamps) <= _LARGE:
        return None
    cache = cache_folder()
    return cache / "digests" / _name(f"{path.resolve()}") if cache else None


def _name(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
