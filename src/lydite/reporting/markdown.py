"""Markdown: tables as GitHub and most others read them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lydite.reporting.layout import layout, tests
from lydite.reporting.plain import visible

if TYPE_CHECKING:
    from lydite.inference import Comparison
    from lydite.reporting.table import Cell, Table
    from lydite.result import Results

_SPECIAL = re.compile(r"[\\`*{}\[\]<>#|~&$!^]|:(?=//)|(?<![^\W_])_|_(?![^\W_])")
_MARKER = re.compile(r"^[-+=]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")


def render(
    results: Results,
    comparison: Comparison | None,
    digits: int,
    width: int | None,  # noqa: ARG001
) -> str:
    """Return the tables, notes between them."""
    if len(results) == 0:
        return "no results"
    main = layout(results, comparison, digits)
    parts = [table_text(main)]
    parts += [_MARKER.sub(r"\\\g<0>", _shown(n).strip()) for n in main.notes]
    if comparison is not None and comparison.tests:
        parts.append(table_text(tests(comparison, digits)))
    return "\n\n".join(parts)


def escape(text: str) -> str:
    r"""Return a text that Markdown shows as it is.

    >>> print(escape("hit_rate *[x]* <b>|"))
    hit_rate \*\[x\]\* \<b\>\|
    """
    return _SPECIAL.sub(r"\\\g<0>", visible(text))


def table_text(table: Table) -> str:
    """Return one table."""
    rule = [":--"] * len(table.head)
    rows = [[_shown(c) for c in row] for row in (table.head, *table.rows)]
    return "\n".join(f"| {' | '.join(row)} |" for row in [rows[0], rule, *rows[1:]])


def _shown(cell: Cell) -> str:
    text = escape(cell.text) if cell.name else cell.text
    return f"{text} {cell.marks}" if cell.marks else text
