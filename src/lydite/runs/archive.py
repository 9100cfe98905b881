"""The container of a run: a zip of a JSON header and .npy arrays, sealed by a digest of all its bytes.

The same run has the same bytes at any time on any machine. Nothing in it is evaluated or unpickled, and
nothing is unfolded that is larger than what it says it is.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.core.io.opening import read_member
from lydite.core.whole_numbers import DIGITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import AnyArray

HEADER = "run.json"
LARGE = 2**30  # bytes; a run that unfolds to more must not be a hundred times smaller than what it holds
MOST = 2**35
HUGE = 1e150  # the square of what is larger may be infinite
_SEAL = 64  # hex digits of SHA-256, the comment at the end of the zip
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    ValueError,
    OverflowError,
    LookupError,
    RuntimeError,  # also NotImplementedError and RecursionError
)
_NPY = re.compile(
    rb"\x93NUMPY\x01\x00(?s:..)\{'descr': '(<f8|<i8|\|b1)', 'fortran_order': (False|True), "
    rb"'shape': \((\d{1,%d}),(?: (\d{1,%d}))?\), \} *\n" % (DIGITS, DIGITS)
)


def array_name(place: int) -> str:
    """Return the name of the member that holds an array."""
    return f"arrays/{place}.npy"


def pack(header: bytes, arrays: Sequence[AnyArray]) -> bytes:
    """Return the bytes of a run file."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(_entry(HEADER), header)
        for place, array in enumerate(arrays):
            content = io.BytesIO()
            np.lib.format.write_array(content, array, version=(1, 0), allow_pickle=False)
            archive.writestr(_entry(array_name(place)), content.getvalue())
        archive.comment = b"0" * _SEAL
    return with_seal(buffer.getvalue())


def with_seal(data: bytes) -> bytes:
    """Return a file with the digest of all that comes before its last 64 bytes in their place."""
    body = data[:-_SEAL]
    return body + hashlib.sha256(body).hexdigest().encode()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED  # the same bytes on every system
    return entry


@dataclass(frozen=True)
class RunArchive:
    """An opened run file."""

    source: str
    file: zipfile.ZipFile
    entries: Mapping[str, zipfile.ZipInfo]

    @classmethod
    def of(cls, data: bytes, source: str) -> RunArchive:
        """Check seal, names and sizes; ``source`` stands in messages."""
        if not data.startswith(b"PK\x03\x04"):
            printed = data.lstrip()[:1] in (b"{", b"[") and b'"results"' in data[:10_000]
            why = "; lydite score scores predictions, and --save keeps the run"
            if printed:
                why = ": it holds printed results without the statistics of items; --save keeps a run"
            raise InputError(f"is not a run saved by lydite{why}", source)
        seal = data[-_SEAL:]
        if not re.fullmatch(rb"[0-9a-f]{64}", seal):
            raise InputError("is not a run saved by lydite, or is truncated", source)
        if with_seal(data)[-_SEAL:] != seal:
            raise InputError("is damaged: its digest does not fit its content", source)
        try:
            file = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGED as error:
            raise InputError(f"is damaged: {_line(error)}", source) from error
        entries = {entry.filename: entry for entry in file.infolist()}
        known = {HEADER, *(array_name(i) for i in range(len(entries) - 1))}
        if len(entries) < len(file.infolist()) or entries.keys() != known:
            raise InputError("is not a run saved by lydite: other files are in the archive", source)
        total = sum(entry.file_size for entry in entries.values())
        if total > MOST or total > max(LARGE, 100 * len(data)):
            raise InputError(f"would unfold to {total:,} bytes from {len(data):,}; that is no run", source)
        return cls(source, file, entries)

    def content(self, name: str) -> bytes:
        """Return a member, no more of it than was declared."""
        try:
            return read_member(self.file, self.entries[name])
        except _DAMAGED as error:
            raise InputError(f"is damaged: {name}: {_line(error)}", self.source) from error

    def arrays(self) -> list[AnyArray]:
        """Return all arrays in order."""
        return [self._array(array_name(place)) for place in range(len(self.entries) - 1)]

    def _array(self, name: str) -> AnyArray:
        content = self.content(name)
        head = _NPY.match(content)
        if head is None:
            raise InputError(f"{name} is no array of a run", self.source)
        kind = np.dtype(head[1].decode())
        shape = tuple(int(n) for n in head.groups()[2:] if n is not None)
        size = kind.itemsize
        for n in shape:
            size *= n
        if len(content) - head.end() != size:
            raise InputError(f"{name} holds {len(content) - head.end():,} bytes, not {size:,}", self.source)
        flat = np.frombuffer(content, kind, offset=head.end())
        if kind == np.bool_ and (flat.view(np.uint8) > 1).any():
            raise InputError(f"{name} holds what is neither yes nor no", self.source)
        if kind == np.float64 and not np.isfinite(flat).all():
            raise InputError(f"{name} holds what is no finite number", self.source)
        if kind == np.float64 and np.abs(flat).max(initial=0) > HUGE:
            raise InputError(f"{name} holds a number too large to reckon with", self.source)
        return flat.reshape(shape, order="F" if head[2] == b"True" else "C").copy(order="K")


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
