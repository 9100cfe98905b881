"""``lydite probe``: how good are these word vectors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lydite.choices import Oov, Undecodable
from lydite.cli import _options as o
from lydite.errors import InputError
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from lydite.reading.submissions import RefusedFile
    from lydite.sources.vectors import Vectors

EXAMPLES = (
    "Examples: lydite probe vectors.bin --test-set google -m topk -m odd_one_out -m analogy --fold · "
    "lydite probe a.vec b.vec --test-set emoji-groups --by category --chart categories.png · "
    "lydite probe --runs vectors --test-set google --rank-by topk"
)

DEFAULT = ["topk", "odd_one_out"]


@o.reports(without=["cluster"])
def command(
    vectors: Annotated[
        list[str] | None,
        typer.Argument(help="Vector files or stores, one for each system.", show_default=False),
    ] = None,
    test_set: Annotated[
        str | None,
        typer.Option(
            "--test-set", "-t", help="google, emoji-groups, emoji-subgroups, emoji (both), or a file."
        ),
    ] = None,
    measure: Annotated[
        list[str], typer.Option("--measure", "-m", help="A probe or sweep; give as many as you like.")
    ] = DEFAULT,
    *,
    folder: o.RunsOption = None,
    rank_by: o.RankByOption = [],  # noqa: B006
    normaliser: Annotated[
        list[str], typer.Option(help="On the words of the test set, as on the corpus: nfc, lower, latin, …")
    ] = [],  # noqa: B006
    lemmatiser: Annotated[
        str | None, typer.Option(help="On the words of the test set: simplemma(language=la), table(file=…).")
    ] = None,
    fold: Annotated[bool, typer.Option("--fold", help="Fold case and accents on both sides.")] = False,
    oov: Annotated[Oov, typer.Option(help="Unknown words are wrong, or skipped.")] = "wrong",
    first: Annotated[
        int | None, typer.Option(help="Only the first so many words of each file.", min=1)
    ] = None,
    subwords: Annotated[
        bool,
        typer.Option("--subwords", help="Compose vectors of unknown words that are asked about (fastText)."),
    ] = False,
    shared_words: Annotated[
        bool,
        typer.Option(
            "--shared", help="Compare files also on the words that all know; letters come from there."
        ),
    ] = False,
    vocabulary: Annotated[Path | None, typer.Option(help="Words of an .npy or safetensors matrix.")] = None,
    undecodable: Annotated[
        Undecodable, typer.Option(help="Words that are not UTF-8: stop, replace or ignore the bytes.")
    ] = "strict",
    unknown: Annotated[
        Path | None,
        typer.Option(
            help="Also write the unknown words, with the nearest spelling that is known.", callback=o.writable
        ),
    ] = None,
    by: Annotated[str | None, typer.Option(help="Break results down: category.")] = None,
    encoding: Annotated[str | None, typer.Option(help="Encoding of the test set, if not UTF-8.")] = None,
    shared: o.SharedOptions,
) -> Report:
    """Test word vectors on categories, analogies, scored pairs or outliers, side by side."""
    from lydite.probes import examine
    from lydite.probes.testsets import load_test_set
    from lydite.probes.testsets.reading import embedded
    from lydite.reporting.views import probes as view
    from lydite.sources.vectors import load_vectors
    from lydite.spec import expand

    if test_set is None:
        raise InputError(f"--test-set is needed: {', '.join(embedded())}, or a file")
    fixed: dict[str, Any] = {"fold": True} if fold else {}
    fixed |= {"oov": oov} if oov != "wrong" else {}
    fixed |= {"seed": shared.seed} if shared.seed else {}
    if rank_by:
        measure = [*rank_by, *(measure if measure != DEFAULT else ())]
    wanted = [p for text in measure for p in expand(text, "probe")]
    probes = [replace(p, **{k: v for k, v in fixed.items() if k in p.parameters()}) for p in wanted]
    test_words, policies = load_test_set(test_set, encoding), {}
    if normaliser or lemmatiser:
        from lydite.cli._corpus import preparation
        from lydite.probes.testsets.preparing import prepare_test_set

        how = preparation("words", normaliser, lemmatiser)
        test_words, policies = prepare_test_set(test_words, how.word), how.word_policies()
    paths = o.systems_given(vectors, folder)
    refused: list[RefusedFile] = []

    def load(_: str, path: str) -> Vectors:
        return load_vectors(path, vocabulary=vocabulary, first=first, undecodable=undecodable)

    if folder is None:
        loaded = {name: load(name, path) for name, path in paths.items()}
    else:
        from lydite.reading.submissions import find_submissions, sort_out

        loaded, refused = sort_out(find_submissions(folder), load)
    probe_run = examine(
        loaded,
        list(dict.fromkeys(probes)),
        test_words,
        subwords=subwords,
        shared=shared_words,
        policies=policies,
    )
    if unknown is not None:
        from lydite.probes.unknown_words import unknown as unknown_words
        from lydite.probes.unknown_words import write_unknown

        grounds = zip(loaded, probe_run.inputs, strict=True)
        write_unknown({name: unknown_words(ground, fold=fold) for name, ground in grounds}, unknown)
    if shared.save is not None:
        from lydite.runs.run import Run

        shared.keep(Run.of_probes(probe_run))
    options = shared.options(by=by)
    if folder is not None or rank_by:
        from lydite.cli._leaderboard import ranked, test_of

        board = probe_run.comparison(replace(options, by=None), test_of(shared))
        return ranked(board, [str(p) for p in probes[: len(rank_by)]], refused, shared)
    if len(loaded) == 1:
        return view.report(probe_run, probe_run.results(options))
    compared = probe_run.comparison(options, shared.test)
    return view.report(probe_run, compared.results, compared)
