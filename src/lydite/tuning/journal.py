"""What was evaluated so far, on disk: a search that was interrupted goes on where it was.

The first line says what is tuned, each other line has the values of one batch and a digest of all lines so
far: one that was altered, moved or lost is seen. A search is resumed by asking it again, and by telling it
what it was told; so the journal of a search that was interrupted and one that was not end in the same lines.
"""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.files import contents, digest_of, ensure_writable, writable
from lydite.locks import try_lock

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lydite.array_types import FloatArray

KIND = "lydite tuning"


class Journal:
    """The values of all batches, in order; without a path they are kept nowhere."""

    def __init__(self, path: Path | None, identity: Mapping[str, Any]) -> None:
        self.path = path
        self.replayed = 0
        self._known: list[FloatArray] = []
        self._file: IO[str] | None = None
        if path is None:
            return
        head = json.dumps({"kind": KIND, "schema": 2, **identity}, ensure_ascii=False)
        self._digest = digest_of(head.encode())
        ensure_writable(path)
        if path.exists() and not path.is_file():  # opening a pipe would wait for a reader
            raise InputError("is no file, and a journal is read and added to; name one", path)
        with writable(path):
            self._file = path.open("a", encoding="utf-8", newline="\n")
        try:
            self._go_on(path, self._file, head)
        except BaseException:
            self.close()
            raise

    def _go_on(self, path: Path, file: IO[str], head: str) -> None:
        """Lock the file, read what it holds, and make it end in a whole line; nothing else is changed."""
        if not try_lock(file):
            raise InputError("another process is tuning with this file", path)
        data = contents(path)
        whole = data[: data.rfind(b"\n") + 1]
        if whole:
            self._read(path, whole, json.loads(head))
        elif not head.encode().startswith(data):
            raise InputError("is not the journal of a tuning; name another file", path, 1)
        with writable(path):
            file.truncate(len(whole))  # a line that was cut off goes
            if not whole:
                file.write(f"{head}\n")
                file.flush()

    def next(self, count: int) -> FloatArray | None:
        """Return the values of the next batch, where they are known."""
        if self.replayed >= len(self._known):
            return None
        values = self._known[self.replayed]
        if len(values) != count:
            raise InputError("is not what this search would have written", self.path, self.replayed + 2)
        self.replayed += 1
        return values

    def add(self, values: FloatArray) -> None:
        """Keep the values of a batch."""
        if self._file is not None and self.path is not None:
            with writable(self.path):
                self._file.write(f"{self._line(values)}\n")
                self._file.flush()

    def close(self) -> None:
        """Close the file; what could not be written is told once more."""
        if self._file is not None and self.path is not None:
            with writable(self.path):
                self._file.close()

    def _line(self, values: FloatArray) -> str:
        """Return the next line, which its digest ties to all before it."""
        text = json.dumps([v if np.isfinite(v) else None for v in values.tolist()])
        self._digest = digest_of(f"{self._digest}\n{text}".encode())
        return f'[{text}, "{self._digest}"]'

    def _read(self, path: Path, whole: bytes, expected: dict[str, Any]) -> None:
        """Read the batches of a journal of the very same search, each as it was written."""
        for number, line in enumerate(whole.decode("utf-8", "replace").split("\n")[:-1], 1):
            try:
                held = json.loads(line, parse_constant=int)  # no search writes NaN: nothing would be better
                if number == 1:
                    _compare(path, held, expected)
                    self._digest = digest_of(line.encode())
                    continue
                values = np.array([-np.inf if v is None else float(v) for v in held[0]], np.float64)
            except InputError:
                raise
            except (ValueError, TypeError, LookupError, OverflowError, RecursionError) as error:
                raise InputError("expected the values of one batch of a search", path, number) from error
            if self._line(values) != line:
                raise InputError(
                    "is not as the search wrote it, or does not follow what is before it; leave it and all "
                    "after it out, or name another file",
                    path,
                    number,
                )
            self._known.append(values)


def _compare(path: Path, held: Any, expected: dict[str, Any]) -> None:
    if not isinstance(held, dict) or held.get("kind") != KIND:
        raise InputError("is not the journal of a tuning; name another file", path, 1)
    for key, value in expected.items():
        if held.get(key) != value:
            raise InputError(
                f"is of another search: {key} was {held.get(key)!r}, now it is {value!r}; name another file",
                path,
                1,
            )
