"""``lydite agree``: do matchers agree with people."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, cast, get_args

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli.judgements import read_sets
from lydite.cli.runs import paged
from lydite.core.choices import DEFAULT_MATCHER, Average, Human
from lydite.core.errors import InputError
from lydite.core.options import Argument, Option
from lydite.core.spec import expand
from lydite.core.text import plural
from lydite.inference.options import Inference, Testing
from lydite.reporting.report import Report
from lydite.runs.request import Define, Encoding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.agreement.base import Agreement
    from lydite.reporting.views.agreement import AgreementSummary


@app.command(
    examples=(
        "lydite agree thesis --using wordnet --using meteor",
        "lydite agree swords.json.gz --sample 4 -m Combo -m SR --subsets",
        'lydite agree train.txt dev.txt --together --using "cosine(vectors=w.bin)" --by relation',
        "lydite agree exact.run wordnet.run --human quality.tsv",
    ),
    digits=3,
)
def command(
    judgements: Annotated[
        list[str], Argument("Questions or graded pairs: thesis (embedded), or files.")
    ] = [],  # noqa: B006
    using: Annotated[
        list[str],
        Option(
            "A matcher or sweep; give as many as you like.",
            "--using",
            "-u",
            shown=f"{DEFAULT_MATCHER}, the default matcher",
        ),
    ] = [],  # noqa: B006
    measure: Annotated[
        list[str], Option("A metric of agreement (lydite list agreements).", "--measure", "-m")
    ] = [],  # noqa: B006
    *,
    sample: o.Sample = None,
    together: o.Together = False,
    human: Annotated[
        str,
        Option(
            "Rows of people: over questions, over single answers (answers), or none. With saved runs: a "
            "table of people's scores (system, id, score)."
        ),
    ] = "questions",
    baselines: Annotated[
        bool, Option("Rows of constants and of chance.", "--baselines/--no-baselines")
    ] = True,
    subsets: Annotated[
        bool, Option("Also by how the matcher knows the phrases: whole, in parts.", "--subsets")
    ] = False,
    each: Annotated[bool, Option("Also every question or pair by itself.", "--each")] = False,
    average: Annotated[Average, Option("With people's scores: what is ranked against each other.")] = "item",
    let: Define = None,
    encoding: Encoding = None,
    inference: Inference,
    testing: Testing,
    writing: o.RunWriting,
) -> Report:
    """Compare matchers with human judgements: answers to questions, rated pairs."""
    from lydite.probes.agreement import agree
    from lydite.reporting.views import agreement as view
    from lydite.runs.run import Run

    if human not in get_args(Human):
        return _meta_evaluation(judgements, human, average, encoding, inference, testing, writing)
    names = let or {}
    matchers = [m for text in using or [DEFAULT_MATCHER] for m in expand(text, "matcher", names)]
    metrics: list[Agreement] = [m for text in measure for m in expand(text, "agreement", names)]
    sets = read_sets(judgements, sample, inference.seed, together=together, encoding=encoding)
    if not sets:
        raise InputError("no questions or pairs were given; thesis names embedded questions")
    if len(sets) > 1 and writing.save is not None:
        raise InputError("--save takes one set of judgements; give the files one by one")
    summaries: list[AgreementSummary] = []
    for data in sets:
        run = agree(data, matchers, metrics, human=cast("Human", human), baselines=baselines)
        writing.keep(Run.of_agreement(run))
        compared = None
        if len(run.matchers) > 1 and (inference.bootstrap or all(m.summable for m in run.metrics)):
            compared = run.comparison(inference, testing.test)
        results = compared.results if compared is not None else run.results(inference)
        summaries.append(
            view.AgreementSummary(run, results, compared, run.subsets(inference) if subsets else None)
        )
    report = view.report(summaries, each=each)
    if writing.format == "html":
        report = _paged(report, summaries, writing)
    notes = () if using else (f"{DEFAULT_MATCHER} is the default matcher; --using names others",)
    return replace(report, asides=(*report.asides, *notes))


def _paged(report: Report, sets: Sequence[AgreementSummary], writing: o.Writing) -> Report:
    """Return the report with a page of the run; of several sets one page."""
    from lydite.reporting.views import judgement_sets

    run = judgement_sets.joined_run(sets)
    if len(sets) == 1:
        return paged(report, run, writing)
    results = judgement_sets.joined_results(sets)
    comparison = judgement_sets.joined_comparison(sets, results)
    title = f"{plural(len(sets[0].run.matchers), 'matcher')} on {len(sets)} sets of judgements"
    return paged(replace(report, title=title), run, writing, results=results, comparison=comparison)


def _meta_evaluation(
    runs: Sequence[str],
    scores: str,
    average: Average,
    encoding: str | None,
    inference: Inference,
    testing: Testing,
    writing: o.RunWriting,
) -> Report:
    """Hold the measures of saved runs against people's scores."""
    from lydite.reporting.views import results
    from lydite.runs.meta.evaluate import meta_evaluate
    from lydite.runs.meta.human_scores import read_human_scores
    from lydite.runs.run_file import read_run

    if not runs:
        raise InputError("--human with a file takes saved runs (lydite score … --save RUN)")
    given = {"by": inference.by, "cluster": inference.cluster, "save": writing.save, "test": testing.test}
    if aside := [f"--{name}" for name, value in given.items() if value is not None]:
        raise InputError(f"{', '.join(aside)}: not with people's scores of saved runs, which have none of it")
    told = read_human_scores(scores, encoding)
    saved = {path: read_run(path) for path in runs}
    return results.report(meta_evaluate(saved, told, average, inference))
