"""``lydite merge``: the parts that shards wrote, as one result."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lydite.cli import _options as o

EXAMPLES = (
    "Examples: lydite score gold.jsonl run.jsonl --shard 1/2 -o 1.part · lydite merge 1.part 2.part · "
    "lydite merge *.part --save whole.run"
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
    save: o.SaveOption = None,
) -> None:
    """Join the parts of a sharded run into what one run gives, to the last digit."""
    from lydite.inference import Options
    from lydite.runs.merging import merge

    run = merge(parts)
    options = Options(bootstrap, run.seed if seed is None else seed, interval.value, level, cluster, by)
    if save is not None:  # first: what was scored is not lost where it cannot be shown
        run.save(save)
    o.write(o.run_results(run, options, test.value), format, output, chart, digits)
