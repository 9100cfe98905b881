"""Is a file what it should be: all its faults, line by line, for people who have no gold."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.core.errors import InputError, did_you_mean
from lydite.core.io import opening
from lydite.core.io.opening import source_name
from lydite.core.io.standard_input import is_stream
from lydite.reading.ids import read_ids
from lydite.runs.validation_kinds import FileContent, ValidationOptions, check_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

_SHOWN = 3  # ids that a fault names
_LOOKED_UP = 1_000  # ids of which the line is looked for


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a file, and on which line where there is one."""

    line: int | None
    problem: str


@dataclass(frozen=True)
class Validation:
    """What came of a file."""

    file: str
    kind: str
    understood: str
    """How it was read, where it could be."""
    faults: tuple[Fault, ...]
    notes: tuple[str, ...] = ()
    items: int = 0


def validate(
    path: str, kind: str, ids: str | None = None, how: ValidationOptions | None = None
) -> Validation:
    """Return all that is wrong with a file of a kind; ``ids`` is a file of the items that it should have.

    Rows that cannot be read are told, and the others are looked at all the same.
    """
    check = check_of(kind)
    how, source = how or ValidationOptions(), source_name(path)
    wanted = None if ids is None else read_ids(ids, how.encoding)
    found: dict[Fault, None] = {}
    content = None
    items: tuple[str, ...] = ()
    bad: set[int] = set()
    for _ in range(4):  # each kind of fault hides the next: rows, repeated items, …
        try:
            content = check(path, how, bad)
            break
        except InputError as error:
            told = [_fault(one, source) for one in error.faults or (error,)]
            found |= dict.fromkeys(told)
            items = error.items or items
            lines = {f.line for f in told if f.line is not None}
            if lines <= bad or is_stream(path):  # nothing to go on without
                break
            bad |= lines
    faults = list(found)
    there = FileContent("", 0, items) if content is None and items else content
    notes: list[str] = []
    if there is not None and wanted is not None:
        faults += _not_asked_for(there, wanted, path)
        if unanswered := _unanswered(there, wanted):
            (faults.append(Fault(None, unanswered)) if how.missing == "error" else notes.append(unanswered))
    in_order = sorted(faults, key=lambda f: (f.line is None, f.line or 0))
    if content is None:
        return Validation(source, kind, "", tuple(in_order), tuple(notes))
    notes = [*content.notes, *notes]
    return Validation(source, kind, content.understood, tuple(in_order), tuple(notes), content.items)


def _fault(error: InputError, source: str) -> Fault:
    named = source.replace("\n", "\\n")
    return Fault(error.line, str(error).removeprefix(f"{named}:{error.line}: ").removeprefix(f"{named}: "))


def _not_asked_for(content: FileContent, wanted: Collection[str], path: str) -> Iterator[Fault]:
    """Yield a fault for each item that is not wanted."""
    if content.ids is None:
        yield Fault(None, "it has no ids, and cannot be compared with those of --ids")
        return
    there = dict.fromkeys(content.ids)
    hints = list(wanted)
    extra = [item for item in there if item not in wanted]
    lines = (
        dict(zip(content.ids, content.lines, strict=True))
        if content.lines is not None
        else _lines_of(extra, path)
    )
    for item in extra:
        near = len(extra) < 50 and len(item) < 100 and len(hints) < 10_000
        hint = did_you_mean(item, hints) if near else ""
        yield Fault(lines.get(item), f"item {item!r:.80} is not one of those to be answered{hint}")


def _unanswered(content: FileContent, wanted: Collection[str]) -> str:
    """Return which items are missing; nothing where all are there."""
    there = None if content.ids is None else set(content.ids)
    missing = [] if there is None else [item for item in wanted if item not in there]
    named = ", ".join(missing[:_SHOWN]) + (", …" if missing[_SHOWN:] else "")
    return f"items without an answer: {len(missing):,} of {len(wanted):,} ({named})" if missing else ""


def _lines_of(ids: Sequence[str], path: str) -> dict[str, int]:
    """Return on which lines of a text some ids are first, where they are quoted or come first."""
    if not ids or is_stream(path) or opening.is_parquet(path):
        return {}
    wanted = {json.dumps(i, ensure_ascii=False): i for i in ids[:_LOOKED_UP]}
    wanted |= {i: i for i in ids[:_LOOKED_UP]}
    token = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\Z)|^[^\t,;|"]+', re.DOTALL)
    found: dict[str, int] = {}
    try:
        for number, line in opening.lines(path, otherwise="latin-1"):
            for text in token.findall(line):
                if (item := wanted.get(text.strip())) is not None:
                    found.setdefault(item, number)
    except InputError:  # a folder has no lines
        return {}
    return found
