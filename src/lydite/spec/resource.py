"""A file or store that a parameter names: shown by path, signed by name and digest."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lydite.errors import SpecError
from lydite.files import digest


@dataclass(frozen=True, slots=True)
class Resource:
    """A path to a source. In signatures it is the last part of its name and a digest, never the path."""

    path: str

    def __post_init__(self) -> None:
        if self.path == "-":
            raise SpecError("a source is read more than once, and standard input cannot be; give a file")

    @property
    def file(self) -> Path:
        """The path, ``~`` expanded."""
        return Path(self.path).expanduser()

    def identity(self) -> str:
        """``name:digest``; the same content under the same name signs the same anywhere."""
        return f"{self.file.name}:{digest(self.file)}"
