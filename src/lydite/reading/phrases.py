"""The table that every reader gives: items, their lists of phrases, and what else is known of them."""

from __future__ import annotations

import functools
import itertools
import operator
import unicodedata
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import InputError
from lydite.reading.ragged import Ragged, Vocabulary, codes_of, offsets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars as pl
    from numpy.typing import NDArray

    from lydite.reading.fields import Understood

    IntArray = NDArray[np.int64]
    Column = list[str] | pl.Series


@dataclass(frozen=True)
class Phrases:
    """Lists of phrases by item, as one file or frame has them; every item once."""

    index: Column = field(repr=False)
    """The ids, as the kind of column they were read as."""
    words: Vocabulary = field(repr=False)
    lists: Ragged = field(repr=False)
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    """Whatever else is known of each item: its topic, its user."""
    source: str = "input"
    """What messages call it."""
    notes: tuple[str, ...] = ()
    understood: Understood | None = field(default=None, repr=False)
    """How the source was read."""
    grades: NDArray[np.float64] | None = field(default=None, repr=False)
    """How relevant each phrase is, in the order of the phrases; None where that is yes or no."""
    unnamed: bool = False
    """Whether items had no ids; then they are numbered from 1."""

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
        if isinstance(self.index, list) and isinstance(other.index, list):
            return self.index == other.index
        if isinstance(self.index, list) or isinstance(other.index, list):
            return self.ids == other.ids
        return len(self) == len(other) and bool((self.index == other.index).all())

    def understanding(self) -> str:
        """Return in one line how the source was read.

        >>> from lydite.reading import read
        >>> read({"d1": ["cat", "dog"], "d2": []}, name="gold").understanding()
        'gold: mapping, 2 items, 2 phrases'
        """
        how = "" if self.understood is None else f"{self.understood}, "
        phrases = int(self.lists.concept_counts.sum())
        return f"{self.source}: {how}{len(self):,} items, {phrases:,} phrases"

    def to_dict(self) -> dict[str, list[str] | list[list[str]]]:
        """Return the phrases as plain lists by item (lists of variants where there are variants).

        >>> from lydite.reading import read
        >>> read({"d1": ["cat", "dog"], "d2": []}).to_dict()
        {'d1': ['cat', 'dog'], 'd2': []}
        """
        found: dict[str, list[str] | list[list[str]]] = {}
        for item, a, b in zip(self.ids, self.lists.starts[:-1], self.lists.starts[1:], strict=True):
            phrases = [self.words.phrases[c] for c in self.lists.codes[a:b]]
            if self.lists.concepts is None:
                found[item] = phrases
            else:
                groups: dict[int, list[str]] = {}
                for phrase, concept in zip(phrases, self.lists.concepts[a:b].tolist(), strict=True):
                    groups.setdefault(concept, []).append(phrase)
                found[item] = list(groups.values())
        return found

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
        said = f"{self.source}: empty phrases left out: {int((~keep).sum()):,}"
        grades = None if self.grades is None else self.grades[keep]
        return replace(self, lists=self.lists.where(keep), grades=grades, notes=(*self.notes, said))


def _visible(character: str) -> bool:
    """Whether it is neither space nor a sign of control or format, such as a joiner."""
    return unicodedata.category(character) not in ("Cc", "Cf", "Zl", "Zp", "Zs")


def listed(
    ids: Column,
    lists: tuple[Vocabulary, Ragged],
    columns: Mapping[str, Sequence[str]],
    source: str,
    lines: Sequence[int] | None = None,
) -> Phrases:
    """Return the table of a source that gives one list for each item; a repeated id is an error."""
    if not len(ids):
        raise InputError("there are no items in it", source)
    table = Phrases(ids, *lists, {k: tuple(v) for k, v in columns.items()}, source)
    if not table.ascending and len(set(table.ids)) < len(ids):
        seen: dict[str, int] = {}
        for place, item in enumerate(table.ids):
            if item in seen:
                first, second = seen[item], place
                raise InputError(
                    f"item {item!r} is there twice, "
                    + (f"first on line {lines[first]}" if lines else f"as rows {first + 1} and {second + 1}")
                    + "; give each item once, or one phrase a line in a column named phrase",
                    source,
                    lines[second] if lines else None,
                )
            seen[item] = place
    return table


def long(
    ids: Column,
    phrases: Column,
    columns: Mapping[str, Column],
    source: str,
    *,
    scores: NDArray[np.float64] | None = None,
    dropped: NDArray[np.bool_] | None = None,
) -> Phrases:
    """Return the table of a source that gives one phrase a row.

    With scores, the highest comes first and equal scores keep their order of appearance. Rows marked
    ``dropped`` make the item known but not the phrase. A column that differs between the rows of one item is
    no property of the item and is left out.
    """
    owner, names = codes_of(ids)
    if not names:
        raise InputError("there are no items in it", source)
    first = np.empty(len(names), dtype=np.int64)
    first[owner[::-1]] = np.arange(len(owner) - 1, -1, -1)
    kept: dict[str, tuple[str, ...]] = {}
    notes: list[str] = []
    for name, column in columns.items():
        codes, values = codes_of(column)
        if np.array_equal(codes, codes[first][owner]):
            kept[name] = tuple(values[c] for c in codes[first])
        else:
            notes.append(f"{source}: column {name} differs within items and is left out")
    order = np.arange(len(owner)) if dropped is None else np.flatnonzero(~dropped)
    if scores is not None:
        order = order[np.argsort(-scores[order], kind="stable")]
    order = order[np.argsort(owner[order], kind="stable")]
    codes, words = codes_of(phrases)
    starts = offsets(np.bincount(owner[order], minlength=len(names)))
    return Phrases(names, Vocabulary(words), Ragged(codes[order], starts), kept, source, tuple(notes))


def untied(phrases: Sequence[str], scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return scores of the same order without ties: of equal ones, the phrase that comes last is higher.

    Scores are compared in 32 bits, as exact as trec_eval keeps them.

    >>> untied(["a", "c", "b"], np.array([1.0, 1.0, 2.0]))
    array([-2., -1., -0.])
    """
    order = sorted(range(len(phrases)), key=phrases.__getitem__, reverse=True)
    first = np.empty(len(phrases), dtype=np.int64)
    first[order] = np.arange(len(order))
    found = np.empty(len(phrases))
    found[np.lexsort((first, -scores.astype(np.float32)))] = -np.arange(len(phrases), dtype=np.float64)
    return found


def by_line(tables: Sequence[Phrases]) -> list[Phrases]:
    """Give items without ids those of the first table that has any; a note says so.

    >>> from lydite.reading import read
    >>> gold, run = by_line([read({"b": ["cat"], "a": ["dog"]}), read([["cat"], ["fish"]], name="run")])
    >>> run.to_dict(), run.notes
    ({'b': ['cat'], 'a': ['fish']}, ('run: no ids; aligned by line with input',))
    """
    if not any(t.unnamed for t in tables):
        return list(tables)
    model = next((t for t in tables if not t.unnamed), tables[0])
    found = []
    for table in tables:
        if not table.unnamed or table is model:
            found.append(table)
            continue
        if len(table) != len(model):
            raise InputError(
                f"there are no ids, and {len(table):,} items here but {len(model):,} in {model.source}; "
                "name the field of ids (--id), or give as many items in the same order",
                table.source,
            )
        said = f"{table.source}: no ids; aligned by line with {model.source}"
        found.append(replace(table, index=list(model.ids), notes=(*table.notes, said)))
    return found
