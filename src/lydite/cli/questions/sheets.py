"""``lydite questions sheets``: pages on which people judge, printed or on screen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.cli._judgements import SampleOption
from lydite.reporting.report import Report

EXAMPLES = (
    "Examples: lydite questions sheets questions.jsonl --per-sheet 10 -o sheets · "
    "lydite questions sheets swords.json.gz --sample 4 --times 13 --seed 7 -o sheets · "
    "lydite questions sheets comparisons.csv -o sheets · lydite questions sheets saved.run -o sheets"
)


@o.reports()
def command(
    questions: Annotated[
        str,
        typer.Argument(
            help="Questions, comparisons (columns candidate, reference, other_candidate, other_reference), a "
            "run saved with --save-items (whose lists are judged from 1 to 5), or thesis."
        ),
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="A new folder for the sheets.")],
    per_sheet: Annotated[int, typer.Option(help="How many stand on a sheet.", min=1)] = 10,
    times: Annotated[int, typer.Option(help="On how many sheets each stands.", min=1)] = 1,
    first: Annotated[int, typer.Option(help="The number of the first sheet.", min=1, max=900_000)] = 1,
    sample: SampleOption = None,
    seed: Annotated[int, typer.Option(help="Seed of what is shuffled.", min=0)] = 0,
    encoding: o.EncodingOption = None,
    shared: o.ReportOptions,  # noqa: ARG001
) -> Report:
    """Write sheets of questions, one page each, to be printed or filled in on screen."""
    from lydite.cli._sheets import written
    from lydite.probes.agreement.sheets import lay_out
    from lydite.replacing import ensure_folder
    from lydite.runs.asking import read_asked

    ensure_folder(output)
    name, items = read_asked(questions, sample, seed, encoding)
    return written(lay_out(name, items, per_sheet, times=times, first=first, seed=seed), output)
