"""Comparisons from a table: candidate, reference, other_candidate, other_reference, answer, and by whom."""

from __future__ import annotations

from lydite.errors import InputError, did_you_mean
from lydite.probes.agreement.comparisons.comparison import ANSWERS, ComparisonSet, JudgedComparison
from lydite.reading.formats.rows import rows_of

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
    head = text.partition("\n")[0]
    table = rows_of(text, source, "tsv" if "\t" in head else "csv")
    rows = table.cells
    names = [cell.strip().lower() for cell in rows[0]]
    if missing := [c for c in COLUMNS if c not in names]:
        raise InputError(f"expected columns {', '.join(COLUMNS)}; {missing[0]} is missing", source, 1)
    place = {column: names.index(column) for column in (*COLUMNS, *(["by"] if "by" in names else []))}
    judged = []
    for line, row in zip(table.lines[1:], rows[1:], strict=True):
        if len(row) != len(names):
            raise InputError(f"expected {len(names)} columns, found {len(row)}", source, line)
        cells = {column: row[at].strip() for column, at in place.items()}
        if empty := [c for c in COLUMNS if not cells[c]]:
            raise InputError(f"{empty[0]} is empty", source, line)
        if (answer := cells["answer"].lower()) not in ANSWERS:
            hint = did_you_mean(answer, ANSWERS)
            raise InputError(f"expected better, worse or similar, found {answer!r}{hint}", source, line)
        one = cells["candidate"], cells["reference"]
        other = cells["other_candidate"], cells["other_reference"]
        if one == other:
            raise InputError(f"{one[0]} → {one[1]} is compared with itself", source, line)
        judged.append(JudgedComparison(one, other, ANSWERS[answer], cells.get("by", "")))
    if not judged:
        raise InputError("there are no comparisons in it", source)
    return ComparisonSet(name, tuple(judged))
