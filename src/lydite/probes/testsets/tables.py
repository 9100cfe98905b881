"""Test sets from CSV and TSV: words by category, groups with outliers, pairs of words with a score."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.probes.testsets.testset import TestSet
from lydite.reading.formats.rows import cells_of, mark_of
from lydite.reading.known_names import CANDIDATES, GRADES, REFERENCES
from lydite.reading.spelled_lists import list_of_cell

if TYPE_CHECKING:
    from pathlib import Path


def read_table(text: str, path: Path, name: str) -> TestSet:
    """Read CSV or TSV: ``category, word[, id]``; ``category, words, outliers``; or two words and a score."""
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    comments = [line for _, line in lines if line.startswith("#")]
    lines = [(n, line) for n, line in lines if not line.startswith("#")]
    tab = mark_of(lines[0][1]) if lines else ","
    rows = [(n, cells_of(line, tab, path, n)) for n, line in lines]
    if not rows:
        raise InputError("only comments in this file", path)
    head = [cell.strip().lower() for cell in rows[0][1]]
    if {"category", "word"} <= set(head):
        return _long(rows[1:], head, path, name)
    if {"category", "words", "outliers"} <= set(head):
        return _groups(rows[1:], head, path, name)
    return TestSet(name, pairs=_pairs(rows, head, path, tab, comments=bool(comments)))


def _long(rows: list[tuple[int, list[str]]], head: list[str], path: Path, name: str) -> TestSet:
    categories: dict[str, list[str]] = {}
    ids: dict[str, dict[str, str]] = {}
    a, b = head.index("category"), head.index("word")
    key = head.index("id") if "id" in head else None
    for number, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        _width(cells, head, path, number)
        category, word = cells[a].strip(), cells[b].strip()
        categories.setdefault(category, []).append(word)
        if key is not None and cells[key].strip():
            ids.setdefault(category, {}).setdefault(word, cells[key].strip())
    return replace(TestSet.of(categories, name), ids=ids)


def _groups(rows: list[tuple[int, list[str]]], head: list[str], path: Path, name: str) -> TestSet:
    groups = {}
    for number, cells in rows:
        _width(cells, head, path, number)
        lists: list[Any] = [list_of_cell(cells[head.index(k)]) for k in ("words", "outliers")]
        if not all(isinstance(listed, list) and all(isinstance(w, str) for w in listed) for listed in lists):
            raise InputError("expected lists of words and of outliers", path, number)
        words, outliers = (tuple(w for w in listed if w) for listed in lists)
        groups[cells[head.index("category")]] = (words, outliers)
    return TestSet(name, outliers=groups)


def _pairs(
    rows: list[tuple[int, list[str]]], head: list[str], path: Path, tab: str, *, comments: bool
) -> tuple[tuple[str, str, float], ...]:
    first = next((head.index(k) for k in CANDIDATES if k in head), None)
    second = next((head.index(k) for k in REFERENCES if k in head), None)
    score = next((head.index(k) for k in GRADES if k in head), None)
    if first is None or second is None or score is None:
        if len(head) != 3 or not (comments or _is_number(rows[0][1][2])):
            expected = "category, word; category, words, outliers; or word1, word2, similarity"
            raise InputError(f"expected columns {expected}; found {', '.join(head)}", path, rows[0][0])
        first, second, score = 0, 1, 2
    else:
        rows = rows[1:]
    pairs = []
    for number, cells in rows:
        if tab == ";" and score < len(cells):  # where it parts cells, a comma is that of decimals
            cells[score] = cells[score].replace(",", ".")
        if not any(cells[i].strip() for i in (first, second, score) if i < len(cells)):
            continue  # the last row of WordSim-353 has a number, and nothing else
        if len(cells) <= max(first, second, score) or not _is_number(cells[score]):
            raise InputError(f"expected two words and a finite number, separated by {tab!r}", path, number)
        pairs.append((cells[first].strip(), cells[second].strip(), float(cells[score])))
    return tuple(pairs)


def _width(cells: list[str], head: list[str], path: Path, number: int) -> None:
    if len(cells) != len(head):
        raise InputError(f"expected {len(head)} columns, found {len(cells)}", path, number)


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False
