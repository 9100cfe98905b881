"""Locks on files and folders, which end with the process that holds them; what is left over goes."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sys
import time
from typing import IO, TYPE_CHECKING, Any

from lydite.core.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK = ".lock"
_HELD = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
"""Errors of locking what another process has locked."""


def lock_file(file: IO[Any] | int) -> None:
    """Lock an open file (or descriptor) until it is closed; OSError where another process has locked it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file if isinstance(file, int) else file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def try_lock(file: IO[Any]) -> bool:
    """Lock an open file until it is closed, and return whether that could be done."""
    with contextlib.suppress(OSError):
        lock_file(file)
        return True
    return False


def holds(file: IO[Any], path: Path) -> bool:
    """Lock an open file where the disk has locks; return whether it is ours and still what lies there."""
    with contextlib.suppress(FileNotFoundError):
        return _locked_if_possible(file) and os.path.samestat(os.fstat(file.fileno()), path.stat())
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


@contextlib.contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Wait until nobody else holds this lock; one whose holder was killed keeps nobody waiting."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a") as file:
        while not _locked_if_possible(file):
            time.sleep(0.1)
        yield
    _unlink(lock)


def _locked_if_possible(file: IO[Any]) -> bool:
    """Whether a file is locked now, or lies on a disk that has no locks."""
    error = _not_locked(file)
    return error is None or error.errno not in _HELD


def _not_locked(file: IO[Any]) -> OSError | None:
    """Lock an open file; return why that cannot be done."""
    try:
        lock_file(file)
    except OSError as error:
        return error
    return None


def _take(folder: Path, output: Path) -> IO[Any]:
    from lydite.core.io.writing import writable

    for _ in range(5):
        gone = contextlib.suppress(FileNotFoundError)  # the build that had it has just ended and removed it
        with writable(output), gone, contextlib.ExitStack() as unlocked:
            folder.mkdir(parents=True, exist_ok=True)
            file = unlocked.enter_context((folder / LOCK).open("a"))
            if (error := _not_locked(file)) is not None:
                if error.errno in _HELD:
                    break
                raise OutputError(f"{output}: cannot be locked: {error.strerror or error}") from error
            if os.path.samestat(os.fstat(file.fileno()), (folder / LOCK).stat()):
                unlocked.pop_all()
                return file
    raise OutputError(f"{output}: another build is writing this store; wait for it or name another folder")


def _unlink(path: Path) -> bool:
    with contextlib.suppress(OSError):
        path.unlink()
        return True
    return False


def remove_old(folder: Path, mark: str, age: float) -> None:
    """Remove the folders in a folder whose file of a name is older than so many seconds."""
    for inside in folder.iterdir():
        with contextlib.suppress(OSError):
            if (inside / mark).is_file() and time.time() - (inside / mark).stat().st_mtime > age:
                shutil.rmtree(inside)
