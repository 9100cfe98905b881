"""Graded pairs from tables: HyperLex, SimLex, BiRD, MEN, WordSim, or columns candidate, reference, score."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.probes.agreement.pairs.pair import Pair, PairSet
from lydite.reading.fields import ReadingContext, first_known
from lydite.reading.formats.rows import MARKS, rows_of
from lydite.reading.known_names import CANDIDATES, GRADES, REFERENCES

if TYPE_CHECKING:
    from collections.abc import Sequence

_RAW = "scores.."  # from here to the end of the row: what each person said
_ENTAILED = {"avg_score", "avg"}  # of HyperLex: "is word1 a type of word2?"
_ACCEPTED = 4  # of 6: people accept that it is a type of it
_BLANKS = re.compile("[ \\r]+")
_TAGGED = re.compile(r"(.+)-([a-z])")


def read_pairs(path: str | Path, encoding: str | None = None) -> PairSet:
    """Read graded pairs; see :func:`parse_pairs`."""
    name = Path(opening.bare_name(path)).stem
    return parse_pairs(opening.text(path, encoding), opening.source_name(path), name)


def parse_pairs(text: str, source: str, name: str) -> PairSet:
    r"""Read a table of pairs, columns separated by tabs, commas or blanks.

    A first line names the columns: candidate, reference and rating, or word1, word2 and similarity; also
    ``pos``, ``relation`` (or ``type``) and ``accepted``, the share of people who accept. Without one there
    are three columns. Words tagged with their part of speech (``sun-n``) lose the tag. In HyperLex people
    were asked whether word1 is a type of word2, so that word2 is what may stand for word1.

    >>> found = parse_pairs("word1,word2,similarity\nsmart,intelligent,9.8\n", "simlex.csv", "simlex")
    >>> found.pairs[0].candidate, found.pairs[0].rating
    ('smart', 9.8)
    """
    rows, lines = _rows(text, source)
    if not rows:
        raise InputError("there are no pairs in it", source)
    head = [cell.strip().lower() for cell in rows[0]]
    columns = _Columns.of(head)
    if columns is None:
        if len(head) != 3 or _number(rows[0][2]) is None:
            raise InputError(
                "expected columns candidate, reference, rating (or word1, word2, similarity);"
                f" found {', '.join(head)[:80]}",
                source,
                lines[0],
            )
        columns = _Columns(0, 1, 2)
    else:
        rows, lines = rows[1:], lines[1:]
    kept = [(n, row) for n, row in zip(lines, rows, strict=True) if not columns.empty(row)]
    if not kept:
        raise InputError("there are no pairs in it, only a header", source)
    pairs, context = [], ReadingContext(source)
    for line, row in kept:
        with context.keep_fault():
            pairs.append(columns.pair(row, source, line))
    context.raise_faults()
    return PairSet(name, tuple(_untagged(pairs)))


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where a row has what."""

    candidate: int
    reference: int
    rating: int
    pos: int | None = None
    relation: int | None = None
    accepted: int | None = None
    raw: int | None = None

    @classmethod
    def of(cls, head: Sequence[str]) -> _Columns | None:
        """Find the columns by name; None where there is no header."""
        named = [first_known(head, names) for names in (CANDIDATES, REFERENCES, GRADES)]
        if None in named:
            return None
        first, second, rating = (head.index(str(n)) for n in named)
        if named[2] in _ENTAILED:
            first, second = second, first
        pos, relation, accepted, raw = (
            head.index(found) if (found := first_known(head, names)) is not None else None
            for names in (("pos",), ("relation", "type"), ("accepted",), (_RAW,))
        )
        return cls(first, second, rating, pos, relation, accepted, raw)

    def empty(self, row: Sequence[str]) -> bool:
        """Whether a row has neither phrases nor a rating (the last one of WordSim, as published)."""
        places = (self.candidate, self.reference, self.rating)
        return not any(row[i].strip() for i in places if i < len(row))

    def pair(self, row: Sequence[str], source: str, line: int) -> Pair:
        """Read one row."""
        needed = max(
            i for i in (self.candidate, self.reference, self.rating, self.pos, self.relation) if i is not None
        )
        if len(row) <= needed:
            raise InputError(f"expected {needed + 1} columns or more, found {len(row)}", source, line)
        candidate, reference = row[self.candidate].strip(), row[self.reference].strip()
        if not candidate or not reference:
            raise InputError("expected two phrases, one is empty", source, line)
        rating = _number(row[self.rating])
        if rating is None:
            raise InputError(f"expected a rating, found {row[self.rating]!r:.40}", source, line)
        told = () if self.raw is None else tuple(map(_number, filter(None, row[self.raw :])))
        if None in told:
            raise InputError("expected the ratings of people at the end of the row", source, line)
        ratings = tuple(t for t in told if t is not None)
        accepted = sum(r >= _ACCEPTED for r in ratings) / len(ratings) if ratings else None
        if self.accepted is not None:
            accepted = _number(row[self.accepted])
            if accepted is None or not 0 <= accepted <= 1:
                raise InputError(
                    f"expected a share from 0 to 1, found {row[self.accepted]!r:.40}", source, line
                )
        columns = {}
        if self.pos is not None:
            columns["pos"] = row[self.pos].strip()
        if self.relation is not None:
            columns["relation"] = row[self.relation].strip()
        return Pair(candidate, reference, rating, ratings, accepted, columns)


def _rows(text: str, source: str) -> tuple[list[list[str]], list[int]]:
    first = next((line for line in text.split("\n") if line.strip()), "")
    if any(mark in first for mark in MARKS):
        table = rows_of(text, source, "tsv" if "\t" in first else "csv")
        cells = table.cells
        if table.mark == ";":
            cells = [
                [c if _number(table.number(c)) is None else table.number(c) for c in row] for row in cells
            ]
        return cells, table.lines
    # a no-break space is part of a phrase (Italian HyperLex has one)
    cut = [(n, _BLANKS.split(line.strip())) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    return [row for _, row in cut], [n for n, _ in cut]


def _untagged(pairs: list[Pair]) -> list[Pair]:
    """Take tags off, where every phrase has one."""
    tags = [(_TAGGED.fullmatch(p.candidate), _TAGGED.fullmatch(p.reference)) for p in pairs]
    if not all(a and b for a, b in tags):
        return pairs
    return [
        replace(p, candidate=a[1], reference=b[1], columns={"pos": f"{a[2]}-{b[2]}", **p.columns})
        for p, (a, b) in zip(pairs, tags, strict=True)
        if a and b
    ]


def _number(cell: str) -> float | None:
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
