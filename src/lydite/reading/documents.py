"""The documents that phrases are about, and which phrases stand in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import content_digest
from lydite.core.errors import InputError, did_you_mean
from lydite.core.io import opening
from lydite.core.notes import Note
from lydite.core.text import stems, tokens
from lydite.reading.beside import aligned_note, ensure_beside
from lydite.reading.fields import Detected, ReadingContext, first_known
from lydite.reading.formats.detecting import SUFFIXES
from lydite.reading.formats.folders import files_of
from lydite.reading.formats.json_text import decode_json, kind_of
from lydite.reading.formats.polars_frames import is_frame, is_series, parquet, polars_of
from lydite.reading.formats.rows import rows_of
from lydite.reading.known_names import BODIES, IDS
from lydite.reading.phrase_lists import text_id

if TYPE_CHECKING:
    from lydite.core.array_types import BoolArray
    from lydite.core.arrays import RaggedArray
    from lydite.reading.phrases import Phrases

    Row = tuple[int | None, Any]


_WORDS = b"2"  # raised when texts are divided into other words: what stands in them is another then


@dataclass(frozen=True)
class Documents:
    """Texts by id. A text has parts, such as title and abstract; no phrase runs from one into the next.

    >>> papers = Documents("papers", {"p1": ("Training of deep nets", "Networks learn.")})
    >>> papers.stemmed("porter")["p1"]
    ' train of deep net  network learn '
    """

    source: str
    texts: Mapping[str, tuple[str, ...]] = field(repr=False)
    how: str = ""
    """How they were read."""
    empty: int = 0
    """How many have no text."""
    notes: tuple[Note, ...] = ()
    """What could not be read and was left out, and how they were aligned."""
    left_out: bool = False
    """Whether documents that cannot be read were left out."""
    doubt: InputError | None = field(default=None, repr=False)
    """What is said if they have no ids, and gold has; else they stand in its order."""
    _memory: dict[str, dict[str, str]] = field(default_factory=dict, repr=False, compare=False)

    def detected(self) -> Detected:
        """Return how they were read."""
        without = f", {self.empty:,} of them without text" if self.empty else ""
        return Detected(self.source, self.how, f"{len(self.texts):,} documents{without}")

    @property
    def ids(self) -> list[str]:
        """The ids of the documents, or their numbers."""
        return list(self.texts)

    def by_line(self, gold: Phrases) -> Documents:
        """Return the documents by the ids of gold; without ids they stand in its order, if it has none.

        >>> from lydite.reading import read
        >>> texts = Documents("papers", {"1": ("Cats",), "2": ("Dogs",)}, doubt=InputError("no ids"))
        >>> texts.by_line(read([["cat"], ["dog"]])).texts
        {'1': ('Cats',), '2': ('Dogs',)}
        """
        if self.doubt is None:
            return self
        if not gold.unnamed:
            raise self.doubt
        ensure_beside(self, gold, "documents")
        texts = dict(zip(gold.ids, self.texts.values(), strict=True))
        notes = () if self.source == gold.source else (aligned_note(self.source, gold.source),)
        return replace(self, texts=texts, notes=notes, doubt=None)

    def missing(self, ids: Sequence[str], gold: str) -> list[str]:
        """Return the items without a document, which are an error unless bad documents were left out."""
        lost = [i for i in ids if i not in self.texts]
        if not lost or (self.left_out and len(lost) < len(ids)):
            return lost
        few = ", ".join(lost[:3]) + (", …" if len(lost) > 3 else "")
        there = ", ".join(list(self.texts)[:3]) + (", …" if len(self.texts) > 3 else "")
        raise InputError(
            f"no document for {len(lost):,} of {len(ids):,} items of {gold} ({few}); there are {there}",
            self.source,
        )

    def digest(self, ids: Sequence[str]) -> str:
        """Return what identifies the texts of some items."""
        parts = [self.texts[i] for i in ids]
        sizes = np.array([len(p) for p in parts], dtype="<i8").tobytes()
        return content_digest(ids, [text for part in parts for text in part], sizes + _WORDS)

    def stemmed(self, stemmer: str) -> dict[str, str]:
        """Return the stems of each text with a space on both sides, and two between parts."""
        if stemmer not in self._memory:
            self._memory[stemmer] = {
                item: f" {'  '.join(_stemmed(part, stemmer) for part in parts)} "
                for item, parts in self.texts.items()
            }
        return self._memory[stemmer]

    def stands(
        self, ids: Sequence[str], phrases: Sequence[str], stemmer: str
    ) -> Callable[[RaggedArray], BoolArray]:
        """Return a function that marks the phrases of lists (one list for each id) that occur in the text.

        A phrase stands there if its words do, one after the other. One of which any variant does is there.
        """
        texts = self.stemmed(stemmer)
        keys = [_stemmed(p, stemmer) for p in phrases]

        def look(lists: RaggedArray) -> BoolArray:
            owner = lists.owners
            pairs = zip(owner.tolist(), lists.codes.tolist(), strict=True)
            there = (bool(keys[c]) and f" {keys[c]} " in texts[ids[o]] for o, c in pairs)
            stands = np.fromiter(there, np.bool_, len(owner))
            if lists.concepts is None:
                return stands
            whole = owner * (int(lists.concepts.max(initial=0)) + 1) + lists.concepts
            return np.isin(whole, whole[stands])

        return look


def _stemmed(text: str, stemmer: str) -> str:
    """Return the stems of a text; a word of which nothing would be left (the S of U.S.) is its own."""
    words = tokens(text)
    return " ".join(stem or word for stem, word in zip(stems(words, stemmer), words, strict=True))


def read_documents(
    source: Any,
    *,
    format: str | None = None,
    encoding: str | None = None,
    id: str | None = None,
    skip_bad: bool = False,
) -> Documents:
    """Return the documents of a mapping, a data frame, a folder (one file each) or a file.

    Files are JSON lines, JSON, TSV, CSV or Parquet with an id and texts: title, abstract, text, …; without
    ids they stand in the order of gold, if that has none either. All faults are told; with ``skip_bad``
    documents that cannot be read are left out, and listed in the notes.

    >>> read_documents({"d1": "Cats and dogs"}).texts
    {'d1': ('Cats and dogs',)}
    """
    name = opening.source_name(fspath(source)) if isinstance(source, str | PathLike) else "documents"
    if isinstance(source, Documents):
        return source
    context = ReadingContext(name, skip_bad=skip_bad)
    if isinstance(source, str | PathLike) and str(source) != "-" and Path(source).is_dir():
        files, ending = files_of(fspath(source))
        whole: dict[str, tuple[str, ...]] = {}
        for file in files:
            with context.keep_fault():
                stem = Path(opening.bare_name(file)).stem
                if stem in whole:
                    raise InputError(f"document {stem!r} is there twice", fspath(file))
                whole[stem] = (opening.text(file, encoding),)
        return _told(Documents(name, whole), f"folder of {ending or 'plain'} files", context)
    rows, kind = _rows(source, context, format, encoding)
    if not rows:
        context.raise_faults(0)
        raise InputError("there are no documents in it", name)
    line, first = rows[0]
    if not any(isinstance(row, Mapping) for _, row in rows):
        raise InputError(f"expected an object with id and text, found {kind_of(first)}", name, line)
    every = dict.fromkeys(field for _, row in rows if isinstance(row, Mapping) for field in row)
    item, bodies = _fields(list(every), name, id)
    doubt = _no_ids(list(every), name, id) if item is None else None
    texts: dict[str, tuple[str, ...]] = {}
    for place, (line, record) in enumerate(rows, 1):
        with context.keep_fault():
            if not isinstance(record, Mapping) or (item is not None and item not in record):
                found = f"found {kind_of(record)}"
                raise InputError(f"expected an object with {item or 'text'}, {found}", name, line)
            key = str(place) if item is None else text_id(record[item], name, line)
            if key in texts:
                raise InputError(f"document {key!r} is there twice", name, line)
            texts[key] = tuple(_text(record.get(b), b, name, line) for b in bodies)
    how = f"{kind} ({'no ids' if item is None else f'id: {item}'}; text: {', '.join(bodies)})"
    return _told(Documents(name, texts, doubt=doubt), how, context)


def _told(documents: Documents, how: str, context: ReadingContext) -> Documents:
    notes = context.raise_faults(len(documents.texts))
    empty = sum(not any(part.strip() for part in parts) for parts in documents.texts.values())
    if empty == len(documents.texts):
        raise InputError("there is no text in any document", documents.source)
    return replace(documents, how=how, empty=empty, notes=notes, left_out=bool(notes))


def _rows(
    source: Any, context: ReadingContext, format: str | None, encoding: str | None
) -> tuple[list[Row], str]:
    """Return the records of a source with their lines, and what it is."""
    name = context.source
    if isinstance(source, Mapping):
        return _items(source), "mapping"
    if is_series(source):
        return _items(dict(zip(source.index.tolist(), source.tolist(), strict=True))), "series"
    if is_frame(source):
        return [(None, r) for r in polars_of(source).to_dicts()], "frame"
    if not isinstance(source, str | PathLike):
        raise InputError(
            f"expected a path, a mapping from id to text or a data frame, found {type(source).__name__}", name
        )
    if opening.is_parquet(source):
        return [(None, r) for r in parquet(source, name).to_dicts()], "parquet"
    text = opening.text(source, encoding)
    start = text.lstrip()[:1]
    kind = format or SUFFIXES.get(Path(opening.bare_name(source)).suffix.lower()) or ""
    if kind not in {"jsonl", "tsv", "csv", "json"}:
        one = start == "[" or (start == "{" and "\n{" not in text)
        kind = "json" if one else "jsonl" if start == "{" else "tsv" if "\t" in text else "csv"
    if kind == "json":
        content = decode_json(text, name)
        if isinstance(content, Mapping):
            return _items(content), kind
        return [(None, r) for r in content] if isinstance(content, list) else [(None, content)], kind
    if kind == "jsonl":
        content = []
        for n, row in enumerate(text.split("\n"), 1):
            if row.strip():
                with context.keep_fault():
                    content.append((n, decode_json(row, name, n)))
        return content, kind
    return _table(text, context, kind), kind


def _items(texts: Mapping[Any, Any]) -> list[Row]:
    """Return ``{id: text}`` or ``{id: {title: …, abstract: …}}`` as records."""
    deep = all(isinstance(v, Mapping) for v in texts.values())
    return [(None, {"id": k, **v} if deep else {"id": k, "text": v}) for k, v in texts.items()]


def _table(text: str, context: ReadingContext, kind: str) -> list[Row]:
    """Return the rows of a table; without a line of names it has two columns, id and text."""
    name = context.source
    table = rows_of(text, name, kind)
    rows, lines = table.cells, table.lines
    names = rows[0] if rows else []
    if first_known(names, IDS) is not None or first_known(names, BODIES) is not None:
        rows, lines = rows[1:], lines[1:]
    elif len(names) == 2:
        names = ["id", "text"]
    else:
        raise InputError(
            f"expected 2 columns (id and text) or a first line that names them, found {len(names)} columns",
            name,
            1,
        )
    texts: list[Row] = []
    for row, line in zip(rows, lines, strict=True):
        with context.keep_fault():
            if len(row) != len(names):
                raise InputError(f"expected {len(names)} columns, found {len(row)}", name, line)
            texts.append((line, dict(zip(names, row, strict=True))))
    return texts


def _fields(names: list[str], source: str, wanted: str | None) -> tuple[str | None, tuple[str, ...]]:
    """Return the field of ids if there is any, and the fields of texts in the order in which they stand."""
    item = first_known(names, [wanted.strip().lower()]) if wanted is not None else None
    item = item or first_known(names, IDS)
    if item is None and wanted is not None:
        raise _no_ids(names, source, wanted)
    bodies = tuple(n for n in names if n != item and n.strip().lower() in BODIES)
    if not bodies:
        there = ", ".join(names) or "nothing"
        raise InputError(f"no text: expected one of {', '.join(BODIES)}; there is {there}", source)
    return item, bodies


def _no_ids(names: list[str], source: str, wanted: str | None) -> InputError:
    hint = "" if wanted is None else did_you_mean(wanted, names)
    known, there = ", ".join(IDS[:8]), ", ".join(names) or "nothing"
    return InputError(
        f"no ids: expected one of {known}, … or what --id names; there is {there}{hint}", source
    )


def _text(value: Any, field: str, source: str, line: int | None) -> str:
    """Return a text, or tokens and sentences put together."""
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return " ".join(value)
    if not isinstance(value, str):
        raise InputError(f"{field}: expected a text or a list of words, found {kind_of(value)}", source, line)
    return value
