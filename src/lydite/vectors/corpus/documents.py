"""The documents of a corpus: the lines of a file, or the files of a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lydite.core.errors import InputError, TextError
from lydite.core.io import opening

if TYPE_CHECKING:
    from collections.abc import Iterator

_EXPECTED = "a corpus is a text file in UTF-8, plain or compressed, or a folder of such files"


def documents(path: str | Path) -> Iterator[str]:
    """Yield each line of a text file that is not blank, or each file of a folder (and the folders in it).

    Names that start with a point are passed over; what is not text is an error that names it.
    """
    path = Path(path)
    if path.is_dir():
        for file in files_below(path):
            yield "\n".join(_lines(file))
    else:
        yield from (line for line in _lines(path) if line and not line.isspace())


def _lines(path: Path) -> Iterator[str]:
    """Yield the lines of a text; say what is expected where it is none."""
    try:
        yield from (line for _, line in opening.lines(path))
    except TextError as error:
        raise TextError(f"{error.problem.partition(';')[0]}; {_EXPECTED}", error.path, error.line) from error


def files_below(path: Path) -> list[Path]:
    """Return the files of a folder and of the folders in it; what starts with a point is hidden."""
    files = [f for f in sorted(path.rglob("*")) if f.is_file() and not _hidden(f.relative_to(path))]
    if not files:
        raise InputError(f"the folder holds no files; {_EXPECTED}", path)
    return files


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
