"""``lydite doctor``: what is installed, what is damaged, and what to do about what is missing."""

from __future__ import annotations

from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.reporting.readable import escape_control, tell

NEEDS_ARGUMENTS = False
EXAMPLES = "Examples: lydite doctor · lydite doctor en.wikipedia hashtags --format json"


@o.reports()
def command(
    stores: Annotated[
        list[str] | None,
        typer.Argument(help="Stores to look through: every array against its digest.", show_default=False),
    ] = None,
    *,
    shared: o.ReportOptions,
) -> None:
    """Look at this installation: extras, embedded data, stores, cache; status 2 where anything is damaged."""
    from lydite.reporting.views.doctor import report
    from lydite.sources.doctor import examine

    states = examine(stores or [])
    shared.write(report(states))
    if broken := [f for f in states if f.state == "damaged"]:
        tell(f"damaged: {', '.join(escape_control(f.name) for f in broken)}")
        raise typer.Exit(2)
