"""What corpora are about: a table of categories and languages and bars as in Figures 4 to 6."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from lydite.reporting.charts.content import content_bars
from lydite.reporting.readable import figure
from lydite.reporting.report import Notes, Report
from lydite.reporting.table import Cell, Table, blank_repeats

if TYPE_CHECKING:
    from lydite.probes.content import Content

HEAD = ("category", "items", "probe", "language", "score", "chance", "corrected", "right", "asked", "known")


def report(found: Content) -> Report:
    """Return the report."""
    return Report(
        body=functools.partial(_body, found),
        results=found.results(),
        data=lambda: {"content": [_record(found, f) for f in found.figures]},
        charts=(functools.partial(_bars, found),),
    )


def _body(found: Content, digits: int) -> list[Table | Notes]:
    rows = [
        (
            Cell(f.category, name=True),
            Cell(f.items),
            Cell(f.probe, name=True),
            Cell(f.language, name=True),
            *(Cell(figure(v, digits)) for v in (f.result.value, f.result.chance, f.result.corrected)),
            *(Cell(f"{n:,}") for n in (f.right, f.asked)),
            Cell(f"{f.known:,} of {f.words:,}"),
        )
        for f in found.figures
    ]
    sizes = ", ".join(f"{language} {size:,}" for language, size in found.vocabularies.items())
    notes = [f"words in the vectors: {sizes}"]
    if shared := [f"{c} {n:,}" for c, n in found.shared.items()] if len(found.vocabularies) > 1 else []:
        notes.append(f"items that all sets have: {', '.join(shared)}")
    table = Table(tuple(map(Cell, HEAD)), blank_repeats(rows, 3), labels=4)
    return [table, Notes((*notes, *found.notes))]


def _record(found: Content, one: Any) -> dict[str, Any]:
    """Return one figure for programs."""
    return {
        "category": one.category,
        "items": one.items,
        "probe": one.probe,
        "language": one.language,
        "score": one.result.value,
        "chance": one.result.chance,
        "corrected": one.result.corrected,
        "right": one.right,
        "asked": one.asked,
        "known": one.known,
        "words": one.words,
        "vocabulary": found.vocabularies[one.language],
    }


def _bars(found: Content) -> dict[str, Any]:

    return content_bars(found)
