"""``lydite build wiktionary``: a store from wiktextract's JSON lines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from lydite.cli import app
from lydite.cli import options as o
from lydite.core.options import Argument, Option
from lydite.core.progress import progress_bar
from lydite.reporting.report import Report


@app.command(
    examples=(
        (
            "lydite build wiktionary raw-wiktextract-data.jsonl.gz -o latin --language la, then "
            'lydite match domus aedes --using "wiktionary(store=latin)"'
        ),
    )
)
def command(
    file: Annotated[Path, Argument("wiktextract's JSON lines, plain or compressed; - for input.")],
    output: Annotated[Path, Option("The folder of the store.", "--output", "-o")],
    language: Annotated[
        str | None, Option("Keep one language, by its code or English name. [default: all]")
    ] = None,
    on: o.On = "here",
) -> Report:
    """Build a store of a Wiktionary: senses, labels, relations, links to Wikipedia and Wikidata.

    Lines that are no entry are passed over and counted, up to ten of a file or one in a hundred.
    """
    from lydite.knowledge.wiktionary.build import build_wiktionary
    from lydite.knowledge.wiktionary.store import described

    with progress_bar("entries, MB") as progress:

        def report(reached: int, total: int) -> None:
            progress.total = total >> 20
            progress.update(reached >> 20)

        notes = build_wiktionary(file, output, language, on=on, report=report)
    c = notes["counts"]
    held = described({code: about["senses"] for code, about in notes["languages"].items()})
    left = {
        f"broken lines (the first is line {notes['first_broken']:,})": c["broken"],
        "redirects": c.get("redirects", 0),
        "entries without senses": c.get("entries without senses", 0),
        "words that name themselves": c.get("named themselves", 0),
    }
    head = f"{output.name}: {c['entries']:,} entries, {c['senses']:,} senses ({held}), {c['labels']:,} labels"
    rows = [
        ("same", c["same"]),
        ("similar", c["similar"]),
        ("more special or general", c["below and above"]),
        ("words that are only named", c["named only"]),
        *((f"left out: {why}", n) for why, n in left.items() if n),
    ]
    return Report(drawings=("\n".join([head, *(f"  {name:<58}{count:>12,}" for name, count in rows)]),))
