"""Files that lie elsewhere, by address (``s3://…``, ``gs://…``), through the clients of fsspec.

Who may read and write is a matter of the client (its environment, its own files): no password is taken here.
What they hold is checked and bounded like the content of any file.
"""

from __future__ import annotations

import io
import os
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import unquote

from lydite.core.errors import (
    ADDRESS,
    InputError,
    LyditeError,
    MissingExtra,
    OutputError,
    source_name,
    without_secrets,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.core.io.opening import ByteReader

SCHEMES = ("s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "hdfs", "http", "https", "file", "memory")
"""Others of fsspec's (archives, references, chains of them) would read what nobody named."""
_BUCKETS = ("s3", "s3a", "gs", "gcs")
_NO_FOLDERS = ("http:", "https:")
"""A page with links would be called one."""
_HERE = "file://"


def connect(address: str) -> tuple[Any, str]:
    """Return the file system of an address, and the path in it."""
    found = ADDRESS.match(address)
    if found is None or found[1] not in SCHEMES or "::" in address:
        raise InputError(f"an address begins with one of {', '.join(s + '://' for s in SCHEMES)}", address)
    try:
        import logging

        import fsspec
    except ImportError as error:
        raise MissingExtra("fsspec", "remote") from error
    log = logging.getLogger("gcsfs")
    if not log.handlers:  # what it tries on its way is for those who listen, not for standard error
        log.addHandler(logging.NullHandler())
    try:
        system, path = fsspec.core.url_to_fs(address)
    except ImportError as error:
        raise InputError(f"needs a client that is not installed: {in_one_line(error)}", address) from error
    return system, path


def in_one_line(error: BaseException) -> str:
    """Return what an error of a client says, in one line without what is secret."""
    return " ".join(without_secrets(str(error)).split())[:200] or type(error).__name__


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


@contextmanager
def _sending_errors(address: str) -> Iterator[None]:
    """Turn whatever a client raises into an OutputError that names the address."""
    try:
        yield
    except LyditeError:
        raise
    except Exception as error:  # clients have errors of their own
        why = "there is no such bucket" if isinstance(error, FileNotFoundError) else in_one_line(error)
        raise OutputError(f"{source_name(address)}: cannot write there: {why}") from error


def ensure_bucket(address: str) -> None:
    """Raise now what sending would raise after the work: no client, nobody who may, no bucket."""
    scheme = address.partition("://")[0]
    if scheme.startswith("http"):
        raise OutputError(
            f"{source_name(address)}: what lies on the web is only read; write to a file, or to s3:// or gs://"
        )
    with _sending_errors(address):
        system, path = connect(address)
        bucket = path.partition("/")[0]
        if scheme in _BUCKETS:
            try:
                system.info(bucket)
            except Exception as error:
                if not (isinstance(error, PermissionError) or str(error).startswith("Forbidden")):
                    raise  # who may not ask (the second is gcsfs's way to say so) may still write


@contextmanager
def sending(address: str, mode: str) -> Iterator[IO[Any]]:
    """Open a file in memory, and send it in one go when all went well: it is there whole, or not at all."""
    content = io.BytesIO()
    text = io.TextIOWrapper(content, "utf-8", "backslashreplace", newline="", write_through=True)
    file = content if "b" in mode else text
    yield file
    with _sending_errors(address):
        system, path = connect(address)
        system.pipe_file(path, content.getvalue())
