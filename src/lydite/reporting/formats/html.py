"""HTML: one page that needs nothing else, light or dark as its reader has it, and wide tables that scroll.

All that comes from data is text: nothing in a name, a phrase or a fault is ever markup, and the page may load
and run nothing.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from lydite.reporting.readable import escape_control
from lydite.reporting.report import Drawing, Notes
from lydite.reporting.table import Cell

if TYPE_CHECKING:
    from lydite.reporting.report import Part, Report
    from lydite.reporting.table import Table

FOR_PEOPLE = True
_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6470; --line: #d5dae0; --page: #fff;
  --head: #f3f5f7; --mark: #0b6e4f; font: 15px/1.45 system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --soft: #9aa4af; --line: #363d45;
  --page: #14181c; --head: #1d2329; --mark: #6cc9a4; } }
body { color: var(--ink); background: var(--page); max-width: 92rem; margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.25rem; overflow-wrap: anywhere; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem; }
table { border-collapse: collapse; min-width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .35rem .7rem; border-top: 1px solid var(--line); }
thead th { background: var(--head); border-top: 0; font-weight: 600; white-space: nowrap; }
td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
thead th.number { text-align: right; }
td .ends { color: var(--soft); font-size: .87em; } td .marks { color: var(--mark); font-weight: 600; }
td.name { overflow-wrap: anywhere; min-width: 7rem; } td.long { min-width: 14rem; }
p, li { color: var(--soft); margin: .35rem 0; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .8rem; background: var(--head); border-radius: .4rem; }
@media (max-width: 600px) { th, td { padding: .3rem .45rem; } body { padding: 0 .6rem; font-size: 14px; } }
@media print { .wide { overflow: visible; } }
"""
_LONG = 40


def render(report: Report, digits: int, width: int | None) -> str:  # noqa: ARG001
    """Return the page."""
    title = _safe(report.title or "lydite")
    parts = report.parts(digits)[1 if report.title else 0 :]
    body = "\n".join(_written(part) for part in parts) or "<p>no results</p>"
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}\n"
        "</body>\n</html>"
    )


def _written(part: Part) -> str:
    if isinstance(part, Drawing):
        return f"<pre>{_safe(part.text, keep=chr(10))}</pre>"
    if isinstance(part, Notes):
        return "<ul>" + "".join(f"<li>{_safe(line)}</li>" for line in part.lines) + "</ul>"
    if isinstance(part, Cell):
        return f"<p>{_shown(part)}</p>"
    title = f"<h2>{_safe(part.title)}</h2>\n" if part.title else ""
    return title + table_text(part) + "".join(f"\n<p>{_shown(n)}</p>" for n in part.notes)


def table_text(table: Table) -> str:
    """Return one table; columns of numbers are flush right."""
    numeric = [_numeric(table, i) for i in range(len(table.head))]
    heads = "".join(
        f'<th scope="col"{_class("number" * n)}>{_shown(c)}</th>'
        for c, n in zip(table.head, numeric, strict=True)
    )
    rows = "\n".join(f"<tr>{''.join(map(_cell, row, numeric))}</tr>" for row in table.rows)
    head = f"<thead><tr>{heads}</tr></thead>"
    return f'<div class="wide"><table>\n{head}\n<tbody>\n{rows}\n</tbody>\n</table></div>'


def _numeric(table: Table, column: int) -> bool:
    texts = [row[column].text for row in table.rows if row[column].text]
    return bool(texts) and not any(row[column].name for row in table.rows) and all(map(_is_figure, texts))


def _is_figure(text: str) -> bool:
    return text[0].isdigit() or text[0] in "-–+<∞" or text == "none"


def _cell(cell: Cell, numeric: bool) -> str:  # noqa: FBT001
    kind = "number" if numeric else f"name{' long' * (len(cell.text) > _LONG)}" if cell.name else ""
    return f"<td{_class(kind)}>{_shown(cell)}</td>"


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


def _safe(text: str, keep: str = "") -> str:
    return escape(escape_control(text, keep=keep))
