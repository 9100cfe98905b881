"""``lydite agree``: do matchers agree with people."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, cast, get_args

import typer

from lydite.cli import _options as o
from lydite.cli._judgements import SampleOption, TogetherOption, read_sets
from lydite.core.choices import DEFAULT_MATCHER, Average, Human
from lydite.core.errors import InputError
from lydite.measures.labels.tables import plural
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.agreement.base import Agreement
    from lydite.reporting.views.agreement import AgreementSummary

EXAMPLES = (
    "Examples: lydite agree thesis --using wordnet --using meteor · "
    "lydite agree swords.json.gz --sample 4 -m Combo -m SR --subsets · "
    'lydite agree train.txt dev.txt --together --using "cosine(vectors=w.bin)" --by relation · '
    "lydite agree exact.run wordnet.run --human quality.tsv"
)


@o.reports(digits=3)
def command(
    judgements: Annotated[
        list[str], typer.Argument(help="Questions or graded pairs: thesis (embedded), or files.")
    ] = [],  # noqa: B006
    using: Annotated[
        list[str],
        typer.Option(
            "--using",
            "-u",
            help="A matcher or sweep; give as many as you like.",
            show_default=f"{DEFAULT_MATCHER}, the default matcher",
        ),
    ] = [],  # noqa: B006
    measure: Annotated[
        list[str], typer.Option("--measure", "-m", help="A metric of agreement (lydite list agreements).")
    ] = [],  # noqa: B006
    *,
    sample: SampleOption = None,
    together: TogetherOption = False,
    human: Annotated[
        str,
        typer.Option(
            help="Rows of people: over questions, over single answers (answers), or none. With saved runs: a "
            "table of people's scores (system, id, score)."
        ),
    ] = "questions",
    baselines: Annotated[
        bool, typer.Option("--baselines/--no-baselines", help="Rows of constants and of chance.")
    ] = True,
    subsets: Annotated[
        bool, typer.Option("--subsets", help="Also by how the matcher knows the phrases: whole, in parts.")
    ] = False,
    each: Annotated[bool, typer.Option("--each", help="Also every question or pair by itself.")] = False,
    average: Annotated[
        Average, typer.Option(help="With people's scores: what is ranked against each other.")
    ] = "item",
    let: o.LetOption = [],  # noqa: B006
    encoding: o.EncodingOption = None,
    shared: o.SharedOptions,
) -> Report:
    """Compare matchers with human judgements: answers to questions, rated pairs."""
    from lydite.core.spec import expand
    from lydite.probes.agreement import agree
    from lydite.reporting.views import agreement as view
    from lydite.runs.run import Run

    if human not in get_args(Human):
        return _meta_evaluation(judgements, human, average, encoding, shared)
    names = o.names(let)
    matchers = [m for text in using or [DEFAULT_MATCHER] for m in expand(text, "matcher", names)]
    metrics: list[Agreement] = [m for text in measure for m in expand(text, "agreement", names)]
    sets = read_sets(judgements, sample, shared.seed, together=together, encoding=encoding)
    if not sets:
        raise InputError("no questions or pairs were given; thesis names embedded questions")
    if len(sets) > 1 and shared.save is not None:
        raise InputError("--save takes one set of judgements; give the files one by one")
    summaries: list[AgreementSummary] = []
    for data in sets:
        run = agree(data, matchers, metrics, human=cast("Human", human), baselines=baselines)
        shared.keep(Run.of_agreement(run))
        options = shared.options()
        compared = None
        if len(run.matchers) > 1 and (options.bootstrap or all(m.summable for m in run.metrics)):
            compared = run.comparison(options, shared.test)
        results = compared.results if compared is not None else run.results(options)
        summaries.append(
            view.AgreementSummary(run, results, compared, run.subsets(options) if subsets else None)
        )
    report = view.report(summaries, each=each)
    if shared.format == "html":
        report = _paged(report, summaries, shared)
    notes = () if using else (f"{DEFAULT_MATCHER} is the default matcher; --using names others",)
    return replace(report, asides=(*report.asides, *notes))


def _paged(report: Report, sets: Sequence[AgreementSummary], shared: o.SharedOptions) -> Report:
    """Return the report with a page of the run; of several sets one page."""
    from lydite.cli._runs import paged
    from lydite.reporting.views import judgement_sets

    run = judgement_sets.joined_run(sets)
    if len(sets) == 1:
        return paged(report, run, shared)
    results = judgement_sets.joined_results(sets)
    comparison = judgement_sets.joined_comparison(sets, results)
    title = f"{plural(len(sets[0].run.matchers), 'matcher')} on {len(sets)} sets of judgements"
    return paged(replace(report, title=title), run, shared, results=results, comparison=comparison)


def _meta_evaluation(
    runs: Sequence[str], scores: str, average: Average, encoding: str | None, shared: o.SharedOptions
) -> Report:
    """Hold the measures of saved runs against people's scores."""
    from lydite.reporting.views import results
    from lydite.runs.meta.evaluate import meta_evaluate
    from lydite.runs.meta.human_scores import read_human_scores
    from lydite.runs.reading import read_run

    if not runs:
        raise InputError("--human with a file takes saved runs (lydite score … --save RUN)")
    if aside := [
        f"--{name}" for name in ("by", "cluster", "save", "test") if getattr(shared, name) is not None
    ]:
        raise InputError(f"{', '.join(aside)}: not with people's scores of saved runs, which have none of it")
    told = read_human_scores(scores, encoding)
    saved = {path: read_run(path) for path in runs}
    return results.report(meta_evaluate(saved, told, average, shared.options()))
