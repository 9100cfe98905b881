"""Build a store from wiktextract's JSON lines: in blocks, over workers; memory follows what is kept."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.core.collecting import uncollected
from lydite.core.errors import InputError
from lydite.core.executors.base import executor_of
from lydite.core.executors.tasks import map_tasks
from lydite.core.io import decoding, opening
from lydite.core.store.places import ensure_store_place
from lydite.core.store.saving import save
from lydite.knowledge.wiktionary.assemble import COLUMNS, assemble, frame
from lydite.knowledge.wiktionary.extract import ExtractedLines, extract
from lydite.knowledge.wiktionary.spelling import language_code
from lydite.knowledge.wiktionary.store import KIND, VERSION, described
from lydite.reading.broken import most_broken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lydite.core.executors.base import On

BLOCK = 1 << 23  # bytes of lines that are read at once


def build_wiktionary(
    path: str | Path,
    output: str | Path,
    language: str | None = None,
    *,
    on: On = "here",
    report: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Write the store of a file, of one of its languages where it is named; return what is noted of it.

    ``on`` is where entries are read: ``here``, ``processes(4)``, ….
    """
    ensure_store_place(Path(output))
    code = None if language is None else language_code(language)
    tables: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    counts: Counter[str] = Counter()
    languages: Counter[str] = Counter()
    before: Counter[str] = Counter()  # rows of the parts before
    lines, broken = 0, list[int]()
    for part, reached, total in _parts(path, code, on):
        with uncollected():
            for name, frames in tables.items():
                frames.append(frame(name, getattr(part, name), before))
        before += {"senses": len(part.senses), "entries": len(part.entries)}
        broken += [lines + number for number in part.broken]
        lines += part.lines
        counts += part.counts
        languages += part.languages
        _check_broken(path, broken, lines, ended=False)
        if report is not None:
            report(reached, total)
    _check_broken(path, broken, lines, ended=True)
    _check_content(path, language, code, languages, before["senses"])
    import polars as pl

    arrays, notes = assemble({name: pl.concat(tables.pop(name), rechunk=True) for name in COLUMNS})
    notes["counts"] = {**counts, **notes["counts"], "lines": lines, "broken": len(broken)}
    notes["first_broken"] = broken[0] if broken else 0
    save(output, KIND, VERSION, arrays, notes)
    return notes


def _parts(path: str | Path, code: str | None, on: On) -> Iterator[tuple[ExtractedLines, int, int]]:
    """Yield the parts of a file in its order, and how many of its bytes were read."""
    with opening.binary(path) as file, executor_of(on) as executor:
        blocks = _blocks(decoding.utf8(iter(file), file.name), file.name)
        for part in map_tasks(executor, partial(_part, code=code), blocks):
            yield part, file.reached, file.size


def _blocks(file: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Yield blocks of whole lines, none of which is longer than a line may be."""
    held: list[bytes] = []
    size = 0
    for piece in file:
        held.append(piece)
        size += len(piece)
        if size >= BLOCK and (cut := piece.rfind(b"\n") + 1):
            held[-1] = piece[:cut]
            yield b"".join(held)
            held, size = [piece[cut:]], len(piece) - cut
        decoding.ensure_within(size - BLOCK, "line", name)
    if size:
        yield b"".join(held)


def _part(block: bytes, code: str | None) -> ExtractedLines:
    lines = block.split(b"\n")
    with uncollected():
        return extract(lines if lines[-1] else lines[:-1], code)


def _check_broken(path: str | Path, broken: list[int], lines: int, *, ended: bool) -> None:
    """Raise where more lines are broken than may be; before the end, where that is sure."""
    most = most_broken(lines)
    if broken and (len(broken) == lines or len(broken) > (most if ended else max(most, 1000))):
        raise InputError(
            f"not an entry of wiktextract; {len(broken):,} of {lines:,} lines are none, at most {most:,} are "
            "passed over; expected JSON lines with word, lang_code and senses",
            opening.source_name(path), broken[0],
        )  # fmt: skip


def _check_content(
    path: str | Path, language: str | None, code: str | None, languages: Counter[str], senses: int
) -> None:
    name = opening.source_name(path)
    if code is not None and code not in languages:
        raise InputError(f"no entry of {language}; it has {described(languages)}", name)
    if not senses:
        raise InputError("no entry with a sense here; expected wiktextract's JSON lines", name)
