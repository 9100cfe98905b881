"""The forms a dump may have: export XML, SQL tables, rendered articles; how each is cut and read."""

from __future__ import annotations

import functools
import platform
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from lydite.core.errors import InputError, did_you_mean
from lydite.core.io import opening
from lydite.core.io.decoding import decode_forgiving
from lydite.core.languages import code_of, known_code, stemmer_of
from lydite.core.text import stemmers
from lydite.knowledge.wikipedia.dumps import archive, export, parts
from lydite.knowledge.wikipedia.dumps.extract import PageExtractor
from lydite.knowledge.wikipedia.dumps.rendered import paragraphs, read_page
from lydite.knowledge.wikipedia.dumps.sql import SqlDump
from lydite.knowledge.wikipedia.format import Labeller
from lydite.knowledge.wikipedia.titles import ARTICLE, WikiSite

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.core.array_types import AnyArray


class Dump(Protocol):
    """What a build needs to know of a dump."""

    @property
    def form(self) -> str:
        """What kind of dump it is."""

    @property
    def site(self) -> WikiSite:
        """What is known of the wiki."""

    @property
    def stemmer(self) -> str:
        """What labels are stemmed by."""

    @property
    def has_lead(self) -> bool:
        """Whether the dump holds the text of articles."""

    def size(self) -> int:
        """Return how many bytes there are to read."""

    def identity(self) -> Any:
        """Return what tells this dump from another, for a build that is taken up again."""

    def units(self) -> Iterator[tuple[Any, int]]:
        """Yield pieces of work and how many bytes are reached with each."""

    def columns(self, unit: Any, *, lead: bool, words: bool) -> dict[str, AnyArray]:
        """Return the columns of one unit."""


@dataclass(frozen=True)
class ExportDump:
    """pages-articles XML in one or more files."""

    paths: tuple[Path, ...]
    site: WikiSite
    stemmer: str
    form: str = "export"
    has_lead: bool = True

    def size(self) -> int:
        """Return the bytes of all files."""
        return sum(int(opening.identity(p)[1]) for p in self.paths)

    def identity(self) -> Any:
        """Return name, size and time of each file."""
        return [opening.identity(p) for p in self.paths]

    def units(self) -> Iterator[tuple[export.ExportUnit, int]]:
        """Yield the units of each file."""
        before = 0
        for path in self.paths:
            for unit in export.units(path):
                yield unit, before + unit.stop
            before += int(opening.identity(path)[1])

    def columns(self, unit: export.ExportUnit, *, lead: bool, words: bool) -> dict[str, AnyArray]:
        """Return the columns of the pages that begin in a unit."""
        extractor = _extractor(self.site.name, lead, words, self)
        tally = [0, 0, 0]

        def pages() -> Iterator[Any]:
            for raw in export.read_pages(unit):
                tally[0] += 1
                tally[1] += extractor.namespace(raw) == ARTICLE
                tally[2] += raw.redirect is not None
                page = extractor(raw)
                if page is not None:
                    yield page

        columns = parts.columns(pages(), _labeller(self.stemmer, self.site.language), words=words)
        return columns | {"tally": np.array(tally, np.int64)}

    def texts(self, unit: Any) -> Iterator[str]:
        """Yield the running text of each article that begins in a unit."""
        extractor = _extractor(self.site.name, False, True, self)
        for raw in export.read_pages(unit):
            page = extractor(raw)
            if page is not None and page.body:
                yield page.body


@dataclass(frozen=True)
class RenderedDump:
    """Articles as HTML in a folder, a tar or a zip archive."""

    path: Path
    site: WikiSite
    stemmer: str
    subjects_only: bool
    form: str = "rendered"
    has_lead: bool = True

    def size(self) -> int:
        """Return the bytes of the archive, or of all files of the folder."""
        return archive.size(self.path)

    def identity(self) -> Any:
        """Return name, size and time of the archive or folder."""
        return [opening.identity(self.path), archive.size(self.path)]

    def units(self) -> Iterator[tuple[Any, int]]:
        """Yield some articles at a time."""
        yield from archive.archive_units(self.path)

    def columns(self, unit: list[tuple[str, bytes]], *, lead: bool, words: bool) -> dict[str, AnyArray]:
        """Return the columns of some articles, and of the subjects and redirects they tell of."""
        tally = [0, 0, 0]

        def pages() -> Iterator[Any]:
            for name, raw in unit:
                text = decode_forgiving(raw)
                tally[0] += 1
                if self.subjects_only and archive.SUBJECTS not in text:
                    continue
                tally[1] += 1
                for page in read_page(name, text, self.site, words=words):
                    if not lead:
                        page.lead, page.paragraphs, page.further = [], (), ()
                    yield page

        columns = parts.columns(pages(), _labeller(self.stemmer, self.site.language), words=words)
        return columns | {"tally": np.array(tally, np.int64)}

    def texts(self, unit: Any) -> Iterator[str]:
        """Yield the paragraphs of some articles."""
        for name, raw in unit:
            text = decode_forgiving(raw)
            if not self.subjects_only or archive.SUBJECTS in text:
                yield from paragraphs(name, text)


@dataclass(frozen=True)
class ExtractionTask:
    """What a process must know to turn a unit into a part."""

    dump: Dump
    lead: bool
    words: bool
    size: int
    """The bytes of the dump here; who reads another one is refused."""

    def received(self) -> ExtractionTask:
        """Return this, on a worker that has the same dump there."""
        there = self.dump.size() if self.dump.form in ("export", "sql") else self.size  # others are sent
        if there != self.size:
            raise InputError(
                f"the worker on {platform.node()} has another dump there: {there:,} bytes, not {self.size:,}"
            )
        return self

    def run(self, unit: tuple[Any, Path]) -> None:
        """Read one unit and write its part at a path, in whatever process this is called."""
        content, path = unit
        parts.save(path, self.dump.columns(content, lead=self.lead, words=self.words))


def recognise(paths: Sequence[Path], stemmer: str = "auto", language: str = "") -> Dump:
    """Return the dump that these files are."""
    if not paths:
        raise InputError("no dump was named")
    for path in paths:
        if str(path) != "-" and not path.exists():
            raise InputError("no such file or folder", path)
    language = code_of(language) if language else ""
    if archive.is_archive(paths[0]):
        if len(paths) > 1:
            raise InputError(
                "a folder or archive of rendered articles is named alone, not with others", paths[0]
            )
        site = WikiSite(language or "en", {}, name="rendered")
        return RenderedDump(paths[0], site, _stemmer(stemmer, site), archive.has_subjects(paths[0]))
    if all(_is_sql(p) for p in paths):
        site = WikiSite(language or "en", {}, name="sql")
        return SqlDump.of(paths, site, _stemmer(stemmer, site))
    for path in paths:
        if _is_sql(path):
            raise InputError("is an SQL dump; name either SQL dumps or XML exports, not both", path)
    site = export.read_site(paths[0])
    if language:
        site = replace(site, language=language)
    return ExportDump(tuple(paths), site, _stemmer(stemmer, site))


def _is_sql(path: Path) -> bool:
    begins = (b"-- ", b"/*", b"CREATE TABLE", b"DROP TABLE")
    return ".sql" in path.suffixes or opening.beginning(path, 64, text=True).lstrip().startswith(begins)


def _stemmer(wanted: str, site: WikiSite) -> str:
    if wanted == "auto":
        return stemmer_of(site.language)
    known = ("auto", "none", *stemmers())
    stemmer = wanted if wanted in known else stemmer_of(wanted)
    if stemmer == "none" != wanted:
        raise InputError(f"no stemmer {wanted}{did_you_mean(wanted, known)}; one of {', '.join(known)}")
    return stemmer


@functools.lru_cache(maxsize=1)
def _labeller(stemmer: str, language: str) -> Labeller:
    return Labeller(stemmer, known_code(language) or "")


_EXTRACTORS: dict[tuple[Any, ...], PageExtractor] = {}


def _extractor(name: str, lead: bool, words: bool, dump: ExportDump) -> PageExtractor:  # noqa: FBT001
    """Return the extractor of this process: it remembers what titles resolve to."""
    key = (dump.paths, name, lead, words)
    if key not in _EXTRACTORS:
        _EXTRACTORS.clear()
        _EXTRACTORS[key] = PageExtractor(dump.site, lead=lead, words=words)
    return _EXTRACTORS[key]
