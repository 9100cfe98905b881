"""Gold and systems in many files: which file of gold goes with which file of each system."""

from __future__ import annotations

import glob
import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError, is_remote
from lydite.core.io.opening import bare_name, source_name
from lydite.core.io.remote import connect, remote_errors

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_WILD = re.compile(r"[*?\[]")
TABLES = (".jsonl", ".ndjson", ".csv", ".parquet")
"""Endings of files in a folder that are parts."""
ITEMS = (".key", ".txt", ".tsv")
"""Endings of files in a folder that are items."""
_SHOWN = 3  # files that a message names


@dataclass(frozen=True, order=True)
class FilePart:
    """One file of gold with one file of each system, which whoever scores it reads."""

    number: int
    of: int
    gold: str
    systems: tuple[tuple[str, str], ...]
    """Each with its file."""

    @property
    def path(self) -> str:
        """What it is called in messages."""
        return self.gold

    def absolute(self) -> FilePart:
        """Return the same for workers in other folders."""
        gold, *others = (
            p if is_remote(p) else str(Path(p).absolute()) for p in (self.gold, *dict(self.systems).values())
        )
        return replace(self, gold=gold, systems=tuple(zip(dict(self.systems), others, strict=True)))


def plan_files(gold: Any, systems: Mapping[str, Any]) -> list[FilePart]:
    """Return the parts that patterns or folders are; none where gold and systems are no such thing.

    Files go together whose names have the same text in the place of ``*``; in folders, the same name.
    """
    sources = {"gold": gold, **{f"system {name}": source for name, source in systems.items()}}
    found = {what: _files(source) for what, source in sources.items()}
    several = [what for what, files in found.items() if files]
    patterns = any(is_pattern(source) for source in sources.values())
    if not several or (len(several) < len(found) and not patterns):  # a folder alone is read as one source
        return []
    if single := [what for what, files in found.items() if not files]:
        raise InputError(
            f"{several[0]} is in several files, {single[0]} in one; give a pattern or a folder for each",
            _named(sources[single[0]]),
        )
    keys = sorted(found["gold"])
    for what, files in found.items():
        _ensure_same(keys, sorted(files), what, _named(sources[what]), _named(gold))
    return [
        FilePart(n, len(keys), found["gold"][key], tuple((s, found[f"system {s}"][key]) for s in systems))
        for n, key in enumerate(keys, 1)
    ]


def files_name(path: str) -> str:
    """Return what a system in several files is called: after what is fixed in the pattern, or its folder.

    >>> files_name("runs/speller/*.jsonl.gz"), files_name("speller-*.jsonl"), files_name("run.jsonl")
    ('speller', 'speller', 'run')
    """
    stem = Path(bare_name(path)).stem
    if not is_pattern(path) or not _WILD.search(stem):
        return stem
    return _WILD.split(stem)[0].rstrip("-_. ") or Path(path).parent.name or stem


def is_pattern(source: object) -> bool:
    """Whether a source is a pattern of file names, and no file of that very name."""
    if not isinstance(source, str | os.PathLike):
        return False
    text = os.fspath(source)
    if not isinstance(text, str) or is_remote(text):  # whose ? begins what is asked there
        return isinstance(text, str) and "*" in text.partition("?")[0]
    return _WILD.search(text) is not None and not os.path.exists(text)  # noqa: PTH110


def _files(source: Any) -> dict[str, str]:
    """Return the files of a pattern or a folder, by what their names have of their own."""
    if not isinstance(source, str | os.PathLike):
        return {}
    path = os.fspath(source)
    if is_pattern(source):
        return _matching(path)
    return _inside(path) if not is_remote(path) and os.path.isdir(path) else {}  # noqa: PTH112


def _matching(pattern: str) -> dict[str, str]:
    if is_remote(pattern):
        with remote_errors(pattern):
            system, place = connect(pattern)
            fixed_place, fixed_address = (text.partition("*")[0] for text in (place, pattern))
            found = [fixed_address + one.removeprefix(fixed_place) for one in map(str, system.glob(place))]
    else:
        found = glob.glob(pattern)  # noqa: PTH207 # of any text, also of one that is absolute
    if not found:
        raise InputError("no file has such a name", pattern)
    wild = r"\*+" if is_remote(pattern) else r"\*+|\?|\[[^]]*\]"
    names = re.compile("(.*)".join(map(re.escape, re.split(wild, pattern))), re.DOTALL)
    matches = {file: names.fullmatch(file) for file in sorted(found)}
    return {"/".join(match.groups()) if match else file: file for file, match in matches.items()}


def _inside(folder: str) -> dict[str, str]:
    """Return the files of a folder of tables; none of a folder of items."""
    files = sorted(p for p in Path(folder).iterdir() if p.is_file() and not p.name.startswith("."))
    endings = {p: Path(bare_name(str(p))).suffix.lower() for p in files}
    tables = [p for p in files if endings[p] in TABLES]
    items = [p for p in files if endings[p] in ITEMS]
    if tables and items:
        raise InputError(
            f"holds tables ({tables[0].name}) and files of single items ({items[0].name}): give the "
            f"tables as a pattern, '{folder}/*{endings[tables[0]]}*', or the items in a folder of their own",
            folder,
        )
    by_key: dict[str, str] = {}
    for path in map(str, tables):
        if (other := by_key.setdefault(Path(bare_name(path)).stem, path)) != path:
            raise InputError(
                f"{Path(other).name} and {Path(path).name} have one name; which is meant?", folder
            )
    return by_key


def _named(source: object) -> str:
    """Return what a source is called in messages."""
    if not isinstance(source, str | os.PathLike):
        return f"a {type(source).__name__}"
    return source_name(os.fspath(source))


def _ensure_same(keys: Sequence[str], own: Sequence[str], what: str, source: str, gold: str) -> None:
    lost, more = ([k for k in a if k not in set(b)] for a, b in ((keys, own), (own, keys)))
    if lost:
        raise InputError(f"{what} has no file for {_few(lost)}, which {gold} has", source)
    if more:
        raise InputError(f"{what} has files for {_few(more)}, which {gold} does not have", source)


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else "")
