"""The SQL dumps of MediaWiki's tables: page, redirect, linktarget, pagelinks, categorylinks (and page_props).

Columns are found by their names in CREATE TABLE, so old dumps (``pl_title``, ``cl_to``) and current ones
(``pl_target_id``, ``cl_target_id`` through ``linktarget``) are both read. These tables know no anchors:
labels are the titles that links lead to, with and without bracketed terms, counted by links.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import InputError, did_you_mean
from lydite.core.io import opening
from lydite.core.io.decoding import ensure_within, utf8
from lydite.core.io.files import reading_errors
from lydite.core.languages import known_code
from lydite.knowledge.wikipedia.dumps import parts
from lydite.knowledge.wikipedia.dumps.extract import is_maintenance
from lydite.knowledge.wikipedia.dumps.page import ARTICLE, CATEGORY, REDIRECT, Page
from lydite.knowledge.wikipedia.format import Labeller
from lydite.knowledge.wikipedia.titles import ARTICLE as MAIN
from lydite.knowledge.wikipedia.titles import CATEGORY as CATEGORIES
from lydite.knowledge.wikipedia.titles import WikiSite, page_name, unbracketed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lydite.core.array_types import AnyArray

    Row = tuple[bytes, ...]
    Columns = dict[str, AnyArray]

UNIT = 8 << 20
NEEDED = ("page", "redirect", "categorylinks")
TABLES = (*NEEDED, "pagelinks", "linktarget", "page_props")
_CREATE = re.compile(rb"CREATE TABLE `(\w+)` \(")
_COLUMN = re.compile(rb"^[ \t]*+`(\w+)`", re.MULTILINE)
_VALUE = rb"(?:'(?:[^'\\]|\\.|'')*+'|[^,')(]*+)"
_ESCAPE = re.compile(rb"\\(.)|''", re.DOTALL)
# each at the beginning of a line; values have no raw newline
_LOCK, _INSERT, _UNLOCK = b"\nLOCK TABLES ", b"\nINSERT INTO ", b"\nUNLOCK TABLES"
_WORDS = (_LOCK, _INSERT, _UNLOCK)
_SPECIAL = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"0": b"\0", b"Z": b"\x1a"}


@dataclass(frozen=True)
class SqlUnit:
    """Some INSERT statements of one table, and where its columns stand."""

    path: str
    table: str
    columns: tuple[str, ...]
    text: bytes


@dataclass(frozen=True)
class SqlDump:
    """A set of SQL dumps of one wiki."""

    paths: dict[str, Path]
    site: WikiSite
    stemmer: str
    form: str = "sql"
    has_lead: bool = False

    @classmethod
    def of(cls, paths: Sequence[Path], site: WikiSite, stemmer: str) -> SqlDump:
        """Recognise the tables and check that all columns are there that will be needed."""
        by_table: dict[str, Path] = {}
        schema: dict[str, tuple[str, ...]] = {}
        for path in paths:
            table, columns = _schema(path)
            if table in by_table:
                raise InputError(f"a second dump of table {table}; the first was {by_table[table]}", path)
            if table not in TABLES:
                raise InputError(
                    f"a dump of table {table}, of no use here{did_you_mean(table, TABLES)}", path
                )
            by_table[table], schema[table] = path, columns
            _wanted(table, columns, path)
        missing = [t for t in NEEDED if t not in by_table]
        through = [t for t, c in schema.items() if t in _THROUGH and _THROUGH[t] in c]
        if through and "linktarget" not in by_table:
            missing.append("linktarget")
        if missing:
            raise InputError(f"the dump of table {' and '.join(missing)} is missing; name it too", paths[0])
        return cls({t: by_table[t] for t in TABLES if t in by_table}, site, stemmer)

    def size(self) -> int:
        """Return the bytes of all files."""
        return sum(int(opening.identity(p)[1]) for p in self.paths.values())

    def identity(self) -> Any:
        """Return name, size and time of each file."""
        return [opening.identity(p) for p in self.paths.values()]

    def units(self) -> Iterator[tuple[SqlUnit, int]]:
        """Yield some INSERT statements at a time, table by table."""
        before = 0
        for table, path in self.paths.items():
            _, columns = _schema(path)
            with opening.binary(path) as file:
                for text in _statements(utf8(file.blocks(UNIT), file.name), path):
                    yield SqlUnit(str(path), table, columns, text), before + file.reached
                before += file.size

    def columns(self, unit: SqlUnit, *, lead: bool, words: bool) -> Columns:  # noqa: ARG002
        """Return the columns of some rows."""
        labeller = Labeller(self.stemmer, known_code(self.site.language) or "")
        rows = _rows(unit)
        wanted = _wanted(unit.table, unit.columns, Path(unit.path))
        with reading_errors(unit.path, f"a row of table {unit.table} has no number where one belongs"):
            columns_made = _MAKE[unit.table](rows, wanted, labeller, self.site)
        tally = columns_made.pop("tally", np.zeros(3, np.int64))
        return {**columns_made, "tally": tally, "table": np.array([TABLES.index(unit.table)], np.uint8)}


def _schema(path: Path) -> tuple[str, tuple[str, ...]]:
    """Return table and columns, from CREATE TABLE near the beginning of a dump."""
    for size in (1 << 16, 1 << 20):
        head = opening.beginning(path, size, text=True)
        found = _CREATE.search(head)
        if found and (end := head.find(b"\n)", found.end())) >= 0:
            return found[1].decode(), tuple(c.decode() for c in _COLUMN.findall(head, found.end(), end))
    raise InputError("holds no CREATE TABLE; an SQL dump of one of MediaWiki's tables was expected", path)


def _statements(blocks: Iterator[bytes], path: Path) -> Iterator[bytes]:
    """Yield pieces of the dump that end at the end of a statement."""
    held, cut, seen = bytearray(), 0, set[bytes]()
    for block in itertools.chain(blocks, [None]):
        new = max(len(held) - 1, 0)  # a statement may end on the seam
        held += block or b""
        cut = max(cut, held.rfind(b";\n", new) + 1)
        if cut and (len(held) >= UNIT or block is None):
            whole, held, cut = bytes(memoryview(held)[:cut]), held[cut:], 0
            seen.update(word for word in _WORDS if word in whole)
            yield whole
        ensure_within(len(held) - cut, "line", str(path), noun="statement")
    seen.update(word for word in _WORDS if word in held)
    if _INSERT in held:
        raise InputError("ends inside an INSERT; the file is cut: fetch it again", path)
    if _UNLOCK not in seen and (_LOCK in seen or _INSERT not in seen):
        raise InputError("ends before its table does; the file is cut: fetch it again", path)


def _rows(unit: SqlUnit) -> Callable[[Sequence[int]], list[Row]]:
    """Return a reader of chosen columns (by place) of the rows of a unit."""

    def read(places: Sequence[int]) -> list[Row]:
        pattern = b",".join(b"(" + _VALUE + b")" if i in places else _VALUE for i in range(len(unit.columns)))
        order = np.argsort(np.argsort(places)).tolist()
        rows: list[Any] = []
        for statement in unit.text.split(_INSERT)[1:]:
            values = re.findall(rb"\(" + pattern + rb"\)(?=[,;])", statement)
            if not values:
                raise InputError(
                    f"rows do not have the {len(unit.columns)} columns of CREATE TABLE", unit.path
                )
            rows += values
        if len(places) == 1:
            return [(row,) for row in rows]
        return rows if order == sorted(order) else [tuple(row[i] for i in order) for row in rows]

    return read


def _text(value: bytes) -> str:
    inner = value[1:-1]
    if b"\\" in inner or b"''" in inner:
        inner = _ESCAPE.sub(lambda m: _SPECIAL.get(m[1], m[1]) if m[1] else b"'", inner)
    return inner.decode("utf-8", "replace").replace("_", " ")


# One table each ------------------------------------------------------------------------------------

_THROUGH = {"pagelinks": "pl_target_id", "categorylinks": "cl_target_id"}
_COLUMNS: dict[str, tuple[tuple[str, ...], ...]] = {
    "page": (("page_id", "page_namespace", "page_title", "page_is_redirect"),),
    "redirect": (
        ("rd_from", "rd_namespace", "rd_title", "rd_interwiki"),
        ("rd_from", "rd_namespace", "rd_title"),
    ),
    "linktarget": (("lt_id", "lt_namespace", "lt_title"),),
    "pagelinks": (("pl_from", "pl_namespace", "pl_title"), ("pl_from", "pl_target_id")),
    "categorylinks": (("cl_from", "cl_to"), ("cl_from", "cl_target_id")),
    "page_props": (("pp_page", "pp_propname"),),
}


def _wanted(table: str, columns: Sequence[str], path: Path) -> list[int]:
    """Return where the columns stand that are needed, in the first form that this dump has."""
    for form in _COLUMNS[table]:
        if all(c in columns for c in form):
            return [columns.index(c) for c in form]
    wanted = " or ".join(", ".join(form) for form in _COLUMNS[table])
    raise InputError(f"table {table} should have {wanted}; it has {', '.join(columns)}", path)


class _Titles:
    """Names and labels of titles, worked out once each."""

    def __init__(self, labeller: Labeller, site: WikiSite) -> None:
        self.labeller, self.site = labeller, site
        self.known: dict[int, int] = {}

    def __call__(self, namespace: int, title: str) -> tuple[int, int, int]:
        title = self.site.canonical(title)
        label, stem = self.labeller(title)
        bare, bare_stem = self.labeller(unbracketed(title))
        self.known[label], self.known[bare] = stem, bare_stem
        return page_name(namespace, title), label, bare

    def columns(self, names: list[tuple[int, ...]]) -> Columns:
        flat = np.array(names, np.uint64).reshape(-1, 3)
        return {
            "name": flat[:, 0].copy(),
            "label": flat[:, 1].copy(),
            "bare": flat[:, 2].copy(),
            "known_label": np.array(list(self.known), np.uint64),
            "known_stem": np.array(list(self.known.values()), np.uint64),
        }


def _page(read: Any, places: list[int], labeller: Labeller, site: WikiSite) -> Columns:
    ids, pages, tally = [], [], [0, 0, 0]
    for number, space, title, redirect in read(places):
        namespace = int(space)
        tally[0] += 1
        tally[1] += namespace == MAIN
        tally[2] += redirect == b"1"
        if namespace not in (MAIN, CATEGORIES):
            continue
        name = site.canonical(_text(title))
        kind = CATEGORY if namespace == CATEGORIES else REDIRECT if redirect == b"1" else ARTICLE
        page = Page(kind, name, page_name(namespace, name))
        page.hidden = kind == CATEGORY and is_maintenance(name)
        ids.append(int(number))
        pages.append(page)
    columns = parts.columns(pages, labeller)
    return {**columns, "page_id": np.array(ids, np.int64), "tally": np.array(tally, np.int64)}


def _redirect(read: Any, places: list[int], labeller: Labeller, site: WikiSite) -> Columns:  # noqa: ARG001
    ids, names = [], []
    for number, space, title, *elsewhere in read(places):
        if int(space) in (MAIN, CATEGORIES) and not (
            elsewhere and len(elsewhere[0]) > 2 and elsewhere[0] != b"NULL"
        ):
            ids.append(int(number))
            names.append(page_name(int(space), site.canonical(_text(title))))
    return {"from_id": np.array(ids, np.int64), "name": np.array(names, np.uint64)}


def _linktarget(read: Any, places: list[int], labeller: Labeller, site: WikiSite) -> Columns:
    titles = _Titles(labeller, site)
    rows = [(int(n), int(s), t) for n, s, t in read(places) if s in {b"0", b"14"}]
    columns = titles.columns([titles(space, _text(title)) for _, space, title in rows])
    return {"target_id": np.array([n for n, _, _ in rows], np.int64), **columns}


def _pagelinks(read: Any, places: list[int], labeller: Labeller, site: WikiSite) -> Columns:
    rows = read(places)
    if len(places) == 2:
        return _ids(rows)
    titles = _Titles(labeller, site)
    rows = [(int(n), t) for n, s, t in rows if s == b"0"]
    columns = titles.columns([titles(MAIN, _text(title)) for _, title in rows])
    return {"from_id": np.array([n for n, _ in rows], np.int64), **columns}


def _categorylinks(read: Any, places: list[int], labeller: Labeller, site: WikiSite) -> Columns:  # noqa: ARG001
    rows = read(places)
    if rows and not rows[0][1].startswith(b"'"):
        return _ids(rows)
    names = [page_name(CATEGORIES, site.canonical(_text(title))) for _, title in rows]
    return {"from_id": np.array([int(n) for n, _ in rows], np.int64), "name": np.array(names, np.uint64)}


def _page_props(read: Any, places: list[int], labeller: Labeller, site: WikiSite) -> Columns:  # noqa: ARG001
    return {"from_id": np.array([int(n) for n, what in read(places) if what == b"'hiddencat'"], np.int64)}


def _ids(rows: list[Row]) -> Columns:
    return {
        "from_id": np.array([int(n) for n, _ in rows], np.int64),
        "target_id": np.array([0 if t == b"NULL" else int(t) for _, t in rows], np.int64),
    }


_MAKE = {
    "page": _page, "redirect": _redirect, "linktarget": _linktarget, "pagelinks": _pagelinks,
    "categorylinks": _categorylinks, "page_props": _page_props,
}  # fmt: skip
