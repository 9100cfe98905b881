"""A folder in the place of a file: one file an item, named by its id, one phrase a line."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.arrays import encode
from lydite.errors import InputError
from lydite.reading import opening
from lydite.reading.fields import Understood
from lydite.reading.phrases import listed
from lydite.reading.shapes import by_score, number, split

if TYPE_CHECKING:
    from lydite.reading.fields import Context
    from lydite.reading.phrases import Phrases

_URI = re.compile(r"<[^<>\s]+>|https?://\S+")


def read_folder(path: str, encoding: str | None, context: Context) -> Phrases:
    """Read all files of a folder that have one ending; hidden files and folders are left alone.

    A tab in a line comes before a score; ``--separator`` parts the phrases of a line.
    """
    files, ending = files_of(path)
    ids, lists = [], []
    separator = None  # where it is in any file
    for file in files:
        with context.row():
            text = opening.text(file, encoding)
            if context.fields.separator and context.fields.separator in text:
                separator = context.fields.separator
            lists.append(_phrases(text.split("\n"), context, str(file)))
            ids.append(Path(opening.bare_name(file)).stem)
    notes = context.settle(len(ids))
    words, (encoded,) = encode(lists)
    said = Understood(f"folder of {ending or 'plain'} files", separator=separator)
    return replace(listed(ids, (words, encoded), {}, context.source), understood=said, notes=notes)


def files_of(path: str) -> tuple[list[Path], str]:
    """Return the files of a folder, one for each item, and the ending that all of them have."""
    with opening.failing(path):
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
            f"is a folder of {endings[0]} files; give one file, or a folder of texts, one for each item", path
        )
    return files, endings[0]


def _phrases(rows: list[str], context: Context, source: str) -> list[str]:
    """Return the phrases of one file, by score where its lines end in one.

    A line is a phrase, a phrase and a score, or what Annif has: ``<uri>``, a label, perhaps a score.
    """
    full = [(n, row.split("\t")) for n, row in enumerate(rows, 1) if row.strip()]
    separator = context.fields.separator
    if separator and separator != "\t":
        return [p for _, row in full for p in split("\t".join(row), separator)]
    if all(len(row) > 1 and _URI.fullmatch(row[0].strip()) for _, row in full):
        full = [(n, row[1:]) for n, row in full]
    if all(len(row) == 1 for _, row in full):
        return [row[0].strip() for _, row in full]
    scores = []
    for line, row in full:
        score = number(row[-1]) if len(row) == 2 else None
        if score is None:
            raise InputError("expected a phrase, or a phrase, a tab and a score", source, line)
        scores.append(score)
    return by_score([row[0].strip() for _, row in full], scores, context.fields.ties)
