"""``lydite tune vectors``: which hyperparameters give the best vectors of a corpus."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lydite.cli import app
from lydite.cli import corpus as c
from lydite.cli import options as o
from lydite.core.errors import SpecError
from lydite.core.io.writing import ensure_folder
from lydite.core.options import Argument, Option
from lydite.core.spec import parse
from lydite.inference.options import Inference, Testing
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from lydite.tuning.method import Method


@app.command(
    examples=(
        "lydite tune vectors corpus.txt --test-set google --samples 100 --into best",
        "lydite tune vectors la.txt -t la.json --tokeniser spaces --lemmas lemmas.tsv",
        "lydite tune vectors corpus.txt -t google -p model=fasttext -p dim=50:300 -p epochs=5",
    ),
    without=("by", "cluster", "judge", "save", "chart"),
    digits=3,
)
def command(
    corpus: Annotated[list[str], Argument("Plain text or a Wikipedia: files or folders.")],
    test_set: c.TestSetOption = None,
    *,
    samples: Annotated[
        int | None, Option("How many models are tried.", low=2, shown="the method's, 100")
    ] = None,
    method: Annotated[str, Option("random, or another one (lydite list tuners).")] = "random",
    parameter: Annotated[
        list[str],
        Option(
            "A hyperparameter: dim=50:300, type=skipgram, epochs=5.",
            "--parameter",
            "-p",
            shown="those of Table 1",
        ),
    ] = [],  # noqa: B006
    again: Annotated[int, Option("How many of the best are trained again.", low=1)] = 10,
    seeds: Annotated[int, Option("With how many seeds.", low=1)] = 3,
    into: Annotated[
        Path | None,
        Option("Write the best vectors to this folder: a store, and word2vec's format."),
    ] = None,
    on: o.On = "processes(1)",
    reading: c.CorpusOptions,
    inference: Inference,
    testing: Testing,
    writing: o.RunWriting,  # noqa: ARG001
) -> Report:
    """Look for the hyperparameters whose vectors score best, and report the best on words held out."""
    from lydite.reporting.views import vectors_tuning as view
    from lydite.tuning.vectors.saving import save_best
    from lydite.tuning.vectors.search import train_best, tune_vectors
    from lydite.tuning.vectors.words import in_both
    from lydite.vectors.corpus.prepared import prepare_text

    how = _with_samples(parse(method, "tuner"), samples)
    if into is not None:
        ensure_folder(into)
    prepare = reading.preparation()
    text, asked = reading.open_with(corpus, test_set, prepare.unlemmatised)
    lemmas = None
    if prepare.lemmas is not None:
        lemmas = prepare_text(corpus, prepare)
        asked = in_both(asked, prepare.lemma)
    tuning = tune_vectors(
        text,
        asked,
        how,
        lemmas=lemmas,
        parameters=parameter,
        seed=inference.seed,
        on=on,
        finalists=again,
        seeds=seeds,
    )
    if into is not None:
        save_best(train_best(tuning, text, lemmas), into)
    return view.report(tuning, inference, testing.test, text.notes)


def _with_samples(method: Method, samples: int | None) -> Method:
    """Return the method with another number of models."""
    if samples is None:
        return method
    if "samples" in method.parameters():
        return replace(method, samples=samples)  # type: ignore[type-var]  # methods are dataclasses
    raise SpecError(f"{method.name} has its own way to say how many models it tries: leave --samples out")
