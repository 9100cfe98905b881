"""The opcodes of a pickle, gone through before it is loaded: Python's own loader trusts their numbers.

It makes room for as many memorised objects as one of nine bytes says, which may be all the memory there is.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.compiled import kernel
from lydite.errors import InputError

if TYPE_CHECKING:
    from lydite.array_types import ByteArray, IntArray


def check_opcodes(text: ByteArray) -> None:
    r"""Refuse a pickle whose opcodes reach beyond its end, or memorise further on than there are opcodes.

    >>> import pickle
    >>> check_opcodes(np.frombuffer(pickle.dumps({"a": [1, 2.5, "b"]}), np.uint8))
    >>> check_opcodes(np.frombuffer(b"\x80\x02Nr\xff\xff\xff\x7f.", np.uint8))
    Traceback (most recent call last):
    lydite.errors.InputError: not vectors saved by gensim: the pickle makes no sense at byte 3
    """
    at = follow.for_work(len(text))(text, _arguments())
    if at < len(text):
        raise InputError(f"not vectors saved by gensim: the pickle makes no sense at byte {at:,}")


@functools.cache
def _arguments() -> IntArray:
    """Return how long the argument of each opcode is, −1 for one line, −6 for two, −9 for no opcode."""
    import pickletools

    sizes = np.full(256, -9, np.int64)
    for opcode in pickletools.opcodes:
        sizes[ord(opcode.code)] = opcode.arg.n if opcode.arg else 0
        if opcode.name in ("GLOBAL", "INST"):
            sizes[ord(opcode.code)] = -6
    return sizes


@kernel(large=20_000)
def follow(text: Any, sizes: Any) -> Any:
    """Return the position of the first opcode that makes no sense, the length of the text if all do."""
    size = len(text)
    at = 0
    seen = 0
    while at < size:
        opcode = text[at]
        length = sizes[opcode]
        i = at + 1
        seen += 1
        if length in (-1, -6):  # lines
            memo = 0
            for _ in range(2 if length == -6 else 1):
                while i < size and text[i] != 10:
                    memo = min(memo * 10 + int(text[i]) - 48, size + 1)
                    i += 1
                i += 1
            if opcode == 112 and not 0 <= memo <= seen:  # PUT
                return at
        elif length < -1:
            if length == -9:
                return at
            wide = 1 if length == -2 else 8 if length == -5 else 4
            if i + wide > size:
                return at
            length = 0
            for k in range(wide):
                length += int(text[i + k]) << (8 * k)
            i += wide
            if length < 0 or length > size - i:
                return at
            i += length
        else:
            i += length
            if opcode == 114 and i <= size:  # LONG_BINPUT
                memo = int(text[i - 4]) + (int(text[i - 3]) << 8) + (int(text[i - 2]) << 16)
                if memo + (int(text[i - 1]) << 24) > seen:
                    return at
        if i > size:
            return at
        if opcode == 46:  # STOP; what follows is not read
            return size
        at = i
    return at
