"""The lines of a corpus: plain text, or the articles of a Wikipedia; a folder contains files of either."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.io.decoding import checked_utf8, utf8
from lydite.core.store.kinds import kind_of
from lydite.knowledge.wikipedia import Wikipedia
from lydite.knowledge.wikipedia.dumps.dumps import ExportDump, RenderedDump, recognise
from lydite.knowledge.wikipedia.dumps.rendered import paragraphs
from lydite.knowledge.wikipedia.format import KIND
from lydite.vectors.corpus.documents import files_below

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEAD = 4096
_LONGEST = 1 << 20  # bytes of a line that are kept together
_ARCHIVES, _PAGES = (".tar", ".zip"), (".htm", ".html")
_OTHERS = (".conll", ".conllu", ".json", ".jsonl", ".ndjson", ".parquet", ".tei", ".xml")


def read_lines(path: Path, encoding: str | None, notes: list[str]) -> Iterator[str]:
    """Yield the lines of a file or folder; ``notes`` takes what was changed."""
    if not path.is_dir():
        yield from _file_lines(path, encoding, notes)
    elif kind_of(path) == KIND:
        yield from _store_lines(path)
    else:
        files = files_below(path)
        if any(_suffix(file) in _PAGES for file in files):
            yield from _dump_lines(path)
            return
        for file in files:
            yield from _file_lines(file, encoding, notes)


def _suffix(path: Path) -> str:
    return Path(opening.bare_name(path)).suffix.lower()


def _file_lines(path: Path, encoding: str | None, notes: list[str]) -> Iterator[str]:
    if not path.is_file():
        raise InputError("a source is read more than once, and this cannot be; give a file", path)
    suffix = _suffix(path)
    if suffix in _ARCHIVES or b"<mediawiki" in opening.beginning(path, _HEAD, text=True):
        yield from _dump_lines(path)
    elif suffix in _PAGES:
        yield from _page_lines(path)
    elif suffix in _OTHERS or opening.is_parquet(path):
        raise InputError("expected plain text, one sentence a line, or articles of a Wikipedia", path)
    else:
        yield from _text_lines(path, encoding, notes)


def _dump_lines(path: Path) -> Iterator[str]:
    """Yield the lines of the running text of each article of a dump."""
    dump = recognise([path])
    if not isinstance(dump, ExportDump | RenderedDump):
        raise InputError("this dump holds no text; give pages-articles XML or rendered articles", path)
    for unit, _ in dump.units():
        for text in dump.texts(unit):
            yield from text.split("\n")


def _page_lines(path: Path) -> list[str]:
    """Return the paragraphs of one rendered article."""
    return paragraphs(path.name, opening.text(path))


def _store_lines(path: Path) -> Iterator[str]:
    """Yield the paragraphs of each article that a store keeps: its lead."""
    wikipedia = Wikipedia.open(path)
    for article in range(wikipedia.articles):
        lead = wikipedia.lead(article)
        yield from (*lead.paragraphs, *lead.further)


def _text_lines(path: Path, encoding: str | None, notes: list[str]) -> Iterator[str]:
    """Yield the lines of a text; longer ones in pieces of about a million bytes, cut at white space."""
    cuts = 0
    for line, cut in _pieces(path, encoding):
        cuts += cut
        yield line
    if cuts:
        notes.append(f"{path.name}: lines of more than {_LONGEST >> 20} MiB were cut, at {cuts:,} places")


def _pieces(path: Path, encoding: str | None) -> Iterator[tuple[str, bool]]:
    number, rest = 1, b""
    with opening.binary(path) as file:
        for piece in utf8(iter(file), file.name, encoding):
            block = rest + piece
            end = block.rfind(b"\n") + 1
            cut = not end and len(block) > _LONGEST
            if cut:
                end = _cut(block)
            rest = block[end:]
            if end:
                text = checked_utf8(block[:end], file.name, number)
                number += text.count("\n")
                for line in text.split("\n"):
                    yield line, False
                if cut:
                    yield "", True
        if rest:
            for line in checked_utf8(rest, file.name, number).split("\n"):
                yield line, False


def _cut(block: bytes) -> int:
    """Return the last place at which a line can be cut: after a blank, else between two characters."""
    blank = max(block.rfind(b" "), block.rfind(b"\t"))
    if blank > 0:
        return blank + 1
    end = len(block) - 1
    while end > len(block) - 4 and block[end] & 0xC0 == 0x80:  # within a character
        end -= 1
    return end
