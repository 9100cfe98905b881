"""Text out of bytes: UTF-8 unless told otherwise, and a clear word on what is not."""

from __future__ import annotations

from lydite.errors import InputError

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def decode(data: bytes, name: str, encoding: str | None = None) -> str:
    r"""Return the text of a file, without a byte order mark.

    >>> decode(b"caf\xe9", "tags.tsv")
    Traceback (most recent call last):
    lydite.errors.InputError: tags.tsv:1: not UTF-8 (byte 0xe9); name its encoding, perhaps cp1252
    """
    if encoding is None and (data.startswith(_UTF16) or _alternates(data)):
        raise InputError("this is UTF-16; name the encoding utf-16, or convert the file to UTF-8", name, 1)
    try:
        text = data.decode(encoding or "utf-8-sig")
    except LookupError as error:
        raise InputError(
            f"unknown encoding {encoding!r}; utf-8, utf-16, cp1252, … are known", name
        ) from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{data[error.start]:02x}"
        if encoding:
            raise InputError(f"not {encoding} ({byte})", name, line) from error
        raise InputError(f"not UTF-8 ({byte}); name its encoding, perhaps cp1252", name, line) from error
    text = text.removeprefix("\ufeff")
    if (place := text.find("\0")) >= 0:
        raise InputError("there is a NUL byte; this is not a text file", name, text.count("\n", 0, place) + 1)
    return text


def _alternates(data: bytes) -> bool:
    """Whether every second byte of the beginning is zero: UTF-16 without a mark, of Latin text."""
    head = data[:64]
    return len(head) > 3 and 0 in head and (not any(head[1::2]) or not any(head[::2]))
