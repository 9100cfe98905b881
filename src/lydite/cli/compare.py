"""``lydite compare``: saved runs side by side."""

from __future__ import annotations

from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.cli._runs import of_run
from lydite.cli._saved import AllowDifferentOption, RunSeedOption
from lydite.reporting.report import Report

EXAMPLES = (
    "Examples: lydite score gold.jsonl a.jsonl --save a.run · lydite compare a.run b.run · "
    "lydite compare monday/a.run tuesday/a.run --by topic --test bootstrap"
)


@o.reports()
def command(
    runs: Annotated[list[str], typer.Argument(help="Files written by --save, of the same items.")],
    *,
    allow_different: AllowDifferentOption = False,
    seed: RunSeedOption = None,
    shared: o.SharedOptions,
    layout: o.LayoutOptions,
) -> Report:
    """Compare saved runs, with intervals and paired tests, without scoring again."""
    from lydite.runs.compare import side_by_side
    from lydite.runs.reading import read_run

    read = {name: read_run(path) for name, path in o.system_names(runs).items()}
    both = side_by_side(read, allow_different=allow_different, judge=shared.judge)
    return of_run(shared, both, shared.options(seed=both.seed if seed is None else seed), layout)
