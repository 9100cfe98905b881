"""What matched what, for people: a CSV file or a page of HTML."""

from __future__ import annotations

import csv
import io
import itertools
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.core.errors import InputError
from lydite.core.io.writing import writing
from lydite.reporting.pages import document
from lydite.reporting.readable import escape_control

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lydite.matchers.base import Match
    from lydite.measures.phrases.explanation import ItemMatch

COLUMNS = ("system", "item", "measure", "status", "rank", "prediction", "gold", "score", "path")
_FORMULA = ("=", "+", "-", "@", "\t")
_STYLE = """
body { max-width: 70rem; }
h2 { font-size: 1rem; margin: 1.6rem 0 .3rem; }
table { border-collapse: collapse; width: 100%; }
tr { break-inside: avoid; }
td { padding: .15rem .6rem .15rem 0; vertical-align: top; border-top: 1px solid var(--line); }
td.number, td:first-child { white-space: nowrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
td.phrase { min-width: 7rem; width: 25%; }
td:first-child { padding-left: .5rem; border-left: .3rem solid var(--line); }
.matched td:first-child { border-left-color: #2a8f4d; }
.spurious td:first-child { border-left-color: #c1762c; }
.missed td:first-child { border-left-color: #b3394a; }
.path { color: var(--soft); width: 35%; }
@media (max-width: 600px) {
  table, tbody { display: block; }
  tr { display: flex; flex-wrap: wrap; gap: 0 .6rem; border-top: 1px solid var(--line); }
  td, td.phrase { display: block; width: auto; min-width: 0; border-top: 0; padding-right: 0; }
  td:empty { display: none; }
  .matched .phrase + .phrase::before { content: "→ "; color: var(--soft); }
  td.path { width: auto; flex: 1 0 100%; padding-left: .8rem; }
}
"""


def write_items(pairings: Iterable[ItemMatch], path: str | Path) -> int:
    """Write the lines to a file, as its name ends: ``.csv`` or ``.html``.

    Return how many lines have a cell that a spreadsheet would take for a formula: a phrase that begins so.
    """
    render = writer(path)
    formulas = 0

    def counted() -> Iterator[ItemMatch]:
        nonlocal formulas
        for p in pairings:
            formulas += any(
                str(t or "").startswith(_FORMULA) for t in (p.system, p.item, p.prediction, p.gold)
            )
            yield p

    with writing(path) as out:
        for part in render(counted()):
            out.write(part)
    return formulas if Path(path).suffix.lower() == ".csv" else 0


def writer(path: str | Path) -> Callable[[Iterable[ItemMatch]], Iterator[str]]:
    """Return what writes files of this extension; InputError for another."""
    known = {".csv": _csv, ".html": _html, ".htm": _html}
    if Path(path).suffix.lower() not in known:
        raise InputError("the table of items is written as .csv or .html; name such a file", path)
    return known[Path(path).suffix.lower()]


def account(why: Match | None) -> str:
    """Return a match's path and its note on one line; a path that the row itself shows is left out."""
    if why is None:
        return ""
    steps = [f"{s.source} → {s.target} ({s.transition} {s.score:.4g})" for s in why.path]
    shown = why.note and [(s.source, s.target) for s in why.path] == [(why.candidate, why.reference)]
    note = [why.note] if why.note and len(steps) < 2 else []
    return escape_control("; ".join(note if shown else steps + note))


def _csv(pairings: Iterable[ItemMatch]) -> Iterator[str]:
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(COLUMNS)
    for p in pairings:
        rank = "" if p.rank is None else p.rank
        score = "" if p.status == "missed" else repr(p.score)
        lines.writerow(
            [p.system, p.item, p.measure, p.status, rank, p.prediction, p.gold, score, account(p.why)]
        )
        yield out.getvalue()
        out.seek(0)
        out.truncate()
    yield out.getvalue()


def _html(pairings: Iterable[ItemMatch]) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>What matched what</title>'
    yield f'<meta http-equiv="Content-Security-Policy" content="{document.QUIET}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<style>{document.style('base.css')}{_STYLE}</style></head><body><h1>What matched what</h1>\n"
    yield (
        "<p>Each prediction beside the gold phrase it is matched with, with its score and how the matcher "
        "came to it; spurious predictions match nothing, missed gold phrases were matched by nothing.</p>\n"
    )
    for (system, measure, item), lines in itertools.groupby(
        pairings, lambda p: (p.system, p.measure, p.item)
    ):
        yield f"<h2>{_safe(item)} · {_safe(system)} · {_safe(measure)}</h2>\n<table>\n"
        for p in lines:
            score = "" if p.status == "missed" else f"{p.score:.4f}"
            rank = "" if p.rank is None else str(p.rank)
            yield (
                f'<tr class="{p.status}"><td>{p.status}</td><td class="number">{rank}</td>'
                f'<td class="phrase">{_safe(p.prediction)}</td><td class="phrase">{_safe(p.gold)}</td>'
                f'<td class="number">{score}</td><td class="path">{_safe(account(p.why))}</td></tr>\n'
            )
        yield "</table>\n"
    yield "</body></html>\n"


def _safe(text: str) -> str:
    return escape(escape_control(text))
