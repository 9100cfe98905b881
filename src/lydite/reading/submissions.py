"""A folder of submissions: one a system, and what is wrong with those that cannot be scored."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from lydite.core.errors import InputError
from lydite.core.io.opening import bare_name
from lydite.core.progress import track

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    T = TypeVar("T")

_LINES = 5  # of faults that are shown for one file
_TOLD = 3  # files that a message names


@dataclass(frozen=True, slots=True)
class RefusedFile:
    """A submission that could not be scored, and why."""

    file: str
    fault: str


@dataclass(frozen=True)
class Submissions:
    """Paths by system, and files that are out for their names already."""

    folder: str
    paths: Mapping[str, str]
    refused: tuple[RefusedFile, ...] = ()


def find_submissions(folder: str | Path, gold: str = "") -> Submissions:
    """Return what is in a folder, each file (or folder) a system called after it, endings aside.

    Hidden files are passed over, and so is gold, should it be there. Of files of one name none is taken:
    nobody knows which is meant.
    """
    place = Path(folder)
    if not place.is_dir():
        raise InputError("is no folder of submissions", folder)
    try:
        inside = sorted(p for p in place.iterdir() if not p.name.startswith("."))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", folder) from error
    files: dict[str, list[Path]] = defaultdict(list)
    for path in inside:
        if not (gold and path.exists() and Path(gold).exists() and path.samefile(gold)):
            files[Path(bare_name(str(path))).stem].append(path)
    if not files:
        raise InputError("there are no submissions in it", folder)
    refused = [
        RefusedFile(p.name, f"{len(same)} submissions are called {name}: {', '.join(q.name for q in same)}")
        for name, same in files.items()
        if same[1:]
        for p in same
    ]
    paths = {name: str(same[0]) for name, same in files.items() if not same[1:]}
    return Submissions(str(folder), paths, tuple(refused))


def sort_out(found: Submissions, take: Callable[[str, str], T]) -> tuple[dict[str, T], list[RefusedFile]]:
    """Take each submission by its name and path; those with bad input are refused with all their faults."""
    taken: dict[str, T] = {}
    refused = list(found.refused)
    for name, path in track(list(found.paths.items()), "submissions"):
        try:
            taken[name] = take(name, path)
        except InputError as error:
            refused.append(RefusedFile(Path(path).name, _fault(error, path)))
    if not taken:
        told = "; ".join(f"{r.file}: {r.fault}" for r in refused[:_TOLD])
        more = f"; and {len(refused) - _TOLD:,} more" if len(refused) > _TOLD else ""
        raise InputError(f"no submission can be scored: {told}{more}", found.folder)
    return taken, sorted(refused, key=lambda r: r.file)


def _fault(error: InputError, path: str) -> str:
    """Return all faults of a file in one line, each once, without its path."""
    numbered = re.compile(re.escape(path) + r":(?=\d+: )")
    told = (numbered.sub("line ", line).replace(f"{path}: ", "") for line in str(error).splitlines())
    lines = list(dict.fromkeys(told))
    more = f"; and {len(lines) - _LINES:,} more" if len(lines) > _LINES else ""
    return "; ".join(line.strip() for line in lines[:_LINES]) + more
