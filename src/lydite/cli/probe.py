"""``lydite probe``: how good are these word vectors."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from lydite.cli import app
from lydite.cli import corpus as c
from lydite.cli import options as o
from lydite.cli.leaderboard import leaderboard_test, ranked
from lydite.cli.pages import with_page
from lydite.core.choices import Oov, Undecodable
from lydite.core.errors import InputError
from lydite.core.options import Argument, Option
from lydite.core.spec import expand
from lydite.inference.options import Inference, Testing
from lydite.probes.testsets import load_test_set
from lydite.probes.testsets.preparing import prepare_test_set
from lydite.probes.testsets.reading import embedded
from lydite.reading.submissions import find_submissions, sort_out
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.base import Probe
    from lydite.probes.run import ProbeRun
    from lydite.probes.testsets import TestSet
    from lydite.reading.submissions import RefusedFile
    from lydite.vectors import Vectors


DEFAULT = ["topk", "odd_one_out"]


@app.command(
    examples=(
        "lydite probe vectors.bin --test-set google -m topk -m odd_one_out -m analogy --fold",
        "lydite probe a.vec b.vec --test-set emoji-groups --by category --chart categories.png",
        "lydite probe --runs vectors --test-set google --rank-by topk",
    ),
    without=["cluster"],
)
def command(
    vectors: Annotated[
        list[str] | None,
        Argument("Vector files or stores, one for each system."),
    ] = None,
    test_set: Annotated[
        str | None,
        Option("google, emoji-groups, emoji-subgroups, emoji (both), or a file.", "--test-set", "-t"),
    ] = None,
    measure: Annotated[
        list[str], Option("A probe or sweep; give as many as you like.", "--measure", "-m")
    ] = DEFAULT,
    *,
    folder: o.RunsFolder = None,
    rank_by: o.RankBy = [],  # noqa: B006
    normaliser: c.NormaliserOption = [],  # noqa: B006
    lemmas: Annotated[
        str | None, Option("Table of lemmas for the words of the test set: form TAB lemma.")
    ] = None,
    fold: Annotated[bool, Option("Fold case and accents on both sides.", "--fold")] = False,
    oov: Annotated[Oov, Option("Unknown words are wrong, or skipped.")] = "wrong",
    first: Annotated[int | None, Option("Use only the first N words of each file.", low=1)] = None,
    subwords: Annotated[
        bool,
        Option("Compose vectors of unknown words that are asked about (fastText).", "--subwords"),
    ] = False,
    shared_words: Annotated[
        bool,
        Option("Compare files also on the words that all know; letters come from there.", "--shared"),
    ] = False,
    undecodable: Annotated[
        Undecodable, Option("Words that are not UTF-8: stop, replace or ignore the bytes.")
    ] = "strict",
    unknown: Annotated[
        Path | None,
        Option("Also write the unknown words, with the nearest spelling that is known.", writes="file"),
    ] = None,
    by: Annotated[str | None, Option("Break results down: category.")] = None,
    encoding: Annotated[str | None, Option("Encoding of the test set, if not UTF-8.")] = None,
    inference: Inference,
    testing: Testing,
    writing: o.RunWriting,
    layout: o.Layout,
) -> Report:
    """Test word vectors on categories, analogies, scored pairs or outliers, side by side."""
    from lydite.probes import examine

    probes = _probes(measure, rank_by, fold=fold, oov=oov, seed=inference.seed)
    test_words, policies = _test_words(test_set, encoding, normaliser, lemmas)
    paths = o.systems_given(vectors, folder)
    load = partial(_load, first=first, undecodable=undecodable)
    refused: list[RefusedFile] = []
    if folder is None:
        loaded = {name: load(name, path) for name, path in paths.items()}
    else:
        loaded, refused = sort_out(find_submissions(folder), load)
    probe_run = examine(
        loaded, list(dict.fromkeys(probes)), test_words,
        subwords=subwords, shared=shared_words, policies=policies,
    )  # fmt: skip
    if unknown is not None:
        _write_unknown(probe_run, list(loaded), unknown, fold=fold)
    if writing.save is not None:
        from lydite.runs.run import Run

        writing.keep(Run.of_probes(probe_run))
    options = replace(inference, by=by)
    if folder is not None or rank_by:
        board = probe_run.comparison(replace(options, by=None), leaderboard_test(testing.test, inference))
        from lydite.runs.run import Run

        run, primary = Run.of_probes(probe_run), [str(p) for p in probes[: len(rank_by)]]
        return ranked(board, primary, run, writing, layout=layout, refused=refused, asked=probe_run.asked)
    from lydite.reporting.views import probes as view

    compared = probe_run.comparison(options, testing.test) if len(loaded) > 1 else None
    results = compared.results if compared is not None else probe_run.results(options)
    report = view.report(probe_run, results, compared, layout)
    if writing.format == "html":
        from lydite.runs.run import Run

        return with_page(report, Run.of_probes(probe_run), asked=probe_run.asked)
    return report


def _probes(
    measure: Sequence[str], rank_by: Sequence[str], *, fold: bool, oov: Oov, seed: int
) -> list[Probe]:
    """Return the probes, those to rank by first, with what options say of all of them."""
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
    if test_set is None:
        raise InputError(f"--test-set is needed: {', '.join(embedded())}, or a file")
    words = load_test_set(test_set, encoding)
    if not normaliser and lemmas is None:
        return words, {}

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
