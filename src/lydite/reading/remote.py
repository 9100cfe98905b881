"""Files that lie elsewhere, by address: ``s3://…``, ``gs://…`` and what else fsspec has a client for.

Who may read them is a matter of the client (its environment, its own files): no password is taken here. What
they hold is checked and bounded like the content of any file.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import unquote

from lydite.errors import InputError, LyditeError, MissingExtra, source_name, without_secrets
from lydite.files import ADDRESS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.reading.opening import ByteReader

SCHEMES = ("s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "hdfs", "http", "https", "file", "memory")
"""Others of fsspec's (archives, references, chains of them) would read what nobody named."""

_NO_FOLDERS = ("http", "https")
"""A page with links would be called one."""
_HERE = "file://"


def remote_reader(address: str) -> ByteReader:
    """Return the decompressed bytes of what an address names."""
    from lydite.reading.opening import ByteReader

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
    found = ADDRESS.match(address)
    scheme = "" if found is None else found[1]
    if scheme not in SCHEMES or "::" in address:
        raise InputError(f"an address begins with one of {', '.join(s + '://' for s in SCHEMES)}", address)
    try:
        import fsspec
    except ImportError as error:
        raise MissingExtra("fsspec", "remote") from error
    with remote_errors(address):
        try:
            system, path = fsspec.core.url_to_fs(address)
        except ImportError as error:
            raise InputError(f"needs a client that is not installed: {_line(error)}", address) from error
        try:
            file = system.open(path, "rb")
        except Exception as error:
            if scheme not in _NO_FOLDERS and _is_folder(system, path):
                raise InputError("is a folder; give a file", address) from error
            raise
        return file, int(getattr(file, "size", 0) or 0)


def _is_folder(system: Any, path: str) -> bool:
    """Whether a path is a folder; who may not ask is not told."""
    with suppress(Exception):
        return bool(system.isdir(path))
    return False


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
        raise InputError(f"cannot be read: {_line(error)}", address) from error


def _line(error: Any) -> str:
    return " ".join(without_secrets(str(error)).split())[:200] or type(error).__name__
