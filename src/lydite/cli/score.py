"""``lydite score``: predicted phrases or labels against gold ones."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli.leaderboard import compared, leaderboard_test, ranked
from lydite.cli.runs import paged, summary
from lydite.core.errors import InputError
from lydite.core.options import Argument, Option, OptionGroup
from lydite.inference.options import Inference, Testing
from lydite.reading.beside import ALIGNED
from lydite.reading.submissions import find_submissions
from lydite.reporting.readable import tell
from lydite.reporting.report import Report
from lydite.reporting.views.items import write_items
from lydite.runs.request import Chance, Policy, Reading, Request

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference.statistics import ItemStatistics
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems
    from lydite.reading.submissions import RefusedFile
    from lydite.runs.run import Run


DEFAULT = ["P", "R", "F1", "F1(match=stem)"]


@dataclass(frozen=True, kw_only=True)
class Scoring(OptionGroup):
    """What is scored where, and what else is kept or written."""

    shard: Annotated[str | None, Option("Score part 3 of 16 only (3/16); needs -o. See merge.")] = None
    on: o.On = "here"
    hashtags: Annotated[
        list[Path],
        Option("Synonyms for reval: a store of lydite build hashtags or a thesaurus file; repeatable."),
    ] = field(default_factory=list)
    chance: Annotated[bool, Option("Also score against shuffled gold.")] = True
    shuffles: Annotated[
        int | None, Option("Shuffles behind chance (default: 4; 10 below 200 items).", low=2)
    ] = None
    items: Annotated[
        Path | None, Option("Also write what matched what, item by item: .csv or .html.", writes="items")
    ] = None
    save_items: Annotated[
        bool, Option("Keep gold and predicted phrases in what is saved.", "--save-items")
    ] = False


@app.command(
    examples=(
        'lydite score gold.jsonl run.jsonl -m "F1@5,10"',
        'lydite score gold.json a.json b.json -m "F1(match=exact|stem)" --by topic --chart f1.png',
        (
            'lydite score gold.jsonl --runs submissions --rank-by "F1(match=meaning)@10" --format '
            "html -o board.html"
        ),
    )
)
def command(
    gold: Annotated[str, Argument("Gold: a file or - for standard input; phrases also a folder.")],
    predictions: Annotated[list[str] | None, Argument("One file or folder for each system.")] = None,
    measure: Annotated[
        list[str],
        Option(
            "A measure, sweep or set (trec); give as many as you like.",
            "--measure",
            "-m",
            shown="P, R, F1, F1(match=stem); of labels accuracy, macro_F1, macro_recall",
        ),
    ] = [],  # noqa: B006
    *,
    folder: o.RunsFolder = None,
    rank_by: o.RankBy = [],  # noqa: B006
    writing: o.RunWriting,
    inference: Inference,
    testing: Testing,
    layout: o.Layout,
    policy: Policy,
    scoring: Scoring,
    reading: Reading,
) -> Report | None:
    """Score predicted phrases or labels against gold ones, several systems side by side."""
    shard = scoring.shard
    if shard is not None:  # one of many processes: threads for matrix products cost a tenth of its time
        os.environ.setdefault("OMP_NUM_THREADS", "1")
    from lydite.runs.default_measures import default_measures
    from lydite.runs.scoring import policies, score

    keep, board = scoring.items is not None or scoring.save_items, folder is not None or bool(rank_by)
    page = writing.format == "html" and shard is None
    _refuse(scoring, inference, writing, board=board)
    request = Request(
        gold=gold, systems=o.systems_given(predictions, folder), measures=[*rank_by, *measure],
        reading=reading, policy=policy,
        chance=Chance(chance=scoring.shuffles if scoring.chance else 0, seed=inference.seed),
    )  # fmt: skip
    of_phrases, how = bool(scoring.hashtags) or keep, request.sources
    specs, recognised = default_measures(gold, how, DEFAULT, asked=request.measures, phrases=of_phrases)
    measures = _measures(specs, policy.let or {}, scoring.hashtags, keep=keep)
    how = replace(how, no_gold=policy.no_gold or policies(specs).get("no_gold"))
    inference = replace(inference, chance=request.chance.chance)
    looked: dict[str, PhraseItems] = {}
    warnings: list[str] = []
    refused: list[RefusedFile] = []
    perform = partial(
        score,
        how=how, shard=shard, chance=request.chance.chance, seed=request.chance.seed, on=scoring.on,
        look=looked.__setitem__ if keep or page else None,
    )  # fmt: skip
    if folder is None:
        columns = (inference.by, inference.cluster)
        scored, notes = perform(gold, request.systems, measures, say=warnings.append, columns=columns)
    else:
        from lydite.runs.submissions import score_submissions

        given = find_submissions(folder, gold)
        scored, notes, refused, said = score_submissions(gold, given, measures, how, perform)
        warnings.append(said)
    if scoring.items is not None:
        _write_items(list(looked.items()), measures, scoring.items)
    notes, empty = (*recognised, *notes), not scored[0].ids
    if shard is not None and inference.interval == "poisson":
        from lydite.inference.item_sums import sum_items

        scored = [sum_items(s, inference) for s in scored]
    _save(scored, notes, writing, shard, looked if scoring.save_items else {})
    if shard is not None:
        if empty:
            tell(f"shard {shard}: no item is in it")
        return None
    if board:
        primary = [str(m) for m in _measures(rank_by, policy.let or {})] if rank_by else []
        comparison = compared(scored, notes, inference, leaderboard_test(testing.test, inference))
        run = partial(_run, scored, notes, looked)
        report = ranked(comparison, primary, refused, writing, layout=layout, run=run)
    else:
        shown = _after_the_table(notes, writing)
        report = summary([scored], shown, inference, testing.test, layout)
        if page:
            report = paged(report, _run(scored, notes, looked), writing)
    return replace(report, asides=(*report.asides, *warnings))


def _after_the_table(notes: tuple[str, ...], writing: o.Writing) -> tuple[str, ...]:
    """Tell which sources are aligned by line before their figures are shown; return the other notes."""
    if not writing.for_people or writing.output is not None:
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


def _refuse(scoring: Scoring, inference: Inference, writing: o.RunWriting, *, board: bool) -> None:
    """Refuse options that lack what they need."""
    shard, sums = scoring.shard is not None, inference.interval == "poisson"
    if shard and writing.output is None:
        raise InputError("--shard needs -o FILE for the part; lydite merge reads the parts")
    if shard and writing.save is not None:
        raise InputError("--shard saves the part to -o FILE; lydite merge --save saves the whole")
    if scoring.save_items and writing.save is None and not shard:
        raise InputError("--save-items needs --save FILE, or --shard")
    if scoring.save_items and shard and sums:
        raise InputError("--interval poisson keeps sums of a shard, --save-items its items: give one of them")
    if inference.by is not None and shard and sums:
        raise InputError("--interval poisson keeps sums of a shard, which --by cannot break down")
    if board and shard:
        raise InputError("--shard is for runs one by one; merge parts first, then lydite compare")


def _save(
    scored: Sequence[ItemStatistics],
    notes: tuple[str, ...],
    writing: o.RunWriting,
    shard: str | None,
    kept: Mapping[str, PhraseItems],
) -> None:
    """Save what was scored where ``--save`` says, a shard where ``-o`` does."""
    place = writing.save if shard is None else writing.output
    if place is not None:
        from lydite.runs.run import Run
        from lydite.runs.shard import Shard

        Run.of_scored(scored, notes, None if shard is None else Shard.read(shard), kept).save(place)


def _write_items(systems: Sequence[tuple[str, PhraseItems]], measures: Sequence[Measure], path: Path) -> None:
    """Write what matched what in each item of each system."""
    from lydite.measures.phrases.explanation import explain

    formulas = write_items((p for name, items in systems for p in explain(items, name, measures)), path)
    if formulas:
        tell(
            f"{path}: {formulas:,} lines have a cell that spreadsheets take for a formula; import it as text"
        )
