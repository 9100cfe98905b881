"""From lines of JSON to columns: senses, labels, forms, relations and links of some entries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lydite.sources.wiktionary.entry import read_entry, texts
from lydite.sources.wiktionary.forms import written_form
from lydite.sources.wiktionary.pointing import senses_meant
from lydite.sources.wiktionary.spelling import FORM, OWN, label, language_code

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.sources.wiktionary.entry import Entry, Sense, SharedFields

GLOSS = 200  # letters of a gloss that are kept
UNKNOWN = -1
Row = tuple[str | int, ...]


@dataclass
class ExtractedLines:
    """What some lines hold; senses are numbered from 0 within it.

    ``senses``: word, language, part of speech, gloss. ``labels``: label, sense, how it leads there.
    ``forms``: label, label and word that it is a form of, part of speech, its own first sense (-1: none), how
    many. ``relations``: kind, sense spoken of (-1: unknown), first sense of the entry, how many, label of the
    entry, label and word that is named, part of speech. ``links``: a title of Wikipedia or an item of
    Wikidata, sense.
    """

    lines: int = 0
    broken: list[int] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    senses: list[Row] = field(default_factory=list)
    labels: list[Row] = field(default_factory=list)
    forms: list[Row] = field(default_factory=list)
    relations: list[Row] = field(default_factory=list)
    links: list[Row] = field(default_factory=list)


def extract(lines: Iterable[bytes], language: str | None = None) -> ExtractedLines:
    """Return what lines hold, of one language where it is named."""
    part = ExtractedLines()
    codes: dict[str, str] = {}
    for line in lines:
        part.lines += 1
        if not line.strip():
            continue
        entry = read_entry(line)
        if entry is None or not (entry.redirect or (entry.word and entry.lang_code)):
            part.broken.append(part.lines)
        elif entry.redirect or not entry.word or not entry.lang_code:
            part.counts["redirects"] += 1
        else:
            code = codes.get(entry.lang_code)
            if code is None:
                code = codes[entry.lang_code] = language_code(entry.lang_code)
            part.languages[code] += 1
            if language in (None, code):
                _entry(part, entry, entry.word, code)
    return part


def _entry(part: ExtractedLines, entry: Entry, word: str, code: str) -> None:
    part.counts["entries"] += 1
    own = label(word, code)
    origins = _labelled(part, entry.origins(), own, code)
    if not entry.senses:
        part.counts["entries without senses"] += 1
        part.forms += [(own, there, target, entry.pos, UNKNOWN, 0) for there, target in origins]
        return
    first, kept = len(part.senses), []
    for sense in entry.senses:
        mine = _labelled(part, sense.origins(), own, code)
        if _is_form(sense, [word for _, word in (*mine, *origins)]):
            part.forms += [(own, there, target, entry.pos, UNKNOWN, 0) for there, target in mine]
            continue
        number = len(part.senses)
        kept.append(sense)
        part.senses.append((word, code, entry.pos, " ".join(sense.gloss.split())[:GLOSS]))
        part.labels.append((own, number, OWN))
        part.forms += [(own, there, target, entry.pos, number, 1) for there, target in mine]
        _links(part, sense, number, code)
    number = len(kept)
    part.forms += [
        (own, there, target, entry.pos, first if number else UNKNOWN, number) for there, target in origins
    ]
    if not kept:
        return
    _relations(part, entry, kept, own, code, first)
    _links(part, entry, first, code)
    everywhere = range(len(kept))
    forms: dict[Row, None] = {}  # tables of inflection write one form in many places
    for form in entry.forms:
        written = written_form(form, word, code)
        there = label(written, code) if written else own
        if there != own:
            meant = senses_meant(form, kept) or everywhere
            forms |= dict.fromkeys((there, first + place, FORM) for place in meant)
    part.labels += forms


def _labelled(part: ExtractedLines, words: list[str], own: str, code: str) -> list[tuple[str, str]]:
    """Return the words that something is a form of, with their labels; it is no form of itself."""
    labels = [(label(word, code), word) for word in dict.fromkeys(words)]
    part.counts["named themselves"] += sum(there == own for there, _ in labels)
    return [(there, word) for there, word in labels if there != own]


def _is_form(sense: Sense, origins: list[str]) -> bool:
    """Whether a sense says no more than what it is a form of: its gloss names the word, or is none."""
    if not origins or any(named.word not in origins for _, named in sense.relations()):
        return False
    return not sense.gloss or any(word in sense.gloss for word in origins)


def _relations(
    part: ExtractedLines, entry: Entry, kept: list[Sense], own: str, code: str, first: int
) -> None:
    """Take the relations of each sense, then those of the entry with the senses that they speak of."""
    named = [(kind, one, [place]) for place, sense in enumerate(kept) for kind, one in sense.relations()]
    named += [(kind, one, senses_meant(one, kept)) for kind, one in entry.relations()]
    for kind, one, meant in named:
        if not one.word:
            continue
        there = label(one.word, code)
        if there == own:
            part.counts["named themselves"] += 1
            continue
        known = [first + place for place in meant] or [first if len(kept) == 1 else UNKNOWN]
        part.relations += [
            (int(kind), sense, first, len(kept), own, there, one.word, entry.pos) for sense in known
        ]


def _links(part: ExtractedLines, holder: SharedFields | Sense, sense: int, code: str) -> None:
    """Take the links to Wikipedia, by title, and to Wikidata; those of an entry go to its first sense."""
    titles = texts(holder.wikipedia)
    for _, *target in getattr(holder, "links", ()):
        if target and target[0].startswith(("w:", ":w:", "wikipedia:", "Wikipedia:")):
            titles.append(target[0].lstrip(":").partition(":")[2])
    for title in dict.fromkeys(titles):
        if plain := title.partition("#")[0].replace("_", " ").strip():
            part.links.append((f"{code}\t{plain}", sense))
    part.links += [(f"wikidata\t{item}", sense) for item in dict.fromkeys(texts(holder.wikidata))]
