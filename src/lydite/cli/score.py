"""``lydite score``: predicted phrases or labels against gold ones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli.leaderboard import compared, leaderboard_test, ranked
from lydite.cli.runs import paged, summary
from lydite.core.errors import InputError
from lydite.core.options import Argument, Option, OptionGroup
from lydite.inference.options import Inference, Testing
from lydite.reading.beside import is_aligned
from lydite.reading.submissions import find_submissions
from lydite.reporting.readable import tell
from lydite.reporting.report import Report
from lydite.reporting.views.items import write_items
from lydite.runs.files import plan_files
from lydite.runs.request import Chance, Policy, Reading, Request

if TYPE_CHECKING:
    from lydite.core.notes import Note
    from lydite.runs.run import Run


DEFAULT = ["P", "R", "F1", "F1(match=stem)"]


@dataclass(frozen=True, kw_only=True)
class Scoring(OptionGroup):
    """What is scored where, and what else is kept or written."""

    on: o.On = "here"
    hashtags: Annotated[
        list[Path],
        Option("Synonyms for reval: a store of lydite build hashtags or a thesaurus file; repeatable."),
    ] = field(default_factory=list)
    chance: Annotated[bool, Option("Also score against shuffled gold.")] = True
    shuffles: Annotated[
        int | None, Option("Shuffles behind chance (default: 4; of one file below 200 items 10).", low=2)
    ] = None
    items: Annotated[
        Path | None, Option("Also write what matched what, item by item: .csv or .html.", writes="items")
    ] = None
    save_items: Annotated[
        bool, Option("Keep gold and predicted phrases in what is saved.", "--save-items")
    ] = False


@app.command(
    examples=(
        "lydite score gold.jsonl run.jsonl -m F1@5,10 --match exact,meaning",
        "lydite score gold.jsonl yake=out1.jsonl keybert=out2.jsonl -m F1",
        'lydite score gold.json a.json b.json -m "F1(match=exact|stem)" --by topic --chart f1.png',
        (
            'lydite score gold.jsonl --runs submissions --rank-by "F1(match=meaning)@10" --format '
            "html -o board.html"
        ),
    )
)
def command(
    gold: Annotated[
        str, Argument("Gold: a file, - for standard input, a folder, or a quoted pattern of files.")
    ],
    predictions: Annotated[
        list[str] | None, Argument("One file, folder or quoted pattern for each system.")
    ] = None,
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
    match: Annotated[
        list[str],
        Option("Matcher of measures that name none: meaning, or exact,meaning for each of both."),
    ] = [],  # noqa: B006
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
    from lydite.core.executors.base import executor_of
    from lydite.runs.asked import listed_matchers, parse_measures
    from lydite.runs.performing import perform

    board = folder is not None or bool(rank_by)
    if scoring.save_items and writing.save is None:
        raise InputError("--save-items needs --save FILE")
    systems = o.systems_given(predictions, folder)
    named = scoring.items is not None or scoring.save_items
    divided = folder is None and bool(plan_files(gold, systems))
    if named and divided:
        raise InputError("--items and --save-items need all phrases at once, and gold is in several files")
    matchers = [one for text in match for one in listed_matchers(text, policy.let)]
    if inference.interval == "poisson" and divided:
        tested = testing.test not in (None, "none")
        several = len(systems) > 1
        _refuse_sums(save=writing.save is not None, test=several and tested, rank_by=several and board)
    request = Request(
        gold=gold, systems=systems, submissions=None if folder is None else find_submissions(folder, gold),
        measures=[*rank_by, *measure] or None, usual=DEFAULT, match=matchers, hashtags=scoring.hashtags,
        of_phrases=named, keep=named or writing.format == "html", reading=reading, policy=policy,
        chance=Chance(chance=scoring.shuffles if scoring.chance else 0, seed=inference.seed),
    )  # fmt: skip
    inference = replace(inference, chance=request.chance.chance)
    with executor_of(scoring.on) as executor:
        run = perform(request, executor, inference)
    if named and run.kind == "labels":
        raise InputError("--items and --save-items are about phrases; labels have none")
    writing.keep(run, phrases=scoring.save_items)
    if scoring.items is not None:
        _write_items(run, scoring.items)
    if board:
        primary = [str(m) for m in parse_measures(rank_by, policy.let, matchers)] if rank_by else []
        found = compared(run, inference, leaderboard_test(testing.test, inference))
        report = ranked(found, primary, run, writing, layout=layout)
    else:
        shown = _after_the_table(run.notes, writing)
        report = summary(replace(run, notes=shown), inference, testing.test, layout)
        report = paged(report, run, writing)
    return replace(report, asides=(*report.asides, *map(str, run.evidence.detected)))


def _refuse_sums(**needed: bool) -> None:
    """Refuse options that need items, where sums are kept in their place: now, and not when all is scored."""
    if given := [name.replace("_", "-") for name, there in needed.items() if there]:
        raise InputError(f"--interval poisson keeps sums in place of items, and --{given[0]} needs these")


def _after_the_table(notes: tuple[Note, ...], writing: o.Writing) -> tuple[Note, ...]:
    """Tell which sources are aligned by line before their figures are shown; return the other notes."""
    if not writing.for_people or writing.output is not None:
        return notes
    for note in (aligned := [n for n in notes if is_aligned(n)]):
        tell(note)
    return tuple(n for n in notes if n not in aligned)


def _write_items(run: Run, path: Path) -> None:
    """Write what matched what in each item of each system."""
    from lydite.measures.phrases.explanation import explain

    measures: Any = run.blocks[0].systems[0].measures
    phrases = run.evidence.phrases.items()
    formulas = write_items((p for name, items in phrases for p in explain(items, name, measures)), path)
    if formulas:
        tell(
            f"{path}: {formulas:,} lines have a cell that spreadsheets take for a formula; import it as text"
        )
