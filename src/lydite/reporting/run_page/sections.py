"""The parts of the page that need no script, as markup; what comes from data is text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lydite.core.text import plural
from lydite.inference.result import Results
from lydite.reporting.charts.rows import interval_words
from lydite.reporting.formats import html
from lydite.reporting.formats.html import details, part_text, table_text
from lydite.reporting.pages.document import safe
from lydite.reporting.ranking import LETTERS
from lydite.reporting.readable import NumberStyle
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from lydite.inference import Comparison
    from lydite.reporting.report import Report
    from lydite.reporting.run_page.disagreement import Disagreement
    from lydite.reporting.run_page.dots import DotFigure
    from lydite.reporting.run_page.unknown import UnknownPhrases
    from lydite.runs.run import Run

_UNKNOWN = 100
_PHRASES = 12


def legend(drawn: Collection[str], results: Results, comparison: Comparison | None) -> str:
    """Say what dots, lines, ticks and brackets are, those that the measures drawn have."""
    shown = Results(tuple(r for r in results if r.measure in drawn and r.group is None))
    parts = ["dot: value"]
    parts += [f"line: {interval_words(shown)}"] if any(r.low is not None for r in shown) else []
    parts += ["tick: chance"] if any(r.chance is not None for r in shown) else []
    letters = comparison.letters if comparison else {}
    marks = [LETTERS.findall("".join(letters[m].values())) for m in drawn if m in letters]
    tied = any(len(set(letters)) < len(letters) for letters in marks)
    parts += ["bracket: not significantly different"] if tied else []
    return f'<p class="note">Best first; {safe("; ".join(parts))}.</p>'


def figure(drawn: DotFigure) -> str:
    """Return a chart with its caption, and the table behind it."""
    table = details("The chart as a table", table_text(drawn.table))
    return (
        f'<figure><div class="dots" role="img" aria-label="{safe(drawn.spoken)}">{drawn.drawing}</div>'
        f"<figcaption>{safe(drawn.caption)}</figcaption>{table}</figure>"
    )


def tables(report: Report, digits: int) -> str:
    """Return the tables and drawings of a report; notes on the data have a section of their own."""
    data_notes = set(report.notes)
    written = []
    for part in report.parts(digits)[1 if report.title else 0 :]:
        if not isinstance(part, Table):
            written.append(part_text(part))
            continue
        title = f"<h3>{safe(part.title)}</h3>" if part.title else ""
        kept = [n for n in part.notes if n.text not in data_notes]
        notes = "".join(f'<p class="note">{safe(n.text)}</p>' for n in kept)
        table = table_text(replace(part, notes=()))
        if part.at_most is not None and len(part.rows) > part.at_most:
            by = ", ".join(cell.text for cell in part.head[: part.labels])
            table = details(f"{len(part.rows):,} rows by {by}", table)
        written.append(f"{title}{table}{notes}")
    return "\n".join(written) or "<p>There are no results.</p>"


def copies(report: Report, digits: int) -> str:
    """Return the same in other formats, to be copied by a button or by hand."""
    buttons = "".join(
        f'<button type="button" class="copy" data-copy="copy-{key}" hidden>Copy as {name}</button> '
        for key, name in html.COPIES.items()
    )
    return buttons + html.copies(report, digits)


def disagreed(found: Sequence[Disagreement], measure: str) -> str:
    """Return the items where spelling and meaning disagree most."""
    style = NumberStyle(3)
    rows = tuple(
        (
            Cell(one.item, name=True),
            Cell(one.system, name=True),
            Cell(style(one.spelling)),
            Cell(style(one.meaning)),
            Cell(_matched(one), name=True),
        )
        for one in found
    )
    head = tuple(map(Cell, ("item", "system", "by spelling", "by meaning", "matched by meaning")))
    told = (
        f"Each item under the system whose two scores lie farthest apart: {measure}, "
        "and the same with phrases compared by spelling."
    )
    return f'<p class="note">{safe(told)}</p>{table_text(Table(head, rows, 2))}'


def _matched(one: Disagreement) -> str:
    pairs = [line for line in one.lines if line.status == "matched"]
    same = [p for p in pairs if p.prediction.casefold() == p.gold.casefold()]
    shown = [f"{p.prediction} → {p.gold} {p.score:.2f}" for p in pairs if p not in same][:_PHRASES]
    more = len(pairs) - len(same) - len(shown)
    tail = [f"{more} more"] if more else []
    return "; ".join([*shown, *tail]) or "nothing that is spelled differently"


def unknown(found: UnknownPhrases, measure: str) -> str:
    """Return the phrases that the source does not know."""
    if not found.phrases:
        return f"<p>The source of {safe(measure)} knows all {found.distinct:,} phrases.</p>"
    rows = tuple(
        (Cell(phrase, name=True), Cell(f"{gold:,}"), Cell(f"{predicted:,}"))
        for phrase, gold, predicted in found.phrases[:_UNKNOWN]
    )
    left = len(found.phrases) - len(rows)
    more = f"; the {len(rows)} most frequent are shown" if left else ""
    told = (
        f"The source of {measure} does not know {len(found.phrases):,} of {found.distinct:,} distinct phrases"
    )
    head = tuple(map(Cell, ("phrase", "times in gold", "times predicted")))
    table = table_text(Table(head, rows))
    return f'<p class="note">{safe(told + more)}.</p>{details("The phrases", table)}'


def notes(lines: Iterable[str]) -> str:
    """Return notes as a list."""
    items = "".join(f"<li>{safe(line)}</li>" for line in lines)
    return f"<ul>{items}</ul>" if items else "<p>There is nothing to note.</p>"


def making(run: Run, report: Report, facts: Mapping[str, str]) -> str:
    """Return how the numbers were made: signatures, digests, the command."""
    rows = "".join(
        f"<dt>{safe(what)}</dt><dd><code>{safe(said)}</code></dd>"
        for what, said in (*facts.items(), *dict.fromkeys(_digests(run)))
    )
    signed = [(r.system, r.measure, str(r.signature)) for r in report.results or () if str(r.signature)]
    head = tuple(map(Cell, ("system", "measure", "signature")))
    cells = tuple(tuple(Cell(text, name=True) for text in row) for row in signed)
    listing = details(plural(len(signed), "signature"), table_text(Table(head, cells, 2))) if signed else ""
    return f"<dl>{rows}</dl>{listing}"


def _digests(run: Run) -> Iterator[tuple[str, str]]:
    """Yield the digests of gold, once where all have the same, and of what each system predicted."""
    golds = {s.gold for block in run.blocks for s in block.systems if s.gold}
    for block in run.blocks:
        own = {s.gold for s in block.systems if s.gold}
        for scored in block.systems:
            of = block.group if block.group and len(own) == 1 else scored.system
            if scored.gold:
                yield "gold" if len(golds) == 1 else f"gold of {of}", scored.gold
            if scored.predictions:
                yield f"predictions of {scored.system}", scored.predictions
