"""``lydite merge``: the parts that shards wrote, as one result."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.errors import InputError
from lydite.reporting.report import Report

EXAMPLES = (
    "Example: lydite score gold.jsonl run.jsonl --shard 1/2 -o 1.part (and 2/2), then lydite merge *.part"
)


@o.reports()
def command(
    parts: Annotated[list[Path], typer.Argument(help="Files written by lydite score --shard.")],
    *,
    seed: Annotated[
        int | None, typer.Option(help="Seed of intervals and tests; that of the parts.", min=0)
    ] = None,
    shared: o.Scoring,
) -> Report:
    """Join the parts of a sharded run into what one run gives, to the last digit."""
    from lydite.inference.parts import merge

    found = merge(parts)
    if seed not in (None, found.seed) and any(s.chance for s in found.systems):
        raise InputError(f"the parts were shuffled from seed {found.seed}; merge them without --seed")
    options = shared.options(seed=found.seed if seed is None else seed, chance=found.chance)
    return shared.report(found.systems, found.notes, options)
