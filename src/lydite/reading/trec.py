"""TREC files: qrels hold gold, runs hold ranked predictions; the "documents" are the phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import InputError
from lydite.reading.phrases import long

if TYPE_CHECKING:
    from lydite.reading.phrases import Phrases


def read_qrels(text: str, source: str) -> Phrases:
    """Read ``item 0 phrase relevance``; relevance above 0 makes a gold phrase.

    Fields are separated by tabs where a line has any (so that phrases may contain spaces), else by spaces.
    """
    items, _, phrases, relevance = _fields(text, source, 4, "item 0 phrase relevance", 3)
    return long(items, phrases, {}, source, dropped=np.array(relevance) <= 0)


def read_run(text: str, source: str) -> Phrases:
    """Read ``item Q0 phrase rank score system``, ranked as trec_eval does.

    The highest score comes first, equal scores by phrase in descending order; the rank column is not used.
    """
    items, _, phrases, _, scores, _ = _fields(text, source, 6, "item Q0 phrase rank score system", 4)
    order = sorted(range(len(phrases)), key=phrases.__getitem__, reverse=True)
    first = np.empty(len(items), dtype=np.int64)
    first[order] = np.arange(len(order))
    both = np.lexsort((first, -np.array(scores)))
    tied = np.empty(len(items))
    tied[both] = -np.arange(len(items), dtype=np.float64)
    return long(items, phrases, {}, source, scores=tied)


def _fields(text: str, source: str, width: int, expected: str, numeric: int) -> list[list]:  # type: ignore[type-arg]
    rows: list[list[str]] = []
    numbers: list[float] = []
    for line, row in enumerate(text.split("\n"), 1):
        cells = row.rstrip("\r").split("\t") if "\t" in row else row.split()
        if not row.strip():
            continue
        if len(cells) != width:
            raise InputError(f"expected {width} columns ({expected}), found {len(cells)}", source, line)
        try:
            numbers.append(float(cells[numeric]))
        except ValueError:
            raise InputError(f"expected a number, found {cells[numeric]!r:.40}", source, line) from None
        if numbers[-1] != numbers[-1]:
            raise InputError("expected a number, found NaN", source, line)
        rows.append(cells)
    if not rows:
        raise InputError("there are no items in it", source)
    found: list[list] = [list(column) for column in zip(*rows, strict=True)]  # type: ignore[type-arg]
    found[numeric] = numbers
    return found
