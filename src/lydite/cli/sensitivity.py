"""``lydite sensitivity``: how much text each probe needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lydite.cli import _corpus as c
from lydite.cli import _options as o
from lydite.cli._inputs import OnOption
from lydite.reporting.report import Report

EXAMPLES = (
    "Examples: lydite sensitivity corpus.txt -t google --chart figure1.png --categories figure2.png · "
    'lydite sensitivity tweets.jsonl -t google --model "fasttext(type=skipgram)" --seeds 5 --largest 14'
)


@o.reports(without=("by", "cluster", "judge", "save", "test"))
def command(
    corpus: Annotated[list[str], typer.Argument(help="Text in any form: files or folders.")],
    test_set: c.TestSetOption = None,
    measure: Annotated[
        list[str],
        typer.Option(
            "--measure",
            "-m",
            help="A probe of categories or analogies.",
            show_default="topk, odd_one_out(samples=1000), analogy",
        ),
    ] = [],  # noqa: B006
    *,
    model: Annotated[
        str, typer.Option(help="word2vec or fasttext with hyperparameters (lydite list models).")
    ] = "word2vec",
    seeds: Annotated[int, typer.Option(help="Orders of the lines, each with its own models.", min=1)] = 3,
    smallest: Annotated[int, typer.Option(help="The first subset has 2 to this unique words.", min=1)] = 6,
    largest: Annotated[
        int | None, typer.Option(help="No subset has more than 2 to this.", min=1, show_default="all words")
    ] = None,
    control: Annotated[
        bool, typer.Option(help="Learn all again with the vocabulary of the whole corpus.")
    ] = True,
    on: OnOption = "here",
    categories: Annotated[
        Path | None,
        typer.Option(help="Also draw each category at the largest size.", callback=o.drawable),
    ] = None,
    reading: c.CorpusOptions,
    shared: o.SharedOptions,
) -> Report:
    """Train models on subsets of a corpus that double in size, and show where each probe starts to see."""
    from lydite.probes.sensitivity import sensitivity
    from lydite.reporting.charts.saving import save
    from lydite.reporting.views import sensitivity as view
    from lydite.spec import expand, parse

    learner = parse(model, "model", reading.names)
    probes = [p for text in measure for p in expand(text, "probe")]
    text, test = reading.open_with(corpus, test_set, reading.preparation())
    run = sensitivity(
        text,
        test,
        learner,
        probes,
        seeds=seeds,
        seed=shared.seed,
        smallest=smallest,
        largest=largest,
        control=control,
        on=on,
    )
    if categories is not None:
        save(view.by_category(run), categories)
    return view.report(run, run.results(shared.options()), text.notes)
