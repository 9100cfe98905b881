"""Locks on open files, which end with the process that holds them; what is left over goes.

``filelock`` takes them on descriptors. Its ``FileLock`` (of a path) does not fit: what is locked here
is a file that is being written and renamed, or one in a folder that is removed, on disks without locks, too.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import IO, TYPE_CHECKING, Any

from lydite.core.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK = ".lock"


def lock_file(file: IO[Any] | int) -> bool:
    """Lock an open file (or descriptor) until it is closed; False where another process has locked it.

    OSError where the disk has no locks.
    """
    from filelock import lock_descriptor

    return lock_descriptor(file if isinstance(file, int) else file.fileno(), blocking=False)


def try_lock(file: IO[Any]) -> bool:
    """Lock an open file until it is closed, and return whether that could be done."""
    with contextlib.suppress(OSError):
        return lock_file(file)
    return False


def lock_if_possible(file: IO[Any]) -> bool:
    """Return whether an open file is locked now, or lies on a disk that has no locks."""
    with contextlib.suppress(OSError):
        return lock_file(file)
    return True


def holds(file: IO[Any], path: Path) -> bool:
    """Lock an open file where the disk has locks; return whether it is ours and still what lies there."""
    with contextlib.suppress(FileNotFoundError):
        return lock_if_possible(file) and os.path.samestat(os.fstat(file.fileno()), path.stat())
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
        while not lock_if_possible(file):
            time.sleep(0.1)
        yield
    _unlink(lock)


def _take(folder: Path, output: Path) -> IO[Any]:
    for _ in range(5):
        gone = contextlib.suppress(FileNotFoundError)  # the build that had it has just ended and removed it
        with gone, contextlib.ExitStack() as unlocked:
            folder.mkdir(parents=True, exist_ok=True)
            file = unlocked.enter_context((folder / LOCK).open("a"))
            try:
                if not lock_file(file):
                    break
            except OSError as error:
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
