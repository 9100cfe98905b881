"""Files that lie elsewhere, by address: ``s3://…``, ``gs://…`` and what else fsspec has a client for.

What they hold is checked and bounded like the content of any file.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import unquote

from lydite.core.errors import InputError, LyditeError, source_name
from lydite.core.io.addresses import connect, in_one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.core.io.opening import ByteReader

_NO_FOLDERS = ("http:", "https:")
"""A page with links would be called one."""
_HERE = "file://"


def remote_reader(address: str) -> ByteReader:
    """Return the decompressed bytes of what an address names."""
    from lydite.core.io.opening import ByteReader

    with ExitStack() as stack:
        opened, size = open_remote(address)
        file = stack.enter_context(opened)

        def read(count: int) -> bytes:
            with remote_errors(address):
                return file.read(count)

        reader = ByteReader(read, source_name(address), size, file, endless=not size)
        stack.pop_all()  # from here on it is closed by whom it is given to
    return reader


def open_remote(address: str) -> tuple[IO[bytes], int]:
    """Open what an address names, and return it with its size; 0 where that is not known."""
    with remote_errors(address):
        system, path = connect(address)
        try:
            file = system.open(path, "rb")
        except Exception:
            _ensure_no_folder(system, path, address)
            raise
        if not (size := int(getattr(file, "size", 0) or 0)):
            _ensure_no_folder(system, path, address)  # s3fs opens one, and finds nothing in it
        return file, size


def _ensure_no_folder(system: Any, path: str, address: str) -> None:
    """Refuse a folder; who may not ask whether it is one is not told."""
    folder = False
    if not address.startswith(_NO_FOLDERS):
        with suppress(Exception):
            folder = bool(system.isdir(path))
    if folder:
        raise InputError("is a folder; give a file", address)


def local_path(address: str) -> Path | None:
    """Return where an address of this machine leads (``file://``), None for others.

    >>> local_path("file:///data/my%20run.jsonl").as_posix(), local_path("s3://bucket/run.jsonl")
    ('/data/my run.jsonl', None)
    """
    if not address.startswith(_HERE):
        return None
    plain = address.removeprefix(_HERE)
    plain = plain.removeprefix("localhost") if plain.startswith("localhost/") else plain
    return Path(plain) if os.path.exists(plain) else Path(unquote(plain))  # noqa: PTH110  # any text


@contextmanager
def remote_errors(address: str) -> Iterator[None]:
    """Turn whatever a client raises into an InputError that names the address."""
    try:
        yield
    except LyditeError:
        raise
    except FileNotFoundError as error:
        raise InputError("cannot be read: there is no such file", address) from error
    except Exception as error:  # clients have errors of their own
        raise InputError(f"cannot be read: {in_one_line(error)}", address) from error
