"""``lydite score``: predicted phrases or labels against gold ones."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lydite.cli import _options as o
from lydite.cli._inputs import InputOptions, MissingOption, OnOption
from lydite.core.choices import NoGold, Ties
from lydite.core.errors import InputError
from lydite.reporting.readable import tell
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference.statistics import ItemStatistics
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.reading.submissions import RefusedFile
    from lydite.runs.run import Run

EXAMPLES = (
    'Examples: lydite score gold.jsonl run.jsonl -m "F1@5,10" · '
    'lydite score gold.json a.json b.json -m "F1(match=exact|stem)" --by topic --chart f1.png · '
    'lydite score gold.jsonl --runs submissions --rank-by "F1(match=meaning)@10" --format html -o board.html'
)

DEFAULT = ["P", "R", "F1", "F1(match=stem)"]


def _listable(path: Path | None) -> Path | None:
    if path is not None and str(path) != "-":
        from lydite.reporting.views.items import writer

        writer(path)
    return o.writable(path)


@o.reports()
def command(
    gold: Annotated[str, typer.Argument(help="Gold: a file or - for standard input; phrases also a folder.")],
    predictions: Annotated[
        list[str] | None, typer.Argument(help="One file or folder for each system.", show_default=False)
    ] = None,
    measure: Annotated[
        list[str],
        typer.Option(
            "--measure",
            "-m",
            help="A measure, sweep or set (trec); give as many as you like.",
            show_default="P, R, F1, F1(match=stem); of labels accuracy, macro_F1, macro_recall",
        ),
    ] = [],  # noqa: B006
    *,
    folder: o.RunsOption = None,
    rank_by: o.RankByOption = [],  # noqa: B006
    shared: o.SharedOptions,
    layout: o.LayoutOptions,
    missing: MissingOption = None,
    no_gold: Annotated[
        NoGold | None,
        typer.Option(help="Items without gold phrases: unscored (unless -m trec), or 0 as in trec_eval."),
    ] = None,
    ties: Annotated[
        Ties, typer.Option(help="Equal scores: in order of appearance, or by phrase as in trec_eval.")
    ] = "order",
    documents: Annotated[
        str | None,
        typer.Option(help="Texts for part=present and part=absent: a file with id and text, or a folder."),
    ] = None,
    normalise: Annotated[
        bool, typer.Option("--normalise", help="Divide prevalences by their sum: counts, percentages.")
    ] = False,
    count: Annotated[
        bool, typer.Option("--count", help="Count the labels of a run, where gold has prevalences.")
    ] = False,
    shard: Annotated[
        str | None, typer.Option(help="Score part 3 of 16 only (3/16); needs -o. See merge.")
    ] = None,
    on: OnOption = "here",
    hashtags: Annotated[
        list[Path],
        typer.Option(
            help="Synonyms for reval: a store of lydite build hashtags or a thesaurus file; repeatable."
        ),
    ] = [],  # noqa: B006
    chance: Annotated[
        bool, typer.Option("--chance/--no-chance", help="Also score against shuffled gold.")
    ] = True,
    shuffles: Annotated[
        int | None, typer.Option(help="Shuffles behind chance (default: 4; 10 below 200 items).", min=2)
    ] = None,
    items: Annotated[
        Path | None,
        typer.Option(help="Also write what matched what, item by item: .csv or .html.", callback=_listable),
    ] = None,
    save_items: Annotated[
        bool, typer.Option("--save-items", help="Keep gold and predicted phrases in what is saved.")
    ] = False,
    let: o.LetOption = [],  # noqa: B006
    reading: InputOptions,
    topic: Annotated[str | None, typer.Option(help="The field that --by topic breaks down by.")] = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Go on without rows that cannot be read, and list them.")
    ] = False,
) -> Report | None:
    """Score predicted phrases or labels against gold ones, several systems side by side."""
    if shard is not None:  # one of many processes: threads for matrix products cost a tenth of its time
        os.environ.setdefault("OMP_NUM_THREADS", "1")
    from lydite.runs.default_measures import default_measures
    from lydite.runs.scoring import policies, score

    keep, board = items is not None or save_items, folder is not None or bool(rank_by)
    page = shared.format == "html" and shard is None
    _refuse(shared, shard, save_items=save_items, board=board)
    systems = o.systems_given(predictions, folder)
    how = reading.sources(
        missing=missing, normalise=normalise, count=count, topic=topic, skip_bad=skip_bad, no_gold=no_gold,
        ties=ties, documents=documents,
    )  # fmt: skip
    asked, of_phrases = [*rank_by, *measure], bool(hashtags) or keep
    specs, recognised = default_measures(gold, how, DEFAULT, asked=asked, phrases=of_phrases)
    measures = _measures(specs, o.names(let), hashtags, keep=keep)
    how = replace(how, no_gold=no_gold or policies(specs).get("no_gold"))
    options = shared.options(chance=shuffles if chance else 0)
    looked: dict[str, PhraseItems] = {}
    warnings: list[str] = []
    refused: list[RefusedFile] = []
    scoring = partial(
        score,
        how=how, shard=shard, chance=options.chance, seed=options.seed, on=on,
        look=looked.__setitem__ if keep or page else None,
    )  # fmt: skip
    if folder is None:
        columns = (shared.by, shared.cluster)
        scored, notes = scoring(gold, systems, measures, say=warnings.append, columns=columns)
    else:
        from lydite.reading.submissions import find_submissions
        from lydite.runs.submissions import score_submissions

        given = find_submissions(folder, gold)
        scored, notes, refused, said = score_submissions(gold, given, measures, how, scoring)
        warnings.append(said)
    if items is not None:
        _write_items(list(looked.items()), measures, items)
    notes, empty = (*recognised, *notes), not scored[0].ids
    if shard is not None and shared.interval == "poisson":
        from lydite.inference.item_sums import sum_items

        scored = [sum_items(s, options) for s in scored]
    _save(scored, notes, shared, shard, looked if save_items else {})
    if shard is not None:
        if empty:
            tell(f"shard {shard}: no item is in it")
        return None
    if board:
        from lydite.cli._leaderboard import compared, leaderboard_test, ranked

        primary = [str(m) for m in _measures(rank_by, o.names(let))] if rank_by else []
        comparison = compared(scored, notes, options, leaderboard_test(shared))
        run = partial(_run, scored, notes, looked)
        report = ranked(comparison, primary, refused, shared, layout=layout, run=run)
    else:
        report = shared.summary([scored], _after_the_table(notes, shared), options, layout)
        if page:
            from lydite.cli._runs import paged

            report = paged(report, _run(scored, notes, looked), shared)
    return replace(report, asides=(*report.asides, *warnings))


def _after_the_table(notes: tuple[str, ...], shared: o.SharedOptions) -> tuple[str, ...]:
    """Tell which sources are aligned by line before their figures are shown; return the other notes."""
    from lydite.reading.beside import ALIGNED

    if not shared.for_people or shared.output is not None:
        return notes
    for note in (aligned := [n for n in notes if ALIGNED in n]):
        tell(note)
    return tuple(n for n in notes if n not in aligned)


def _run(scored: Sequence[ItemStatistics], notes: tuple[str, ...], looked: Mapping[str, PhraseItems]) -> Run:
    """Return the run of all that could be scored, with its phrases."""
    from lydite.runs.run import Run

    return Run.of_scored(
        scored, notes, None, {s.system: looked[s.system] for s in scored if s.system in looked}
    )


def _measures(
    specs: Sequence[str], names: Mapping[str, str], hashtags: Sequence[Path] = (), *, keep: bool = False
) -> Sequence[Measure]:
    """Return the measures asked for, with the synonyms that some of them need."""
    from lydite.runs.scoring import parse_measures

    measures = parse_measures(specs, names)
    if hashtags:
        from lydite.measures.phrases.synonyms import with_thesaurus

        measures = with_thesaurus(measures, hashtags)
    if keep and any(m.input_kind == "labels" for m in measures):
        raise InputError("--items and --save-items are about phrases; labels have none")
    return measures


def _refuse(shared: o.SharedOptions, shard: str | None, *, save_items: bool, board: bool) -> None:
    """Refuse options that lack what they need."""
    if shard is not None and shared.output is None:
        raise InputError("--shard needs -o FILE for the part; lydite merge reads the parts")
    if shard is not None and shared.save is not None:
        raise InputError("--shard saves the part to -o FILE; lydite merge --save saves the whole")
    if save_items and shared.save is None and shard is None:
        raise InputError("--save-items needs --save FILE, or --shard")
    if save_items and shard is not None and shared.interval == "poisson":
        raise InputError("--interval poisson keeps sums of a shard, --save-items its items: give one of them")
    if shared.by is not None and shard is not None and shared.interval == "poisson":
        raise InputError("--interval poisson keeps sums of a shard, which --by cannot break down")
    if board and shard is not None:
        raise InputError("--shard is for runs one by one; merge parts first, then lydite compare")


def _save(
    scored: Sequence[ItemStatistics],
    notes: tuple[str, ...],
    shared: o.SharedOptions,
    shard: str | None,
    kept: Mapping[str, PhraseItems],
) -> None:
    """Save what was scored where ``--save`` says, a shard where ``-o`` does."""
    place = shared.save if shard is None else shared.output
    if place is not None:
        from lydite.runs.run import Run
        from lydite.runs.shard import Shard

        Run.of_scored(scored, notes, None if shard is None else Shard.read(shard), kept).save(place)


def _write_items(systems: Sequence[tuple[str, PhraseItems]], measures: Sequence[Measure], path: Path) -> None:
    """Write what matched what in each item of each system."""
    from lydite.measures.phrases.explanation import explain
    from lydite.reporting.views.items import write_items

    formulas = write_items((p for name, items in systems for p in explain(items, name, measures)), path)
    if formulas:
        tell(
            f"{path}: {formulas:,} lines have a cell that spreadsheets take for a formula; import it as text"
        )
