"""Arrays into files, every byte or an error.

``ndarray.tofile``, and with it ``numpy.save``, has a buffer of its own. Where the disk is full when the rest
of that is written it says nothing: up to 4,095 bytes of an array are missing, and nobody knows.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Mapping
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError
from lydite.core.io import opening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from zipfile import ZipFile

    from lydite.core.array_types import AnyArray


def write_array(file: IO[Any], array: AnyArray) -> None:
    """Write the numbers of an array to an open file."""
    file.write(np.ascontiguousarray(array))


def save_array(path: Path, array: AnyArray, *, header: bool = True) -> None:
    """Write an array as ``numpy.save`` does, or its numbers alone."""
    array = np.ascontiguousarray(array)
    with path.open("wb") as file:
        if header:
            about = np.lib.format.header_data_from_array_1_0(array)
            np.lib.format.write_array_header_1_0(file, about)
        write_array(file, array)


@contextlib.contextmanager
def arrays_of(path: Path) -> Iterator[Mapping[str, AnyArray]]:
    """Open arrays that an earlier step of a build has written; InputError where they cannot be read."""
    with _read_errors(path):
        file = path.open("rb")  # of a damaged one, numpy would leave it open
    with file:
        with _read_errors(path):
            arrays = np.load(file)
            if not isinstance(arrays, np.lib.npyio.NpzFile) or arrays.zip is None:
                raise ValueError("there is one array, and no archive of several")
            _ensure_bounded(arrays.zip)
        with arrays:
            yield _SavedArrays(path, arrays)


def checksums_hold(path: Path) -> bool:
    """Whether arrays of an earlier step are as they were written, to the last byte.

    Of a damaged header numpy reads fewer bytes, and comes to no checksum.
    """
    import zipfile

    with _read_errors(path), zipfile.ZipFile(path) as archive:
        _ensure_bounded(archive)
        return archive.testzip() is None


class _SavedArrays(Mapping[str, "AnyArray"]):
    """The arrays of a file, each read when it is asked for."""

    def __init__(self, path: Path, arrays: Any) -> None:
        self._path, self._arrays = path, arrays

    def __getitem__(self, name: str) -> AnyArray:
        with _read_errors(self._path):
            array: AnyArray = self._arrays[name]
        return array

    def __contains__(self, name: object) -> bool:
        return name in self._arrays.files

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays.files)

    def __len__(self) -> int:
        return len(self._arrays.files)


def _ensure_bounded(archive: ZipFile) -> None:
    """Refuse what numpy does not write: other methods unpack without bound, and have errors of their own."""
    if odd := [entry.filename for entry in archive.infolist() if entry.compress_type not in opening.BOUNDED]:
        raise ValueError(f"{odd[0]} is compressed in an unusual way")


@contextlib.contextmanager
def _read_errors(path: Path) -> Iterator[None]:
    import zipfile
    import zlib

    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError, FileNotFoundError) as error:
        raise InputError(f"cannot be read again: {error}", path) from error


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
