"""``lydite questions draw``: pairs of your own run on which people's verdicts tell most."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lydite.choices import RANDOM
from lydite.cli import _options as o
from lydite.errors import InputError
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from lydite.matchers.base import Matcher
    from lydite.runs.run import Run

EXAMPLES = (
    "Examples: lydite questions draw saved.run --order disagreement -n 100 -o verdicts · "
    'lydite questions draw saved.run -u wordnet -u "cosine(vectors=w.bin)" -n 200 --per-sheet 50 -o verdicts'
)


@o.reports()
def command(
    run: Annotated[str, typer.Argument(help="A run saved with lydite score … --save RUN --save-items.")],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="A new folder for the sheets.")],
    order: Annotated[
        Literal["disagreement", "random"],
        typer.Option(help="Most where matchers disagree, or all pairs alike."),
    ] = "disagreement",
    number: Annotated[int, typer.Option("-n", "--number", help="How many pairs are drawn.", min=2)] = 100,
    using: Annotated[
        list[str],
        typer.Option("--using", "-u", help="The matchers.", show_default="those of the run's measures"),
    ] = [],  # noqa: B006
    random: Annotated[
        float,
        typer.Option(help="The part that is drawn whatever matchers say.", min=0.05, max=1),
    ] = RANDOM,
    per_sheet: Annotated[int, typer.Option(help="How many stand on a sheet.", min=1)] = 100,
    times: Annotated[int, typer.Option(help="On how many sheets each stands.", min=1)] = 1,
    first: Annotated[int, typer.Option(help="The number of the first sheet.", min=1, max=900_000)] = 1,
    seed: Annotated[int, typer.Option(help="Seed of what is drawn and shuffled.", min=0)] = 0,
    let: o.LetOption = [],  # noqa: B006
    shared: o.ReportOptions,  # noqa: ARG001
) -> Report:
    """Draw predicted and gold phrases of a run, and ask whether one is acceptable in place of the other."""
    from dataclasses import replace

    from lydite.cli._sheets import written
    from lydite.probes.agreement.sheets import lay_out
    from lydite.replacing import ensure_folder
    from lydite.runs.asking import phrases_of
    from lydite.runs.drawing import PairPopulation
    from lydite.runs.reading import read_run
    from lydite.spec import expand

    ensure_folder(output)
    saved = read_run(run)
    phrases = phrases_of(saved, run)
    matchers = [m for text in using for m in expand(text, "matcher", o.names(let))] or _of_measures(saved)
    if order == "disagreement" and len(set(matchers)) < 2:
        raise InputError("disagreement takes two matchers: name them with --using, or --order random")
    population = PairPopulation.of(phrases, list(dict.fromkeys(matchers)))
    items = population.draw(number, 1.0 if order == "random" else random, seed)
    report = written(lay_out(saved.name, items, per_sheet, times=times, first=first, seed=seed), output)
    pairs = f"{len(population):,} pair{'s' * (len(population) > 1)} that some matcher scores above 0"
    said = f"{number:,} draws of {pairs}"
    if number >= len(population):
        said = f"{number:,} were asked for, and there are {pairs}: each is asked once"
    elif len(items) < number:
        different = f"{len(items):,} different pair{'s' * (len(items) > 1)}"
        said += f" gave {different}; one that is drawn again is asked once and counts again"
    named = " ".join(f"--using {str(m)!r}" for m in dict.fromkeys(matchers))
    return replace(report, asides=(*report.asides, said, f"with the judgements: lydite agree FILE {named}"))


def _of_measures(run: Run) -> list[Matcher]:
    """Return the matchers of the run's measures."""
    from lydite.matchers.base import Matcher

    measures = [m for block in run.blocks for s in block.systems for m in s.measures]
    matchers = [getattr(m, "match", None) for m in measures]
    return list(dict.fromkeys(m for m in matchers if isinstance(m, Matcher)))
