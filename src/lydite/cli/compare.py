"""``lydite compare``: saved runs side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli.runs import of_run
from lydite.core.options import Argument
from lydite.inference.options import Inference, Testing
from lydite.reporting.report import Report


@app.command(
    examples=(
        "lydite score gold.jsonl a.jsonl --save a.run",
        "lydite compare a.run b.run",
        "lydite compare monday/a.run tuesday/a.run --by topic --test bootstrap",
    )
)
def command(
    runs: Annotated[list[str], Argument("Files written by --save, of the same items.")],
    *,
    allow_different: o.AllowDifferent = False,
    seed: o.RunSeed = None,
    inference: Inference,
    testing: Testing,
    writing: o.RunWriting,
    layout: o.Layout,
) -> Report:
    """Compare saved runs, with intervals and paired tests, without scoring again."""
    from lydite.runs.compare import side_by_side
    from lydite.runs.run_file import read_run

    read = {name: read_run(path) for name, path in o.system_names(runs).items()}
    both = side_by_side(read, allow_different=allow_different, judge=inference.judge)
    return of_run(
        both, replace(inference, seed=both.seed if seed is None else seed), testing.test, layout, writing
    )
