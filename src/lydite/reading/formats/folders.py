"""A folder in the place of a file: one file an item, named by its id, one phrase a line."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.reading.fields import ReadingSummary
from lydite.reading.lists import PhraseListBuilder
from lydite.reading.phrase_lists import number
from lydite.reading.separators import BULLET, NO_SEPARATOR, split_cell, string_separator

if TYPE_CHECKING:
    from lydite.reading.fields import ReadingContext
    from lydite.reading.phrases import Phrases

_URI = re.compile(r"\s*(?:<[^<>\s]+>|https?://\S+)\s*\t")
_COMMA_SCORE = re.compile(r"[^,]+,\s*[-+]?\d*\.\d+(?:[eE][-+]?\d+)?\s*")


def read_folder(path: str, encoding: str | None, context: ReadingContext) -> Phrases:
    """Read all files of a folder that have one ending; hidden files and folders are left alone.

    A line is a phrase, perhaps with a tab and a score, or what Annif has: ``<uri>``, label, perhaps score.
    Where nearly every line of all files has a separator, or one is given, it parts the phrases of a line.
    """
    files, ending = files_of(path)
    texts: list[tuple[str, list[tuple[int, str]]]] = []
    for file in files:
        with context.keep_fault():
            texts.append((str(file), _lines(opening.text(file, encoding))))
    whole = bool(context.fields.separator)  # each phrase of a line may have its score
    cells = [row if whole else row.split("\t")[0] for _, rows in texts for _, row in rows]
    how = string_separator(cells, context, ReadingSummary(f"folder of {ending or 'plain'} files"), ask=False)
    if how[1].noticed and all(map(_COMMA_SCORE.fullmatch, cells)):  # as a table would have it
        texts = [(file, [(n, "\t".join(row.rsplit(",", 1))) for n, row in rows]) for file, rows in texts]
        how = None, replace(how[1], separator=None, scores="after a comma")
    separator, summary = how
    ids, lists = [], PhraseListBuilder(context)
    for name, rows in texts:
        with context.keep_fault():
            pieces = [(p, n) for n, row in rows for p in split_cell(row, separator or NO_SEPARATOR)]
            plain = separator == "\t" or not any("\t" in p for p, _ in pieces)
            phrases = [p if plain else _scored(p, name, n) for p, n in pieces]
            item = Path(opening.bare_name(name)).stem
            lists.add([(phrases, None)], item, None, [None])
            ids.append(item)
    notes = context.raise_faults(len(ids))
    table = lists.table(ids, {})
    return replace(table, understood=summary, notes=(*notes, *table.notes))


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines that have anything, without addresses or what numbers them where all have that."""
    rows = [(n, row.strip("\r")) for n, row in enumerate(text.split("\n"), 1) if row.strip()]
    for common in (_URI, BULLET):
        if rows[1:] if common is BULLET else rows:
            found = [common.match(row) for _, row in rows]
            if all(found):
                rows = [(n, row[m.end() :]) for (n, row), m in zip(rows, found, strict=True) if m]
    return rows


def _scored(piece: str, source: str, line: int) -> list[Any]:
    """Return a phrase and its score."""
    phrase, *rest = piece.split("\t")
    score = number(rest[0]) if len(rest) == 1 else None
    if score is None:
        raise InputError("expected a phrase, or a phrase, a tab and a score", source, line)
    return [phrase.strip(), score]


def files_of(path: str) -> tuple[list[Path], str]:
    """Return the files of a folder, one for each item, and the ending that all of them have."""
    with opening.input_errors(path):
        files = sorted(f for f in Path(path).iterdir() if f.is_file() and not f.name.startswith("."))
    if not files:
        raise InputError("is a folder without files; there is to be one for each item", path)
    endings = sorted({Path(opening.bare_name(f)).suffix for f in files})
    if len(endings) > 1:
        raise InputError(
            f"is a folder with files of several kinds ({', '.join(e or 'no ending' for e in endings)}); "
            "give one with a file for each item, all of one kind, or one file",
            path,
        )
    if endings[0] in {".jsonl", ".json", ".csv", ".parquet"}:
        raise InputError(
            f"is a folder of {endings[0]} files; give one file, or a folder of texts, one for each item "
            "(--runs takes a folder of systems)",
            path,
        )
    return files, endings[0]
