"""Comparisons from a table: candidate, reference, other_candidate, other_reference, answer, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.errors import InputError, did_you_mean
from lydite.probes.agreement.comparisons.comparison import ANSWERS, ComparisonSet, JudgedComparison
from lydite.reading.fields import ReadingContext
from lydite.reading.formats.rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lydite.probes.agreement.comparisons.comparison import Substitution

COLUMNS = ("candidate", "reference", "other_candidate", "other_reference", "answer")


def is_comparisons(text: str) -> bool:
    """Whether a text begins with the head of a table of comparisons."""
    head = text.partition("\n")[0].lower().replace("\t", ",")
    return {"other_candidate", "other_reference"} <= {cell.strip() for cell in head.split(",")}


def parse_comparisons(text: str, source: str, name: str) -> ComparisonSet:
    r"""Return the comparisons of a table, tab- or comma-separated.

    >>> head = "candidate,reference,other_candidate,other_reference,answer"
    >>> len(parse_comparisons(f"{head}\nfood,cake,cake,food,better\n", "x", "x"))
    2
    """
    judged = []
    context = ReadingContext(source)
    for line, cells in _rows(text, context):
        if (answer := cells["answer"].lower()) not in ANSWERS:
            hint = did_you_mean(answer, ANSWERS)
            context.fault(
                InputError(f"expected better, worse or similar, found {answer!r}{hint}", source, line)
            )
            continue
        judged.append(JudgedComparison(*_sides(cells), ANSWERS[answer], cells.get("by", "")))
    context.raise_faults()
    return ComparisonSet(name, tuple(judged))


def _sides(cells: Mapping[str, str]) -> tuple[Substitution, Substitution]:
    return (
        (cells["candidate"], cells["reference"]),
        (cells["other_candidate"], cells["other_reference"]),
    )


def _rows(text: str, context: ReadingContext) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the line of each comparison and its cells by column; the faults of others are kept."""
    source = context.source
    head = text.partition("\n")[0]
    table = rows_of(text, source, "tsv" if "\t" in head else "csv")
    names = [cell.strip().lower() for cell in table.cells[0]]
    if missing := [c for c in COLUMNS if c not in names]:
        raise InputError(f"expected columns {', '.join(COLUMNS)}; {missing[0]} is missing", source, 1)
    place = {column: names.index(column) for column in (*COLUMNS, *(["by"] if "by" in names else []))}
    if len(table.cells) < 2:
        raise InputError("there are no comparisons in it", source)
    for line, row in zip(table.lines[1:], table.cells[1:], strict=True):
        cells = {column: row[at].strip() for column, at in place.items() if at < len(row)}
        if problem := _problem(row, len(names), cells):
            context.fault(InputError(problem, source, line))
        else:
            yield line, cells


def _problem(row: Sequence[str], width: int, cells: Mapping[str, str]) -> str:
    """Return what is wrong with a row; nothing where it is fine."""
    if len(row) != width:
        return f"expected {width} columns, found {len(row)}"
    if empty := [c for c in COLUMNS if not cells[c]]:
        return f"{empty[0]} is empty"
    one, other = _sides(cells)
    return f"{one[0]} → {one[1]} is compared with itself" if one == other else ""
