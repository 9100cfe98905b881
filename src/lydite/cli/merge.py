"""``lydite merge``: the parts that shards wrote, as one result."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.errors import InputError

EXAMPLES = (
    "Example: lydite score gold.jsonl run.jsonl --shard 1/2 -o 1.part (and 2/2), then lydite merge *.part"
)


def command(
    parts: Annotated[list[Path], typer.Argument(help="Files written by lydite score --shard.")],
    format: o.FormatOption = o.Format.text,
    output: o.OutputOption = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed of intervals and tests; that of the parts.", min=0)
    ] = None,
    bootstrap: o.BootstrapOption = 1_000,
    interval: o.IntervalOption = o.Interval.percentile,
    level: o.LevelOption = 0.95,
    by: o.ByOption = None,
    cluster: o.ClusterOption = None,
    test: o.TestOption = o.PairedTest.randomisation,
    chart: o.ChartOption = None,
    digits: o.DigitsOption = 4,
) -> None:
    """Join the parts of a sharded run into what one run gives, to the last digit."""
    from lydite.inference import Options
    from lydite.inference.parts import merge

    found = merge(parts)
    if seed not in (None, found.seed) and any(s.chance for s in found.systems):
        raise InputError(f"the parts were shuffled from seed {found.seed}; merge them without --seed")
    drawn = found.seed if seed is None else seed
    options = Options(bootstrap, drawn, interval.value, level, cluster, by, found.chance)
    o.write(o.results(found.systems, found.notes, options, test.value), format, output, chart, digits)
