"""What people are asked: questions and comparisons of files, lists of saved runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.probes.agreement.questions.reading import EMBEDDED, read_questions
from lydite.probes.agreement.sheets.asking import parse_asked, question_items
from lydite.probes.agreement.sheets.items import ListItem
from lydite.reading import opening
from lydite.reading.known_names import BODIES
from lydite.runs.archive import is_archive
from lydite.runs.reading import unpack_run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.arrays import RaggedArray
    from lydite.measures.phrases.items import PhraseItems
    from lydite.probes.agreement.sheets.items import SheetItem
    from lydite.runs.run import Run

LONGEST = 3_000
"""Letters of a document that a sheet shows."""


def read_asked(
    path: str, size: int | None = None, seed: int = 0, encoding: str | None = None
) -> tuple[str, Sequence[SheetItem]]:
    """Return the name of a file and what it asks: questions, comparisons, or lists of a saved run."""
    if path == EMBEDDED:
        return EMBEDDED, question_items(read_questions(EMBEDDED), size, seed)
    data, source = opening.read_bytes(path), opening.source_name(path)
    name = Path(opening.bare_name(path)).stem
    if is_archive(data):
        return name, list_items(unpack_run(data, source, name), source)
    return name, parse_asked(opening.plain_text(data, source, encoding), source, name, size, seed)


def phrases_of(run: Run, source: str) -> Mapping[str, PhraseItems]:
    """Return gold and predictions by system; one line where the run was saved without them."""
    if not run.phrases:
        raise InputError("has no phrases: save the run with lydite score … --save RUN --save-items", source)
    return run.phrases


def list_items(run: Run, source: str) -> list[ListItem]:
    """Return every item of every system, those that a system did not answer left aside."""
    return [
        ListItem(
            system,
            one,
            _phrases(items, items.gold, place),
            _phrases(items, items.predicted, place),
            _text(items, place),
        )
        for system, items in phrases_of(run, source).items()
        for place, one in enumerate(items.ids)
        if not items.absent[place]
    ]


def _phrases(items: PhraseItems, lists: RaggedArray, place: int) -> list[str]:
    codes: Sequence[int] = lists.codes[lists.starts[place] : lists.starts[place + 1]].tolist()
    return [items.words.phrases[code] for code in codes]


def _text(items: PhraseItems, place: int) -> str:
    """Return the text of a document, a part a line, where gold has columns of it; long ones are cut."""
    parts = [items.columns[name][place].strip() for name in BODIES if name in items.columns]
    text = "\n".join(filter(None, parts))
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(maxsplit=1)[0] + " …"
