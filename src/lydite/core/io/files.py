"""Files at the edges: atomic writing, errors of reading, cached digests, the cache folder."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from contextvars import ContextVar
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from lydite.core.errors import InputError, OutputError, written_address

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lydite.core.io.together import Together

PART = ".part"  # ends the name of what is being written
_LARGE = 1_000_000  # bytes from which hashing is worth remembering
_TICK, _COARSE_TICK = 50_000_000, 2_000_000_000  # ns between two stamps of a clock; FAT counts in 2 s
KEEPER: ContextVar[Together | None] = ContextVar("KEEPER", default=None)
"""What keeps files that are whole from appearing before all are."""


@contextlib.contextmanager
def writing(path: str | Path, mode: str = "w") -> Iterator[IO[Any]]:
    """Open a temporary file beside ``path`` and rename it when all went well.

    An error or Ctrl-C leaves what was there before, and no half-written file. The new one has the mode of
    what was there, and its owner and group where this user may give them; else the group may do nothing.
    A link keeps pointing where it did; what is no file (``/dev/stdout``, a pipe) is written to as it stands,
    never replaced. What goes to an address (``s3://…``) is sent when it is whole. What a command was told to
    write appears when the command ends (:mod:`lydite.core.io.together`).
    """
    with contextlib.ExitStack() as own:
        file = own.enter_context(_writing(path, mode))
        yield file
        if (keeper := KEEPER.get()) is not None and keeper.has(path):
            if not file.closed:
                file.flush()  # a full disk is told here
            keeper.keep(own.pop_all())


@contextlib.contextmanager
def _writing(path: str | Path, mode: str) -> Iterator[IO[Any]]:
    from lydite.core.io.replacing import mode_like, umask

    if (address := written_address(path)) is not None:
        from lydite.core.io.addresses import sending

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

    from lydite.core.io.locks import lock_file, try_lock

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
    if str(path) == "-":
        raise OutputError("-: only answers go to standard output; name a file or folder")
    try:
        yield
    except OSError as error:
        from lydite.core.io.replacing import blame

        if (told := blame(error, Path(path), what)) is error:
            raise
        raise told from error


def ensure_writable(path: str | Path) -> None:
    """Raise now what :func:`writing` would raise after the work: no such folder, or not a writable one."""
    if (address := written_address(path)) is not None:
        from lydite.core.io.addresses import ensure_bucket

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
