"""``lydite probe``: how good are these word vectors."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lydite.cli import _corpus as c
from lydite.cli import _options as o
from lydite.core.choices import Oov, Undecodable
from lydite.core.errors import InputError
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.base import Probe
    from lydite.probes.run import ProbeRun
    from lydite.probes.testsets import TestSet
    from lydite.reading.submissions import RefusedFile
    from lydite.vectors import Vectors

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
    normaliser: c.NormaliserOption = [],  # noqa: B006
    lemmas: Annotated[
        str | None, typer.Option(help="Table of lemmas for the words of the test set: form TAB lemma.")
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
    layout: o.LayoutOptions,
) -> Report:
    """Test word vectors on categories, analogies, scored pairs or outliers, side by side."""
    from lydite.probes import examine

    probes = _probes(measure, rank_by, fold=fold, oov=oov, seed=shared.seed)
    test_words, policies = _test_words(test_set, encoding, normaliser, lemmas)
    paths = o.systems_given(vectors, folder)
    load = partial(_load, first=first, undecodable=undecodable)
    refused: list[RefusedFile] = []
    if folder is None:
        loaded = {name: load(name, path) for name, path in paths.items()}
    else:
        from lydite.reading.submissions import find_submissions, sort_out

        loaded, refused = sort_out(find_submissions(folder), load)
    probe_run = examine(
        loaded, list(dict.fromkeys(probes)), test_words,
        subwords=subwords, shared=shared_words, policies=policies,
    )  # fmt: skip
    if unknown is not None:
        _write_unknown(probe_run, list(loaded), unknown, fold=fold)
    if shared.save is not None:
        from lydite.runs.run import Run

        shared.keep(Run.of_probes(probe_run))
    options = shared.options(by=by)
    if folder is not None or rank_by:
        from lydite.cli._leaderboard import leaderboard_test, ranked

        board = probe_run.comparison(replace(options, by=None), leaderboard_test(shared))
        from lydite.runs.run import Run

        run = partial(Run.of_probes, probe_run)
        primary = [str(p) for p in probes[: len(rank_by)]]
        return ranked(board, primary, refused, shared, layout=layout, run=run, asked=probe_run.asked)
    from lydite.reporting.views import probes as view

    compared = probe_run.comparison(options, shared.test) if len(loaded) > 1 else None
    results = compared.results if compared is not None else probe_run.results(options)
    report = view.report(probe_run, results, compared, layout)
    if shared.format == "html":
        from lydite.cli._pages import with_page
        from lydite.runs.run import Run

        return with_page(report, Run.of_probes(probe_run), asked=probe_run.asked)
    return report


def _probes(
    measure: Sequence[str], rank_by: Sequence[str], *, fold: bool, oov: Oov, seed: int
) -> list[Probe]:
    """Return the probes, those to rank by first, with what options say of all of them."""
    from lydite.core.spec import expand

    fixed: dict[str, Any] = {"fold": True} if fold else {}
    fixed |= {"oov": oov} if oov != "wrong" else {}
    fixed |= {"seed": seed} if seed else {}
    if rank_by:
        measure = [*rank_by, *(measure if measure != DEFAULT else ())]
    wanted = [p for text in measure for p in expand(text, "probe")]
    return [replace(p, **{k: v for k, v in fixed.items() if k in p.parameters()}) for p in wanted]


def _test_words(
    test_set: str | None, encoding: str | None, normaliser: Sequence[str], lemmas: str | None
) -> tuple[TestSet, dict[str, str]]:
    """Return the test set, prepared as the corpus was, and what is signed of that."""
    from lydite.probes.testsets import load_test_set
    from lydite.probes.testsets.reading import embedded

    if test_set is None:
        raise InputError(f"--test-set is needed: {', '.join(embedded())}, or a file")
    words = load_test_set(test_set, encoding)
    if not normaliser and lemmas is None:
        return words, {}
    from lydite.probes.testsets.preparing import prepare_test_set

    how = c.preparation(normaliser, lemmas, encoding)
    return prepare_test_set(words, how.word), how.policies()


def _load(_: str, path: str, **how: Any) -> Vectors:
    from lydite.vectors import load_vectors

    return load_vectors(path, **how)


def _write_unknown(probe_run: ProbeRun, names: Sequence[str], path: Path, *, fold: bool) -> None:
    """Write the words of the test set that each file does not know."""
    from lydite.probes.unknown_words import unknown, write_unknown

    inputs = zip(names, probe_run.inputs, strict=True)
    write_unknown({name: unknown(one, fold=fold) for name, one in inputs}, path)
