"""What workers must find where they are: specs and files go to them with what they were here.

A spec names files, and a worker on another machine, or in another folder, may have others of the same name.
Its numbers would be signed with the digests of ours.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from lydite.core.errors import InputError, LyditeError
from lydite.core.io.digests import digest
from lydite.core.spec import Declaration, Resource, parse
from lydite.core.spec.signed import functions

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class SentFile:
    """A file, store or folder, where it lies and what it holds."""

    path: str
    digest: str
    """Nothing for a plain folder: what is used of it is a matter of who reads it."""

    @classmethod
    def of(cls, path: str | Path) -> Self:
        """Look at a file that is there."""
        path = Path(path).absolute()
        return cls(str(path), _content(path))

    def received(self) -> str:
        """Return the path, on a worker that has the same there."""
        path = Path(self.path)
        if not path.exists():
            raise InputError(f"the worker on {platform.node()} cannot see this file", path)
        there = _content(path)
        if there != self.digest:
            raise InputError(
                f"the worker on {platform.node()} has another file there: its digest is "
                f"{there or 'none'}, not {self.digest or 'none'}",
                path,
            )
        return self.path


@dataclass(frozen=True)
class SentSpec:
    """A declared object by its spec, with the files it names and the signature that it has here."""

    kind: str
    spec: str
    files: tuple[SentFile, ...]
    signature: str

    @classmethod
    def of(cls, declared: Declaration) -> Self:
        """Make one of a measure, matcher, encoder or chooser; InputError for one that calls a function."""
        if called := next(functions(declared), None):
            raise InputError(
                f"on: {called} is a function, which is called in this process only; leave on out"
            )
        files = tuple(SentFile.of(f) for f in _files(declared))
        return cls(declared.kind, declared.located(), files, declared.signature())

    def received(self) -> Any:
        """Return the object, on a worker where it gives the same numbers."""
        for file in self.files:
            file.received()
        try:
            declared = parse(self.spec, self.kind)
            there = declared.signature()
        except LyditeError as error:
            raise InputError(f"the worker on {platform.node()}: {error}") from None
        if there != self.signature:
            raise InputError(
                f"the worker on {platform.node()} has other sources: {there} there, {self.signature} here"
            )
        return declared


def _files(value: Any) -> Iterator[Path]:
    """Yield the files that a value names and that are there; the name of a model may be none."""
    if isinstance(value, Resource) and value.file.exists():
        yield value.file
    elif isinstance(value, Declaration):
        yield from (file for each in value.arguments().values() for file in _files(each))
    elif isinstance(value, Mapping):
        yield from (file for each in value.values() for file in _files(each))


def _content(path: Path) -> str:
    return digest(path) if path.is_file() or (path / "manifest.json").is_file() else ""
