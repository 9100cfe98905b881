"""``lydite merge``: the parts that shards wrote, as one result."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli.runs import of_run
from lydite.core.errors import InputError
from lydite.core.options import Argument, Option
from lydite.inference.options import Inference, Testing
from lydite.reporting.report import Report


@app.command(
    examples=(
        "lydite score gold.jsonl run.jsonl --shard 1/2 -o 1.part",
        "lydite merge 1.part 2.part",
        "lydite merge *.part --save whole.run",
    )
)
def command(
    parts: Annotated[list[str], Argument("Files written by lydite score --shard.")],
    *,
    seed: Annotated[int | None, Option("Seed of intervals and tests; that of the parts.", low=0)] = None,
    inference: Inference,
    testing: Testing,
    writing: o.RunWriting,
    layout: o.Layout,
) -> Report:
    """Join the parts of a sharded run into what one run gives, to the last digit."""
    from lydite.runs.merging import merge

    run = merge(parts)
    if writing.save is not None and any(s.sums is not None for s in run.rows[0]):
        raise InputError("the parts hold sums in place of items, of which no run can be saved")
    return of_run(
        run, replace(inference, seed=run.seed if seed is None else seed), testing.test, layout, writing
    )
