"""``lydite tune matcher``: which parameters of a matcher agree best with people."""

from __future__ import annotations

from typing import Annotated

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli.judgements import read_sets
from lydite.core.options import Argument, Option
from lydite.core.spec import parse
from lydite.inference.options import Inference, Testing
from lydite.reporting.report import Report
from lydite.runs.request import Define, Encoding


@app.command(
    examples=(
        'lydite tune matcher swords.json.gz --sample 4 --using wordnet --objective "Combo*SR"',
        'lydite tune matcher train.txt dev.txt --together --method "annealing(restarts=50)"',
        "lydite tune matcher swords.json.gz hyperlex.txt -p sim -p power=0:1",
    ),
    without=("by", "cluster", "judge", "save", "chart"),
    digits=3,
)
def command(
    judgements: Annotated[
        list[str], Argument("Questions, graded pairs or comparisons: files, or thesis (embedded).")
    ],
    *,
    using: Annotated[
        str, Option("The matcher; what it says of a parameter is the start.", "--using", "-u")
    ] = "wordnet",
    method: Annotated[str, Option("annealing, pso, genetic or random (lydite list tuners).")] = "annealing",
    objective: Annotated[
        list[str],
        Option(
            "A metric of agreement or a product of some; several are averaged.",
            shown="Combo*SR for questions, spearman for pairs, order for comparisons",
        ),
    ] = [],  # noqa: B006
    parameter: Annotated[
        list[str],
        Option("A parameter to tune: sim, or power=0:1.", "--parameter", "-p", shown="the matcher's"),
    ] = [],  # noqa: B006
    folds: Annotated[int, Option("Folds that are held out in turn; 0 for none.", low=0)] = 5,
    sample: o.Sample = None,
    together: o.Together = False,
    on: o.On = "here",
    let: Define = None,
    encoding: Encoding = None,
    inference: Inference,
    testing: Testing,
    writing: o.RunWriting,  # noqa: ARG001
) -> Report:
    """Look for the parameters of a matcher that agree best with people, and test them on held-out folds."""
    from lydite.reporting.views import tuning as view
    from lydite.tuning import tune

    names = let or {}
    sets = read_sets(judgements, sample, inference.seed, together=together, encoding=encoding)
    tuned = tune(
        sets,
        parse(using, "matcher", names),
        parse(method, "tuner", names),
        objective=objective,
        parameters=parameter,
        folds=folds,
        seed=inference.seed,
        on=on,
    )
    return view.report(tuned.figures, inference, testing.test)
