"""``lydite compare``: saved runs side by side."""

from __future__ import annotations

from typing import Annotated

import typer

from lydite.cli import _options as o

EXAMPLES = (
    "Examples: lydite score gold.jsonl a.jsonl --save a.run · lydite compare a.run b.run · "
    "lydite compare monday/a.run tuesday/a.run --by topic --test bootstrap"
)


def command(
    runs: Annotated[list[str], typer.Argument(help="Files written by --save, of the same items.")],
    allow_different: Annotated[
        bool, typer.Option("--allow-different", help="Also runs that were not made in the same way.")
    ] = False,
    format: o.FormatOption = o.Format.text,
    output: o.OutputOption = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed of intervals and tests; that of the first run.", min=0)
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
    """Put saved runs side by side, with intervals and paired tests, without scoring again."""
    from lydite.inference import Options
    from lydite.runs.compare import beside
    from lydite.runs.reading import read_run

    read = {name: read_run(path) for name, path in o.system_names(runs).items()}
    both = beside(read, allow_different=allow_different)
    options = Options(bootstrap, both.seed if seed is None else seed, interval.value, level, cluster, by)
    if save is not None:  # first: what was scored is not lost where it cannot be shown
        both.save(save)
    o.write(o.run_results(both, options, test.value), format, output, chart, digits)
