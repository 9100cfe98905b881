"""Arrays into files, every byte or an error.

``ndarray.tofile``, and with it ``numpy.save``, has a buffer of its own. Where the disk is full when the rest
of that is written it says nothing: up to 4,095 bytes of an array are missing, and nobody knows.
"""

from __future__ import annotations

import contextlib
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from lydite.array_types import AnyArray


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
    """Open arrays that an earlier step of a build has written; InputError where the disk fails."""
    import zipfile
    import zlib

    try:
        with np.load(path) as arrays:
            yield arrays
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise InputError(f"cannot be read again: {error}", path) from error
