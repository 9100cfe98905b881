"""HTML: one page that needs nothing else, light or dark as its reader has it, and wide tables that scroll.

All that comes from data is text: nothing in a name, a phrase or a fault is ever markup, and the page may load
and run nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.core.errors import InputError, LyditeError, MissingExtra
from lydite.reporting.charts.margins import with_room
from lydite.reporting.charts.saving import plain_json, svg_text, title_of
from lydite.reporting.charts.theme import dark_style, themed
from lydite.reporting.pages import document
from lydite.reporting.pages.document import safe as _safe
from lydite.reporting.report import Drawing, Notes
from lydite.reporting.table import Cell, Table
from lydite.version import version_text

if TYPE_CHECKING:
    from lydite.reporting.report import Part, Report

FOR_PEOPLE = True
COPIES = {"latex": "LaTeX", "markdown": "Markdown", "csv": "CSV"}
_KEPT = "\r\n"
_LONG = 40
_PARTS = re.compile(r"((?<=\w)\(|[=/]|(?<=\w),)(?=\w)")
_MANY = 16
_COPIED = 1_000
"""Rows of a table beyond which it is not repeated to be copied."""


def render(report: Report, digits: int, width: int | None) -> str:  # noqa: ARG001
    """Return the page; a run has one of its own."""
    if report.page is not None:
        return report.page(report, digits)

    parts = report.parts(digits)
    headed = bool(report.title) and len(parts) > 1  # a title alone is the answer
    asked = document.command_line(options=False) or "lydite"
    title, parts = _safe(report.title if headed else asked), parts[headed:]
    told = report.verdict(digits)
    leads = [f'<p class="verdict">{_safe(told)}</p>'] if told else []
    body = "\n".join([*leads, *_figures(report), *map(part_text, parts)]) or "<p>no results</p>"
    longest = max((len(part.rows) for part in parts if isinstance(part, Table)), default=0)
    if 0 < longest <= _COPIED:
        copied = f"<h2>The tables to be copied</h2>\n{copies(report, digits)}"
        body += f'\n<section class="copies">\n{copied}\n</section>'
    body += _making()
    style = document.style("base.css", "tables.css") + dark_style() + "body { max-width: 92rem; }"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{document.QUIET}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}\n"
        "</body>\n</html>"
    )


def _figures(report: Report) -> list[str]:
    """Return the first chart as a picture that needs no script, or a line that says why it is not drawn."""
    if not report.charts:
        return []

    try:
        spec = themed(plain_json(report.charts[0]()))
        drawn = with_room(svg_text(spec))
    except MissingExtra as lacking:
        return [f'<p class="note">The chart is not drawn: {_safe(str(lacking))}</p>']
    except LyditeError:
        return []
    said = f'role="img" aria-label="{_safe(title_of(spec))}: the numbers are in the tables below"'
    return [f'<figure><div class="wide chart" tabindex="0" {said}>{drawn}</div></figure>']


def copies(report: Report, digits: int) -> str:
    """Return the tables in other formats, to be opened and copied."""
    plain = replace(report, page=None, drawings=())
    texts = []
    for key, name in COPIES.items():
        try:
            text = plain.render(key, digits=digits)
        except InputError:  # nothing that CSV holds
            continue
        texts.append(details(name, f'<pre id="copy-{key}" tabindex="0">{_safe(text, keep=_KEPT)}</pre>'))
    return "\n".join(texts)


def _making() -> str:
    """Say by which command and which version the page was made."""
    if not (command := document.command_line()):
        return ""

    made = {"command": command, "lydite": version_text()}
    rows = "".join(f"<dt>{k}</dt><dd><code>{_safe(v)}</code></dd>" for k, v in made.items())
    return f"\n<h2>How it was made</h2>\n<dl>{rows}</dl>"


def details(summary: str, content: str) -> str:
    """Return something to be opened."""
    return f"<details><summary>{_safe(summary)}</summary>{content}</details>"


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
        f'<th scope="col"{_class("number" * n)}>{_shown(c, head=True)}</th>'
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


def _breakable(text: str) -> str:
    """Let a name be broken between its parts, before it is broken within a word.

    >>> _breakable("F1(match=stem)"), _breakable("it is (so)")
    ('F1(<wbr>match=<wbr>stem)', 'it is (so)')
    """
    return _PARTS.sub(r"\1<wbr>", text)


def _shown(cell: Cell, *, head: bool = False) -> str:
    """Return the text of a cell, the ends of an interval in smaller letters, and its marks."""
    value, bracket, ends = cell.text.partition(" [")
    if cell.name or not bracket:
        text = _breakable(_safe(cell.text)) if cell.name or head else _safe(cell.text)
    else:
        text = f'{_safe(value)} <span class="ends">[{_safe(ends)}</span>'
    return f'{text} <span class="marks">{_safe(cell.marks)}</span>' if cell.marks else text
