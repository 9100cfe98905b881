"""From lines of JSON to columns: senses, labels, forms, relations and links of some entries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lydite.knowledge.wiktionary.entry import read_entry, texts
from lydite.knowledge.wiktionary.forms import written_form
from lydite.knowledge.wiktionary.pointing import SensesMeant, senses_meant
from lydite.knowledge.wiktionary.spelling import FORM, OWN, LabelCache, language_code

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.knowledge.wiktionary.entry import Entry, Sense, SharedFields

GLOSS = 200  # letters of a gloss that are kept
UNKNOWN = -1
WIKIPEDIA = ("w:", ":w:", "wikipedia:", "Wikipedia:")  # how a link to a Wikipedia begins
Row = tuple[str | int, ...]


@dataclass
class ExtractedLines:
    """What some lines hold; senses are numbered from 0 within it.

    ``senses``: word, language, part of speech, gloss. ``labels``: label, first sense that it leads to, how
    many, and how. ``forms``: label, label and word that it is a form of, part of speech, its own first sense
    (-1: none), how many. ``entries``: label, part of speech, first sense, how many. ``relations``: entry,
    kind, sense spoken of (-1: unknown), label and word that is named. ``links``: a title of Wikipedia or an
    item of Wikidata, sense.
    """

    lines: int = 0
    broken: list[int] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    senses: list[Row] = field(default_factory=list)
    labels: list[Row] = field(default_factory=list)
    forms: list[Row] = field(default_factory=list)
    entries: list[Row] = field(default_factory=list)
    relations: list[Row] = field(default_factory=list)
    links: list[Row] = field(default_factory=list)


def extract(lines: Iterable[bytes], language: str | None = None) -> ExtractedLines:
    """Return what lines hold, of one language where it is named."""
    part = ExtractedLines()
    codes: dict[str, LabelCache] = {}
    for line in lines:
        part.lines += 1
        if not line or line.isspace():
            continue
        entry = read_entry(line)
        if entry is None or not (entry.redirect or (entry.word and entry.lang_code)):
            part.broken.append(part.lines)
        elif entry.redirect or not entry.word or not entry.lang_code:
            part.counts["redirects"] += 1
        else:
            labels = codes.get(entry.lang_code)
            if labels is None:
                labels = codes[entry.lang_code] = LabelCache(language_code(entry.lang_code))
            part.languages[labels.code] += 1
            if language in (None, labels.code):
                _entry(part, entry, entry.word, labels)
    return part


def _entry(part: ExtractedLines, entry: Entry, word: str, labels: LabelCache) -> None:
    part.counts["entries"] += 1
    own, code = labels[word], labels.code
    origins = _labelled(part, entry.origins(), own, labels)
    if not entry.senses:
        part.counts["entries without senses"] += 1
        part.forms += [(own, there, target, entry.pos, UNKNOWN, 0) for there, target in origins]
        return
    first, kept = len(part.senses), []
    for sense in entry.senses:
        mine = _labelled(part, sense.origins(), own, labels)
        if (mine or origins) and _is_form(sense, [word for _, word in (*mine, *origins)]):
            part.forms += [(own, there, target, entry.pos, UNKNOWN, 0) for there, target in mine]
            continue
        number = len(part.senses)
        kept.append(sense)
        part.senses.append((word, code, entry.pos, " ".join(sense.gloss.split())[:GLOSS]))
        part.forms += [(own, there, target, entry.pos, number, 1) for there, target in mine]
        _links(part, sense, number, code)
    part.forms += [
        (own, there, target, entry.pos, first if kept else UNKNOWN, len(kept)) for there, target in origins
    ]
    if not kept:
        return
    part.labels.append((own, first, len(kept), OWN))
    _relations(part, entry, kept, own, labels, first)
    _links(part, entry, first, code)
    _forms(part, entry, kept, own, labels, first)


def _forms(
    part: ExtractedLines, entry: Entry, kept: list[Sense], own: str, labels: LabelCache, first: int
) -> None:
    """Take the forms of an entry; tables of inflection write one form in many places."""
    word, code = entry.word or "", labels.code
    forms: dict[Row, None] = {}
    seen: set[str | None] = set()
    for form in entry.forms:
        everywhere = form.sense_index is None
        if everywhere and form.form in seen:
            continue
        written = written_form(form, word, code)
        if written is None:
            continue
        if everywhere:
            seen.add(form.form)
        there = labels[written]
        if there == own:
            continue
        meant = [] if everywhere else senses_meant(form, kept)
        if meant:
            forms |= dict.fromkeys((there, first + place, 1, FORM) for place in meant)
        else:
            forms[there, first, len(kept), FORM] = None
    part.labels += forms


def _labelled(part: ExtractedLines, words: list[str], own: str, labels: LabelCache) -> list[tuple[str, str]]:
    """Return the words that something is a form of, with their labels; it is no form of itself."""
    if not words:
        return []
    labelled = [(labels[word], word) for word in dict.fromkeys(words)]
    part.counts["named themselves"] += sum(there == own for there, _ in labelled)
    return [(there, word) for there, word in labelled if there != own]


def _is_form(sense: Sense, origins: list[str]) -> bool:
    """Whether a sense says no more than what it is a form of: its gloss names the word, or is none."""
    if not origins or any(named.word not in origins for _, named in sense.relations()):
        return False
    return not sense.gloss or any(word in sense.gloss for word in origins)


def _relations(
    part: ExtractedLines, entry: Entry, kept: list[Sense], own: str, labels: LabelCache, first: int
) -> None:
    """Take the relations of each sense, then those of the entry with the senses that they speak of."""
    meant = SensesMeant(kept)
    named = [(kind, one, [place]) for place, sense in enumerate(kept) for kind, one in sense.relations()]
    named += [(kind, one, meant.by(one)) for kind, one in entry.relations()]
    if not named:
        return
    number, rows = len(part.entries), part.relations
    part.entries.append((own, entry.pos, first, len(kept)))
    unsaid = first if len(kept) == 1 else UNKNOWN
    for kind, one, places in named:
        word = one.word
        if not word:
            continue
        there = labels[word]
        if there == own:
            part.counts["named themselves"] += 1
        elif places:
            rows += [(number, kind, first + place, there, word) for place in places]
        else:
            rows.append((number, kind, unsaid, there, word))


def _links(part: ExtractedLines, holder: SharedFields | Sense, sense: int, code: str) -> None:
    """Take the links to Wikipedia, by title, and to Wikidata; those of an entry go to its first sense."""
    titles = texts(holder.wikipedia)
    for link in getattr(holder, "links", ()):
        if len(link) > 1 and link[1].startswith(WIKIPEDIA):
            titles.append(link[1].lstrip(":").partition(":")[2])
    for title in dict.fromkeys(titles):
        if plain := title.partition("#")[0].replace("_", " ").strip():
            part.links.append((f"{code}\t{plain}", sense))
    part.links += [(f"wikidata\t{item}", sense) for item in dict.fromkeys(texts(holder.wikidata))]
