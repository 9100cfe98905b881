"""The documents of a corpus: the lines of a file, or the files of a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lydite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator


def documents(path: str | Path) -> Iterator[str]:
    """Yield each line of a text file that is not blank, or each file of a folder (and the folders in it).

    Names that start with a point are passed over; what is not UTF-8 text is an error that names it.
    """
    path = Path(path)
    if path.is_dir():
        files = [f for f in sorted(path.rglob("*")) if f.is_file() and not _hidden(f.relative_to(path))]
        if not files:
            raise InputError(
                "the folder holds no files; a corpus is a text file or a folder of text files", path
            )
        for file in files:
            yield "\n".join(_lines(file))
    else:
        yield from (line for line in _lines(path) if line and not line.isspace())


def _lines(path: Path) -> Iterator[str]:
    number = 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if b"\0" in line:
                    raise InputError(
                        "is not a text file (it has zero bytes); take it out of the corpus", path, number
                    )
                yield line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InputError(
            "is not UTF-8 text; convert it or take it out of the corpus", path, number
        ) from error
    except OSError as error:
        raise InputError(f"the corpus cannot be read: {error.strerror or error}", path) from error


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
