"""Notes of what a build has finished, with digests of the files that it made.

A build that was killed may go on days later, on a disk that was full or lost power meanwhile. What is no
longer what it was then is not taken, but made again.
"""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from lydite.core.io.digests import digest_of, digest_of_rest
from lydite.core.io.writing import writing

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class FinishedStep(NamedTuple):
    """What a step has noted: its result, the files that it made, and those that are no longer the same."""

    result: Any
    files: list[Path]
    damaged: list[Path]


def note_finished(folder: Path, note: str, result: Any, files: Iterable[Path]) -> None:
    """Note in a file of the folder of a build that a step is done."""
    digests = {f.relative_to(folder).as_posix(): _digest(f) for f in sorted(files)}
    said = [note, result, digests]
    with writing(folder / note) as out:
        json.dump([*said, _identity(said)], out)


def read_finished(folder: Path, note: str) -> FinishedStep | None:
    """Return what :func:`note_finished` noted; None where there is no such note, or it is damaged itself."""
    with contextlib.suppress(FileNotFoundError, ValueError, TypeError, RecursionError):
        *said, identity = json.loads((folder / note).read_bytes())
        if identity == _identity(said) and said[0] == note:
            _, result, digests = said
            damaged = [folder / name for name, known in digests.items() if _digest(folder / name) != known]
            return FinishedStep(result, [folder / name for name in digests], damaged)
    return None


def _identity(said: list[Any]) -> str:
    return digest_of(json.dumps(said).encode())


def _digest(path: Path) -> str:
    """Return the digest of a file; nothing where there is none."""
    try:
        with path.open("rb") as file:
            return digest_of_rest(file)
    except FileNotFoundError:
        return ""
