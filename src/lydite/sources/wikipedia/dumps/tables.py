"""Tables of pairs, tab-separated with a header: articles and their categories, categories and their parents.

Who has the tree of categories of a wiki and no dump builds a store of it: ``article<TAB>category`` and
``child<TAB>parent``, titles with spaces or underscores, with or without ``Category:``, in English or as the
language of the wiki or the rows themselves call it. Such tables know neither anchors nor redirects nor texts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import InputError
from lydite.languages import known_code
from lydite.reading import opening
from lydite.reading.broken import most_broken
from lydite.sources.wikipedia.dumps import parts
from lydite.sources.wikipedia.dumps.extract import is_maintenance
from lydite.sources.wikipedia.dumps.page import ARTICLE, CATEGORY, Page
from lydite.sources.wikipedia.dumps.sql import TABLES
from lydite.sources.wikipedia.format import Labeller
from lydite.sources.wikipedia.titles import ARTICLE as MAIN
from lydite.sources.wikipedia.titles import CATEGORY as CATEGORIES
from lydite.sources.wikipedia.titles import WikiSite, page_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.array_types import AnyArray

NAMES = "data/wikipedia/category-names.tsv"
ROWS = 100_000  # pairs in one unit
SHOWN = 10  # categories that have the same word before a colon, from which it is the name of their namespace
HEADERS = {
    ("article", "category"): MAIN,
    ("page", "category"): MAIN,
    ("title", "category"): MAIN,
    ("child", "parent"): CATEGORIES,
    ("category", "parent"): CATEGORIES,
    ("subcategory", "category"): CATEGORIES,
}
"""Names of the two columns, and the namespace of what stands in the first."""
EXPECTED = "expected a first line that names two columns, article and category or child and parent"


@dataclass(frozen=True)
class PairsUnit:
    """Some pairs of one table, to be read as pages or as memberships; broken lines are counted once."""

    table: str
    namespace: int
    pairs: list[tuple[str, str]]
    broken: int = 0


@dataclass(frozen=True)
class TablesDump:
    """Any number of tables of one wiki; a page is what a table names."""

    paths: dict[Path, int]
    site: WikiSite
    stemmer: str
    form: str = "tables"
    has_lead: bool = False

    @classmethod
    def of(cls, paths: Sequence[Path], site: WikiSite, stemmer: str) -> TablesDump:
        """Check that all files are tables, and what each holds."""
        by_path: dict[Path, int] = {}
        for path in paths:
            head = _header(path)
            if head not in HEADERS:
                raise InputError(f"{EXPECTED}; tables go with tables only", path, 1)
            if path in by_path:
                raise InputError("is named twice", path)
            by_path[path] = HEADERS[head]
        names = {*category_names(known_code(site.language) or ""), *(_shown_name(path) for path in by_path)}
        site = replace(site, namespaces=dict.fromkeys(sorted(filter(None, names)), CATEGORIES))
        return cls(by_path, site, stemmer)

    def size(self) -> int:
        """Return the bytes of all files."""
        return sum(int(opening.identity(p)[1]) for p in self.paths)

    def identity(self) -> Any:
        """Return name, size and time of each file."""
        return [opening.identity(p) for p in self.paths]

    def units(self) -> Iterator[tuple[PairsUnit, int]]:
        """Yield some pairs at a time, twice: once for the pages they name, once for what belongs to what."""
        before = 0
        for path, namespace in self.paths.items():
            with opening.binary(path) as file:
                for pairs, broken in _blocks(file):
                    yield PairsUnit("page", namespace, pairs, broken), before + file.reached
                    yield PairsUnit("categorylinks", namespace, pairs), before + file.reached
                before += file.size

    def columns(self, unit: PairsUnit, *, lead: bool, words: bool) -> dict[str, AnyArray]:  # noqa: ARG002
        """Return the columns of some pairs, in which a page's name is its id."""
        pairs = [(child, above) for a, b in unit.pairs if (child := self._named(unit.namespace, a))
                 for above in [self._named(CATEGORIES, b)] if above]  # fmt: skip
        tally = np.zeros(3, np.int64)
        columns: dict[str, AnyArray]
        if unit.table == "page":
            pages = [_page(*named) for named in dict.fromkeys(named for pair in pairs for named in pair)]
            columns = parts.columns(pages, Labeller(self.stemmer, known_code(self.site.language) or ""))
            columns["page_id"] = columns["name"].view(np.int64)
            tally[:2] = len(pages), sum(page.kind == ARTICLE for page in pages)
        else:
            children = np.array([page_name(*child) for child, _ in pairs], np.uint64)
            parents = np.array([page_name(*above) for _, above in pairs], np.uint64)
            columns = {"from_id": children.view(np.int64), "name": parents}
        table = np.array([TABLES.index(unit.table)], np.uint8)
        left = [unit.broken, len(unit.pairs) - len(pairs) if unit.table == "page" else 0]
        return {**columns, "tally": tally, "table": table, "left": np.array(left)}

    def _named(self, namespace: int, written: str) -> tuple[int, str] | None:
        """Return namespace and title of what stands in a column; None for a page that is no article."""
        said = self.site.namespace(written)
        if said == CATEGORIES:
            return CATEGORIES, self.site.title(written, CATEGORIES)
        if namespace == MAIN != said:
            return None
        return namespace, self.site.canonical(written)


def _page(namespace: int, title: str) -> Page:
    kind = CATEGORY if namespace == CATEGORIES else ARTICLE
    hidden = kind == CATEGORY and is_maintenance(title)
    return Page(kind, title, page_name(namespace, title), hidden=hidden)


def is_table(path: Path) -> bool:
    """Whether a file is a table of pairs, by its first line or by its name."""
    return Path(opening.bare_name(path)).suffix.lower() in (".tsv", ".tab") or _header(path) in HEADERS


def category_names(language: str) -> list[str]:
    """Return how the namespace of categories is called in the Wikipedia of a language, beside ``Category``.

    >>> category_names("de"), category_names("en")
    (['Kategorie'], [])
    """
    text = resources.files("lydite").joinpath(NAMES).read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return next((names.split("|") for code, names in rows if code == language), [])


def _shown_name(path: Path) -> str:
    """Return what stands before a colon in all of the first categories of a table, where it has some."""
    lines = opening.beginning(path, 1 << 16, text=True).decode("utf-8", "replace").split("\n")[1:-1]
    cells = [line.split("\t")[1].strip() for line in lines if line.count("\t") == 1]
    parts = [cell.partition(":") for cell in cells]
    names = {name for name, _, _ in parts}
    return names.pop() if len(names) == 1 and len({rest for _, _, rest in parts} - {""}) >= SHOWN else ""


def _header(path: Path) -> tuple[str, ...]:
    head = opening.beginning(path, 1 << 10, text=True).split(b"\n", 1)[0]
    return tuple(cell.strip().lower() for cell in head.decode("utf-8", "replace").split("\t"))


def _blocks(file: opening.ByteReader) -> Iterator[tuple[list[tuple[str, str]], int]]:
    """Yield pairs, and how many lines were none; raise where these are more than may be passed over."""
    held: list[tuple[str, str]] = []
    broken: list[int] = []
    told = number = 0
    for number, line in opening.lines(file):
        if number == 1 or not line.strip():
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) == 2 and all(cell.strip("_ ") for cell in cells):
            held.append((cells[0], cells[1]))
            if len(held) == ROWS:
                yield held, len(broken) - told
                held, told = [], len(broken)
        else:
            broken.append(number)
    if len(broken) > (most := most_broken(number)):
        raise InputError(
            f"not a pair of titles, and {len(broken) - 1:,} more of {number:,} lines are none; "
            f"at most {most:,} are passed over",
            file.name,
            broken[0],
        )
    yield held, len(broken) - told
