"""Which form a corpus has, told by name and content; a folder holds files of any form."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.reading import opening
from lydite.sources.corpus.documents import files_below
from lydite.sources.corpus.forms import articles, conllu, plain, records, tei

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEAD = 4096
_TEI = re.compile(rb"<(?:\w+:)?(?:TEI|teiCorpus|TEI\.2)[\s>]")
_ROW = re.compile(rb"(?:#[^\n]*+\n)*+1(?:-\d+)?\t(?:[^\t\n]*+\t){8}[^\t\n]*+(?:\n|\Z)")
_ARCHIVES, _PAGES = (".tar", ".zip"), (".htm", ".html")


def read_lines(
    path: Path, encoding: str | None, field: str | None, notes: list[str]
) -> Iterator[str | list[str]]:
    """Yield the lines of a corpus: text to be split, or the words of a sentence that was split already."""
    if articles.is_store(path):
        yield from articles.store_lines(path)
    elif path.is_dir():
        files = files_below(path)
        if any(Path(opening.bare_name(f)).suffix.lower() in _PAGES for f in files):
            yield from articles.dump_lines(path)
            return
        for file in files:
            yield from _file_lines(file, encoding, field, notes)
    else:
        yield from _file_lines(path, encoding, field, notes)


def _file_lines(
    path: Path, encoding: str | None, field: str | None, notes: list[str]
) -> Iterator[str | list[str]]:
    form = form_of(path)
    if form == "parquet":
        yield from records.parquet(path, field)
    elif form == "jsonl":
        yield from records.json_lines(path, encoding, field)
    elif form == "conllu":
        yield from conllu.sentences(path, encoding)
    elif form == "tei":
        yield from tei.lines(path, encoding)
    elif form == "wikipedia":
        yield from articles.dump_lines(path)
    elif form == "html":
        yield from articles.page_lines(path)
    else:
        yield from plain.lines(path, encoding, notes)


def form_of(path: Path) -> str:
    """Return the form of a file: parquet, jsonl, conllu, tei, wikipedia, html or text."""
    if opening.is_parquet(path):
        return "parquet"
    name = opening.bare_name(path).lower()
    if name.endswith((".jsonl", ".ndjson")):
        return "jsonl"
    if name.endswith((".conllu", ".conll")):
        return "conllu"
    if Path(name).suffix in (*_ARCHIVES, *_PAGES):
        return "wikipedia" if Path(name).suffix in _ARCHIVES else "html"
    if not path.is_file():
        raise InputError("is no file; a corpus is read more than once, so a pipe cannot be one", path)
    head = opening.beginning(path, _HEAD, text=True).lstrip()
    if head.startswith(b"<"):
        if b"<mediawiki" in head:
            return "wikipedia"
        return "tei" if _TEI.search(head) or name.endswith((".tei", ".xml")) else "text"
    if _ROW.match(head):
        return "conllu"
    return "jsonl" if re.match(rb'\{\s*"[^"\n]*"\s*:', head) else "text"
