"""``lydite merge``: the parts that shards wrote, as one result."""

from __future__ import annotations

from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.cli._runs import of_run
from lydite.core.errors import InputError
from lydite.reporting.report import Report

EXAMPLES = (
    "Examples: lydite score gold.jsonl run.jsonl --shard 1/2 -o 1.part · lydite merge 1.part 2.part · "
    "lydite merge *.part --save whole.run"
)


@o.reports()
def command(
    parts: Annotated[list[str], typer.Argument(help="Files written by lydite score --shard.")],
    *,
    seed: Annotated[
        int | None, typer.Option(help="Seed of intervals and tests; that of the parts.", min=0)
    ] = None,
    shared: o.SharedOptions,
    layout: o.LayoutOptions,
) -> Report:
    """Join the parts of a sharded run into what one run gives, to the last digit."""
    from lydite.runs.merging import merge

    run = merge(parts)
    if shared.save is not None and any(s.sums is not None for s in run.rows[0]):
        raise InputError("the parts hold sums in place of items, of which no run can be saved")
    return of_run(shared, run, shared.options(seed=run.seed if seed is None else seed), layout)
