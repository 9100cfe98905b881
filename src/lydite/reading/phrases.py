"""The table that every reader gives: items, their lists of phrases, and what else is known of them."""

from __future__ import annotations

import functools
import itertools
import operator
import re
import unicodedata
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import RaggedArray, Vocabulary
from lydite.core.errors import InputError
from lydite.core.notes import Note
from lydite.reading.beside import aligned_note, ensure_beside, ensure_one_order, field_note, ids_by_field
from lydite.reading.fields import Detected
from lydite.reading.known_names import LABEL_AGAIN, LABEL_NAMES, MOST_LABELS
from lydite.reading.spelled_lists import list_of_cell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import polars as pl

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.reading.fields import ReadingSummary

    Column = list[str] | pl.Series


@dataclass(frozen=True)
class Phrases:
    """Lists of phrases by item, as one file or frame has them; every item once."""

    index: Column = field(repr=False)
    """The ids, as the kind of column they were read as."""
    words: Vocabulary = field(repr=False)
    lists: RaggedArray = field(repr=False)
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    """Whatever else is known of each item: its topic, its user."""
    source: str = "input"
    """What messages call it."""
    notes: tuple[Note, ...] = ()
    understood: ReadingSummary | None = field(default=None, repr=False)
    """How the source was read."""
    grades: FloatArray | None = field(default=None, repr=False)
    """How relevant each phrase is, in the order of the phrases; None where that is yes or no."""
    unnamed: bool = False
    """Whether items had no ids; then they are numbered from 1."""
    left_out: bool = False
    """Whether rows that cannot be read were left out."""

    def __len__(self) -> int:
        return len(self.index)

    @functools.cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of the items, in order of appearance."""
        return tuple(self.index if isinstance(self.index, list) else self.index.to_list())

    @functools.cached_property
    def ordered(self) -> bool:
        """Whether the ids are sorted."""
        return sorted(self.index) == self.index if isinstance(self.index, list) else self.ascending

    @functools.cached_property
    def ascending(self) -> bool:
        """Whether each id is greater than the one before it; then none comes twice."""
        if isinstance(self.index, list):
            return all(map(operator.lt, self.index, itertools.islice(self.index, 1, None)))
        return bool((self.index[:-1] < self.index[1:]).all())

    def same_items(self, other: Phrases) -> bool:
        """Whether another table has the same items in the same order."""
        if isinstance(self.index, list) or isinstance(other.index, list):
            return self.ids == other.ids
        return len(self) == len(other) and bool((self.index == other.index).all())

    def order(self) -> IntArray:
        """Return the places of the items in the order of their ids."""
        if isinstance(self.index, list):
            return np.array(sorted(range(len(self)), key=self.index.__getitem__), dtype=np.int64)
        return self.index.arg_sort().to_numpy().astype(np.int64)

    def places_in(self, other: Phrases) -> tuple[IntArray, list[str]]:
        """Return the place of each item in another table (-1 where it is not), and what only that one has.

        >>> from lydite.reading import read
        >>> read({"b": [], "a": []}).places_in(read({"a": [], "c": []}))
        (array([-1,  0]), ['c'])
        """
        if isinstance(self.index, list) or isinstance(other.index, list):
            places = {item: place for place, item in enumerate(other.ids)}
            return np.fromiter((places.pop(i, -1) for i in self.ids), np.int64, len(self)), list(places)
        import polars as pl

        there = pl.DataFrame({"id": other.index, "place": np.arange(len(other))})
        found = pl.DataFrame({"id": self.index}).join(there, "id", "left", maintain_order="left")["place"]
        extra = np.ones(len(other), np.bool_)
        extra[found.drop_nulls().to_numpy()] = False
        return found.fill_null(-1).to_numpy(), other.index.filter(pl.Series(extra)).to_list()

    def detected(self) -> Detected:
        """Return how the source was read.

        >>> from lydite.reading import read
        >>> print(read({"d1": ["cat", "dog"], "d2": []}, name="gold").detected())
        gold: mapping, 2 items, 2 phrases
        """
        phrases = int(self.lists.concept_counts.sum())
        many = [
            f"{n:,} {one}{'' if n == 1 else 's'}" for n, one in ((len(self), "item"), (phrases, "phrase"))
        ]
        how = "" if self.understood is None else str(self.understood)
        return Detected(self.source, how, ", ".join(many))

    def to_dict(self) -> dict[str, list[str] | list[list[str]]]:
        """Return the phrases as plain lists by item (lists of variants where there are variants).

        >>> from lydite.reading import read
        >>> read({"d1": ["cat", "dog"], "d2": []}).to_dict()
        {'d1': ['cat', 'dog'], 'd2': []}
        """
        by_item: dict[str, list[str] | list[list[str]]] = {}
        for item, a, b in zip(self.ids, self.lists.starts[:-1], self.lists.starts[1:], strict=True):
            phrases = [self.words.phrases[c] for c in self.lists.codes[a:b]]
            if self.lists.concepts is None:
                by_item[item] = phrases
            else:
                groups: dict[int, list[str]] = {}
                for phrase, concept in zip(phrases, self.lists.concepts[a:b].tolist(), strict=True):
                    groups.setdefault(concept, []).append(phrase)
                by_item[item] = list(groups.values())
        return by_item

    def without_blanks(self) -> Phrases:
        """Leave out phrases without any visible character, which would match each other; a note counts them.

        >>> from lydite.reading import read
        >>> table = read({"d1": ["cat", " "], "d2": ["\u200b"]})
        >>> table.to_dict(), table.notes
        ({'d1': ['cat'], 'd2': []}, ('input: empty phrases left out: 2',))
        """
        phrases = self.words.phrases
        if all(map(str.isprintable, phrases)) and "" not in phrases and not any(map(str.isspace, phrases)):
            return self  # nearly always, and seen quickly
        blank = [n for n, phrase in enumerate(phrases) if not any(map(_visible, phrase))]
        if (keep := ~np.isin(self.lists.codes, blank)).all():
            return self
        note = Note("empty phrases left out: {count:,}", self.source, count=int((~keep).sum()))
        grades = None if self.grades is None else self.grades[keep]
        return replace(self, lists=self.lists.where(keep), grades=grades, notes=(*self.notes, note))


_NUMBER = re.compile(r"[\s\d]*+[^\s\d].*[\s:=(|/]\d*\.\d+\)?", re.DOTALL)
_OPENED, _CLOSED = frozenset("[({"), frozenset("])}")
_LOOKED_AT = 100  # phrases; what holds for these holds for the rest


def numbers_in_phrases(table: Phrases) -> Phrases:
    """Say that every phrase ends in a number, which is probably its score.

    >>> from lydite.reading import read
    >>> read({"d1": ["cat:0.9", "dog:0.5"]}, name="run").notes
    ("run: every phrase ends in a number ('cat:0.9'), taken as part of it; give scores apart from phrases",)
    """
    few = table.words.phrases[:_LOOKED_AT]
    if len(few) < 2 or not all(map(_NUMBER.fullmatch, few)):
        return table
    sentence = (
        "every phrase ends in a number ({example!r:.40}), taken as part of it; give scores apart from phrases"
    )
    return replace(table, notes=(*table.notes, Note(sentence, table.source, example=few[0])))


def lists_in_phrases(table: Phrases) -> Phrases:
    """Say that phrases spell lists of phrases, which were taken as they are.

    >>> from lydite.reading import read
    >>> read({"d1": ["cat", "['dog', 'fish']", "[1]"]}, name="run").notes
    ("run: phrases that spell a list, taken as they are: 1 (['dog', 'fish'])",)
    """
    closed = [p for p in table.words.phrases if p[:1] in _OPENED and p[-1:] in _CLOSED]
    if not closed:
        return table

    spelled = [p for p in closed if any(isinstance(v, str | list | dict) for v in list_of_cell(p) or ())]
    if not spelled:
        return table
    sentence = "phrases that spell a list, taken as they are: {count:,} ({example:.40})"
    note = Note(sentence, table.source, count=len(spelled), example=spelled[0])
    return replace(table, notes=(*table.notes, note))


def _visible(character: str) -> bool:
    """Whether it is neither space nor a sign of control or format, such as a joiner."""
    return unicodedata.category(character) not in ("Cc", "Cf", "Zl", "Zp", "Zs")


def table_of_lists(
    ids: Column,
    lists: tuple[Vocabulary, RaggedArray],
    columns: Mapping[str, Sequence[str]],
    source: str,
    lines: Sequence[int] | None = None,
) -> Phrases:
    """Return the table of a source that gives one list for each item; a repeated id is an error."""
    if not len(ids):
        raise InputError("there are no items in it", source)
    table = Phrases(ids, *lists, {k: tuple(v) for k, v in columns.items()}, source)
    if not table.ascending and len(set(table.ids)) < len(ids):
        first, *more = _repeated(table.ids, source, lines)
        first.faults, first.items = (first, *more), tuple(table.ids)
        raise first
    return table


def _repeated(ids: Sequence[str], source: str, lines: Sequence[int] | None) -> Iterator[InputError]:
    """Yield an error for each item that was there before."""
    seen: dict[str, int] = {}
    for place, item in enumerate(ids):
        if (first := seen.setdefault(item, place)) != place:
            where = f"first on line {lines[first]}" if lines else f"as rows {first + 1} and {place + 1}"
            how = "give each item once, or say that a row is one phrase (--phrases FIELD)"
            line = lines[place] if lines else None
            yield InputError(f"item {item!r} is there twice, {where}; {how}", source, line)


def by_line(tables: Sequence[Phrases]) -> list[Phrases]:
    """Return the tables with ids: by a field that tells the items, else those of the first table with any.

    Notes say so.

    >>> from lydite.reading import read
    >>> gold, run = by_line([read({"b": ["cat"], "a": ["dog"]}), read([["cat"], ["fish"]], name="run")])
    >>> run.to_dict(), run.notes
    ({'b': ['cat'], 'a': ['fish']}, ('run: no ids; aligned by line with input',))
    """
    if not any(t.unnamed for t in tables):
        return list(tables)
    tables = [
        table
        if found is None
        else replace(
            table,
            index=found[0],
            unnamed=False,
            notes=(*table.notes, field_note(table, found[1])),
            understood=table.understood and replace(table.understood, id=found[1]),
        )
        for table, found in zip(tables, ids_by_field(tables), strict=True)
    ]
    model = next((t for t in tables if not t.unnamed), tables[0])
    with_ids = []
    for table in tables:
        if not table.unnamed or table is model:
            with_ids.append(table)
            continue
        ensure_beside(table, model, "items")
        ensure_one_order(table, model)
        note = aligned_note(table.source, model.source)
        with_ids.append(replace(table, index=list(model.ids), notes=(*table.notes, note)))
    return with_ids


def with_label_note(tables: Sequence[Phrases]) -> list[Phrases]:
    """Say that gold has one of a few labels for each item: of labels there are measures of their own."""
    gold, *runs = tables
    name = gold.understood.phrases[0] if gold.understood and gold.understood.phrases else ""
    one_each = len(gold.lists.codes) == len(gold) >= LABEL_AGAIN * len(gold.words.phrases)
    if not one_each or len(gold.words.phrases) > MOST_LABELS or name.strip().lower() not in LABEL_NAMES:
        return [*tables]
    sentence = (
        "{field} has one of a few labels for each item, measured here as phrases; measures of labels are "
        "accuracy, macro_F1, macro_recall"
    )
    return [replace(gold, notes=(*gold.notes, Note(sentence, gold.source, field=name))), *runs]


def phrases_with_separators(tables: Sequence[Phrases], given: str | None = None) -> list[Phrases]:
    """Refuse a separator that is in no cell; note phrases that hold the separator of another source.

    >>> from lydite.reading import read
    >>> gold, run = read({"d": ["Rome, Italy"]}, name="gold"), read({"d": "Rome, Italy"}, name="run")
    >>> phrases_with_separators([gold, run])[0].notes
    ("gold: phrases with ',' in them, which parts those of run: 1 (Rome, Italy)",)
    """
    parted = {t.understood.separator: t.source for t in tables if t.understood and t.understood.separator}
    if given and given not in parted:
        where = ", ".join(dict.fromkeys(t.source for t in tables))
        raise InputError(f"the separator {given!r} is in no cell of {where}")
    checked = []
    for table in tables:
        notes = list(table.notes)
        sentence = "phrases with {mark!r} in them, which parts those of {parted}: {count:,} ({example})"
        whole = table.understood is not None and not table.understood.separator
        for mark, source in parted.items() if whole else ():
            within = [p for p in table.words.phrases if mark in p and not mark.isspace()]
            if within:
                many = Note(
                    sentence, table.source, mark=mark, parted=source, count=len(within), example=within[0]
                )
                notes.append(many)
        checked.append(replace(table, notes=tuple(notes)) if len(notes) > len(table.notes) else table)
    return checked
