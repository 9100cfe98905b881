"""Files that lie elsewhere, by address: ``s3://…``, ``gs://…`` and what else fsspec has a client for.

Who may read them is a matter of the client (its environment, its own files): no password is taken here. What
they hold is checked and bounded like the content of any file.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import IO, TYPE_CHECKING, Any

from lydite.errors import InputError, LyditeError, MissingExtra
from lydite.files import ADDRESS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.reading.opening import ByteReader

SCHEMES = ("s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "hdfs", "http", "https", "file", "memory")
"""Others of fsspec's (archives, references, chains of them) would read what nobody named."""


def remote_reader(address: str) -> ByteReader:
    """Return the decompressed bytes of what an address names."""
    from lydite.reading.opening import ByteReader

    with ExitStack() as stack:
        opened, size = open_remote(address)
        file = stack.enter_context(opened)

        def read(count: int) -> bytes:
            with remote_errors(address):
                return file.read(count)

        reader = ByteReader(read, address, size, file)
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
        if system.isdir(path):
            raise InputError("is a folder; give a file", address)
        file = system.open(path, "rb")
        return file, int(getattr(file, "size", 0) or 0)


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
    return " ".join(str(error).split())[:200] or type(error).__name__
