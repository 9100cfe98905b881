"""LaTeX: tables for papers, with the rules of booktabs."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.reporting.formats._latex_column import in_columns
from lydite.reporting.formats._latex_float import table_floats
from lydite.reporting.formats._latex_text import escape, guarded, number
from lydite.reporting.report import Drawing, Notes
from lydite.reporting.table import Cell, PaperTable, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.reporting.report import Report

FOR_PEOPLE = True
PREAMBLE = r"% \usepackage{booktabs}"
LONG = r"% \usepackage{booktabs, longtable}"
_PAGE = 40
"""Tables of more rows break over pages."""
_SIZES = {"": 66, "\\footnotesize": 80, "\\scriptsize": 92}
"""Letters that a line of a page holds in type of a size; columns that do not fit the smallest go below."""


def render(report: Report, digits: int, width: int | None) -> str:  # noqa: ARG001
    """Return tables, titles above them and notes below; what is longer than a page breaks over pages."""
    parts = [p for p in report.parts(digits, paper=True) if not isinstance(p, Drawing)]
    parts = in_columns(report, parts)
    parts += [report.listed] if report.listed is not None and (report.drawings or not parts) else []
    if not parts and report.drawings:
        raise InputError("latex has no place for a drawing in plain letters; --format text and markdown have")
    lines = [LONG if any(len(p.rows) > _PAGE for p in parts if isinstance(p, Table)) else PREAMBLE]
    apart = False  # whether something stands above that the next table must keep away from
    for part in parts:
        if isinstance(part, Notes):
            lines.append(_small(part.lines))
        elif isinstance(part, Cell):
            lines.append(_above(part.text))
        elif isinstance(part, PaperTable):
            lines.append(table_floats(part))
        else:
            lines += [_above(part.title)] if part.title else []
            lines.append(f"\n\\medskip\n{table_text(part)}" if apart and not part.title else table_text(part))
            lines += [_small(n.text for n in part.notes)] if part.notes else []
        apart = not isinstance(part, Cell)
    return "\n".join(lines) if parts else "% no results"


def left_out(report: Report) -> tuple[str, ...]:
    """Return the drawings whose content is in no table: their signs need more than booktabs."""
    return report.drawings if report.listed is None else ()


def _above(text: str) -> str:
    return f"\n\\medskip\n\\noindent {escape(text)}\\par\\nopagebreak\n\\smallskip"


def table_text(table: Table) -> str:
    """Return one table; columns that do not fit a page go below, and rows that do not fit it on the next."""
    cells = (table.head, *table.rows)
    sizes = [max(len(row[i].text) + len(row[i].marks) for row in cells) for i in range(len(table.head))]
    blocks = _blocks(sizes, table.labels)
    return "\n\n\\medskip\n".join(_block(table, columns, sizes) for columns in blocks)


def _blocks(sizes: list[int], labels: int) -> list[list[int]]:
    """Return the columns of each block: the labels, and as many others as fit beside them."""
    first = list(range(labels))
    blocks: list[list[int]] = []
    for column in range(labels, len(sizes)):
        if blocks and _width([*blocks[-1], column], sizes) <= max(_SIZES.values()):
            blocks[-1].append(column)
        else:
            blocks.append([*first, column])
    return blocks or [first]


def _width(columns: list[int], sizes: list[int]) -> int:
    return sum(sizes[i] + 3 for i in columns)


def _block(table: Table, columns: list[int], sizes: list[int]) -> str:
    rows = _together(table) if len(table.rows) > _PAGE else [(row, "") for row in table.rows]
    head, *ended = [
        f"{guarded(' & '.join(_shown(row[i]) for i in columns))} \\\\{star}"
        for row, star in ((table.head, ""), *rows)
    ]
    wide = _width(columns, sizes)
    size = next((s for s, most in _SIZES.items() if wide <= most), list(_SIZES)[-1])
    kind = "l" * len(columns)
    if len(table.rows) <= _PAGE:
        body = ["\\toprule", head, "\\midrule", *ended, "\\bottomrule"]
        lines = [f"\\noindent\\begin{{tabular}}{{{kind}}}", *body, "\\end{tabular}"]
    else:
        again = ["\\toprule", head, "\\midrule", "\\endhead", "\\bottomrule", "\\endfoot"]
        lines = [f"\\begin{{longtable}}[l]{{{kind}}}", *again, *ended, "\\end{longtable}"]
    return "\n".join([f"{{{size}", *lines, "\\par}"] if size else lines)


def _together(table: Table) -> list[tuple[tuple[Cell, ...], str]]:
    """Return rows with what keeps them on the page of the next one, where that continues a short group.

    A long group is broken, and names itself on every row.
    """
    starts = [i for i, row in enumerate(table.rows) if row[0].text or not i]
    rows: list[tuple[tuple[Cell, ...], str]] = []
    for start, end in itertools.pairwise([*starts, len(table.rows)]):
        group = table.rows[start:end]
        if len(group) <= _PAGE // 2:
            rows += [(row, "*" if row is not group[-1] else "") for row in group]
        else:
            rows += [((group[0][0], *row[1:]), "") for row in group]
    return rows


def _small(lines: Iterable[str]) -> str:
    """Return notes, one a line, in small type."""
    text = " \\\\\n".join(map(escape, lines))
    return f"\n\\smallskip\n{{\\footnotesize\\noindent {text}\\par}}"


def _shown(cell: Cell) -> str:
    text = escape(cell.text) if cell.name else number(cell.text)
    return f"{text}\\textsuperscript{{{escape(cell.marks)}}}" if cell.marks else text
