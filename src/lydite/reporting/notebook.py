"""How values look where Python shows them: as a table when they are printed, as one in a notebook."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

from lydite.inference import Comparison
from lydite.inference.result import Results
from lydite.matchers.base import Match
from lydite.reporting.formats.html import table_text
from lydite.reporting.readable import escape_control
from lydite.reporting.report import Drawing, Notes, Paragraph, Report
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.reporting.report import Part

_STYLE = (
    ".lydite table { border-collapse: collapse; }"
    " .lydite th, .lydite td { text-align: left; padding: .2em .7em; }"
    " .lydite td.number, .lydite th.number { text-align: right; font-variant-numeric: tabular-nums; }"
    " .lydite p { margin: .3em 0; opacity: .8; } .lydite .ends { opacity: .7; font-size: .9em; }"
    " .lydite .wide { overflow-x: auto; } .lydite .verdict { opacity: 1; font-weight: 600; }"
)


def text(value: Any) -> str:
    """Return a value as the terminal shows it.

    >>> from lydite.inference.result import Result
    >>> print(text(Results((Result("mine", "F1", {}, 0.5, 0.4, 0.6, n=20),))))
    measure  mine
    ────────────────────────────────
    F1       0.5000 [0.4000, 0.6000]
    <BLANKLINE>
    n = 20
    """
    return as_report(value).render("text")


def fragment(value: Any) -> str:
    """Return a value as a piece of HTML; nothing in it loads or runs anything, no text of data is markup."""
    report = as_report(value)
    parts = [f"<p><b>{_safe(report.title)}</b></p>"] if report.title else []
    parts += [_piece(part) for part in replace(report, title="").parts()]
    if told := report.verdict(4):
        parts.append(f'<p class="verdict">{_safe(told)}</p>')
    return f'<div class="lydite"><style>{_STYLE}</style>{"".join(parts) or "<p>no results</p>"}</div>'


def as_report(value: Any) -> Report:
    """Return the report of what can be shown."""
    if isinstance(value, Report):
        return value
    if isinstance(value, Match):
        return _match(value)
    from lydite.reporting.views.results import report

    if isinstance(value, Comparison):
        return report(value.results, value)
    if isinstance(value, Results):
        return report(value)
    raise TypeError(f"a {type(value).__name__} is not shown as a table")


def _match(match: Match) -> Report:
    steps, words = match.path, match.parts
    tables = []
    if steps:
        rows = [(s.source, s.target, s.transition, f"{s.score:.4f}") for s in steps]
        tables.append(_table(("from", "to", "transition", "score"), rows))
    if words:
        pairs = [(w.candidate or "–", w.reference or "–", f"{w.score:.2f}", w.why) for w in words]
        tables.append(_table(("candidate", "reference", "score", "why"), pairs))
    note = [Paragraph(match.note, name=True)] if match.note else []
    title = f"{match.candidate} → {match.reference}  {match.score:.4f}  {match.matcher}"
    return Report(title, body=lambda digits: [*tables, *note])  # noqa: ARG005


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table:
    return Table(tuple(map(Cell, head)), tuple(tuple(Cell(c, name=True) for c in row) for row in rows))


def _piece(part: Part) -> str:
    if isinstance(part, Drawing):
        return f"<pre>{_safe(part.text, keep=chr(10))}</pre>"
    if isinstance(part, Notes):
        return "".join(f"<p>{_safe(line)}</p>" for line in part.lines)
    if isinstance(part, Cell):
        return f"<p>{_safe(part.text)}</p>"
    title = f"<p><b>{_safe(part.title)}</b></p>" if part.title else ""
    return title + table_text(part) + "".join(f"<p>{_safe(n.text)}</p>" for n in part.notes)


def _safe(text: str, keep: str = "") -> str:
    return escape(escape_control(text, keep=keep))
