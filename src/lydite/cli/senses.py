"""``lydite senses``: what a phrase may mean in a Wikipedia."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.reporting.report import Report

EXAMPLES = 'Example: lydite senses en.wikipedia "red planet"'


@o.reports()
def command(
    store: Annotated[Path, typer.Argument(help="A store made by lydite build wikipedia.")],
    phrase: Annotated[str, typer.Argument(help="The phrase.")],
    most: Annotated[int, typer.Option(help="How many senses are shown; 0 for all.", min=0)] = 20,
    *,
    shared: o.Writing,  # noqa: ARG001
) -> Report:
    """List the senses of a phrase with their prior probabilities, most probable first."""
    from lydite.errors import InputError
    from lydite.sources.wikipedia import Wikipedia

    wikipedia = Wikipedia.open(store)
    senses = wikipedia.senses(phrase)
    if not senses:
        raise InputError(f"no anchor, title or redirect reads {phrase!r}", store)
    taken = set(wikipedia.targets(phrase))
    rows = []
    for sense in senses[: most or None]:
        end = wikipedia.end(sense.node)
        to = wikipedia.title(end) if end is not None and end != sense.node else None
        rows.append(
            {"title": wikipedia.title(sense.node), "redirect_to": to, "prior": round(sense.prior, 6),
             "count": sense.anchors, "target": sense.node in taken}
        )  # fmt: skip
    lines = []
    for row in rows:
        arrow = f" → {row['redirect_to']}" if row["redirect_to"] else ""
        note = "" if row["target"] else "   (too rare: no target)"
        lines.append(f"{row['prior']:7.4f} {row['count']:9,}  {row['title']}{arrow}{note}")
    if most and len(senses) > most:
        lines.append(f"        … and {len(senses) - most:,} more")
    return Report(drawings=("\n".join(lines),), data=lambda: {"phrase": phrase, "senses": rows})
