"""Articles of a Wikipedia: a dump (export XML or rendered articles), or the leads that a store keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.sources.store_kinds import kind_of
from lydite.sources.wikipedia.format import KIND

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def is_store(path: Path) -> bool:
    """Whether a folder is a store of a Wikipedia."""
    return path.is_dir() and kind_of(path) == KIND


def dump_lines(path: Path) -> Iterator[str]:
    """Yield the lines of the running text of each article of a dump."""
    from lydite.sources.wikipedia.dumps.dumps import ExportDump, RenderedDump, recognise

    dump = recognise([path])
    if not isinstance(dump, ExportDump | RenderedDump):
        raise InputError("this dump holds no text; give pages-articles XML or rendered articles", path)
    for unit, _ in dump.units():
        for text in dump.texts(unit):
            yield from text.split("\n")


def page_lines(path: Path) -> list[str]:
    """Return the paragraphs of one rendered article."""
    from lydite.reading import opening
    from lydite.sources.wikipedia.dumps.rendered import paragraphs

    return paragraphs(path.name, opening.text(path))


def store_lines(path: Path) -> Iterator[str]:
    """Yield the paragraphs of each article that a store keeps: its lead."""
    from lydite.sources.wikipedia import Wikipedia

    wikipedia = Wikipedia.open(path)
    for article in range(wikipedia.articles):
        lead = wikipedia.lead(article)
        yield from (*lead.paragraphs, *lead.further)
