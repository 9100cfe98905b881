"""``lydite tune matcher``: which parameters of a matcher agree best with people."""

from __future__ import annotations

from typing import Annotated

import typer

from lydite.cli import _options as o
from lydite.cli._inputs import OnOption
from lydite.cli._judgements import SampleOption, TogetherOption, read_sets
from lydite.reporting.report import Report

EXAMPLES = (
    'Examples: lydite tune matcher swords.json.gz --sample 4 --using wordnet --objective "Combo*SR" · '
    'lydite tune matcher train.txt dev.txt --together --method "annealing(restarts=50)" · '
    "lydite tune matcher swords.json.gz hyperlex.txt -p sim -p power=0:1"
)


@o.reports(without=("by", "cluster", "judge", "save", "chart"), digits=3)
def command(
    judgements: Annotated[
        list[str], typer.Argument(help="Questions, graded pairs or comparisons: files, or thesis (embedded).")
    ],
    *,
    using: Annotated[
        str, typer.Option("--using", "-u", help="The matcher; what it says of a parameter is the start.")
    ] = "wordnet",
    method: Annotated[
        str, typer.Option(help="annealing, pso, genetic or random (lydite list tuners).")
    ] = "annealing",
    objective: Annotated[
        list[str],
        typer.Option(
            help="A metric of agreement or a product of some; several are averaged.",
            show_default="Combo*SR for questions, spearman for pairs, order for comparisons",
        ),
    ] = [],  # noqa: B006
    parameter: Annotated[
        list[str],
        typer.Option(
            "--parameter", "-p", help="A parameter to tune: sim, or power=0:1.", show_default="the matcher's"
        ),
    ] = [],  # noqa: B006
    folds: Annotated[int, typer.Option(help="Folds that are held out in turn; 0 for none.", min=0)] = 5,
    sample: SampleOption = None,
    together: TogetherOption = False,
    on: OnOption = "here",
    let: o.LetOption = [],  # noqa: B006
    encoding: o.EncodingOption = None,
    shared: o.SharedOptions,
) -> Report:
    """Look for the parameters of a matcher that agree best with people, and test them on held-out folds."""
    from lydite.core.spec import parse
    from lydite.reporting.views import tuning as view
    from lydite.tuning import tune

    names = o.names(let)
    sets = read_sets(judgements, sample, shared.seed, together=together, encoding=encoding)
    tuned = tune(
        sets,
        parse(using, "matcher", names),
        parse(method, "tuner", names),
        objective=objective,
        parameters=parameter,
        folds=folds,
        seed=shared.seed,
        on=on,
    )
    return view.report(tuned.figures, shared.options(), shared.test)
