"""HTML: one page that needs nothing else, light or dark as its reader has it, and wide tables that scroll.

All that comes from data is text: nothing in a name, a phrase or a fault is ever markup, and the page may load
and run nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.reporting.pages import document
from lydite.reporting.pages.document import safe as _safe
from lydite.reporting.report import Drawing, Notes
from lydite.reporting.table import Cell

if TYPE_CHECKING:
    from lydite.reporting.report import Part, Report
    from lydite.reporting.table import Table

FOR_PEOPLE = True
_LONG = 40
_MANY = 16


def render(report: Report, digits: int, width: int | None) -> str:  # noqa: ARG001
    """Return the page; a run has one of its own."""
    if report.page is not None:
        return report.page(report, digits)
    title = _safe(report.title or "lydite")
    parts = report.parts(digits)[1 if report.title else 0 :]
    told = report.verdict(digits)
    leads = [f'<p class="verdict">{_safe(told)}</p>'] if told else []
    body = "\n".join([*leads, *map(part_text, parts)]) or "<p>no results</p>"
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    style = document.style("base.css", "tables.css") + "body { max-width: 92rem; }"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}\n"
        "</body>\n</html>"
    )


def part_text(part: Part) -> str:
    """Return a part as markup."""
    if isinstance(part, Drawing):
        return f"<pre>{_safe(part.text, keep=chr(10))}</pre>"
    if isinstance(part, Notes):
        return "<ul>" + "".join(f'<li class="note">{_safe(line)}</li>' for line in part.lines) + "</ul>"
    if isinstance(part, Cell):
        return f'<p class="note">{_shown(part)}</p>'
    title = f"<h2>{_safe(part.title)}</h2>\n" if part.title else ""
    return title + table_text(part) + "".join(f'\n<p class="note">{_shown(n)}</p>' for n in part.notes)


def table_text(table: Table) -> str:
    """Return one table; columns of numbers are flush right."""
    numeric = [_numeric(table, i) for i in range(len(table.head))]
    names = [i for i in range(len(table.head)) if any(row[i].name for row in table.rows)]
    about = [i == (names or [0])[0] for i in range(len(table.head))]
    heads = "".join(
        f'<th scope="col"{_class("number" * n)}>{_shown(c)}</th>'
        for c, n in zip(table.head, numeric, strict=True)
    )
    rows = "\n".join(f"<tr>{''.join(map(_cell, row, numeric, about))}</tr>" for row in table.rows)
    head = f"<thead><tr>{heads}</tr></thead>"
    kind = _class("many" * (len(table.head) > _MANY))
    return f'<div class="wide" tabindex="0"><table{kind}>\n{head}\n<tbody>\n{rows}\n</tbody>\n</table></div>'


def _numeric(table: Table, column: int) -> bool:
    texts = [row[column].text for row in table.rows if row[column].text]
    return bool(texts) and not any(row[column].name for row in table.rows) and all(map(_is_figure, texts))


def _is_figure(text: str) -> bool:
    return text[0].isdigit() or text[0] in "-–+<∞" or text == "none"


def _cell(cell: Cell, numeric: bool, about: bool) -> str:  # noqa: FBT001
    """Return a cell; the first name in a row says what the others are about."""
    kind = "number" if numeric else f"name{' long' * (len(cell.text) > _LONG)}" if cell.name else ""
    shown = f"{_class(kind)}>{_shown(cell)}"
    return f'<th scope="row"{shown}</th>' if about else f"<td{shown}</td>"


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _shown(cell: Cell) -> str:
    """Return the text of a cell, the ends of an interval in smaller letters, and its marks."""
    value, bracket, ends = cell.text.partition(" [")
    if cell.name or not bracket:
        text = _safe(cell.text)
    else:
        text = f'{_safe(value)} <span class="ends">[{_safe(ends)}</span>'
    return f'{text} <span class="marks">{_safe(cell.marks)}</span>' if cell.marks else text
