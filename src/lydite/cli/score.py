"""``lydite score``: predicted phrases against gold ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lydite.cli import _options as o
from lydite.errors import InputError

if TYPE_CHECKING:
    from lydite.measures.phrases.items import PhraseItems

EXAMPLES = (
    'Examples: lydite score gold.jsonl run.jsonl -m "F1@5,10" · '
    'lydite score gold.json a.json b.json -m "F1(match=exact|stem)" --by topic --chart f1.png'
)


def command(
    gold: Annotated[str, typer.Argument(help="Gold phrases: a file, or - for standard input.")],
    predictions: Annotated[list[str], typer.Argument(help="One file for each system.")],
    measure: Annotated[
        list[str], typer.Option("--measure", "-m", help="A measure or sweep; give as many as you like.")
    ] = ["P", "R", "F1", "F1(match=stem)"],  # noqa: B006
    format: o.FormatOption = o.Format.text,
    output: o.OutputOption = None,
    seed: o.SeedOption = 0,
    bootstrap: o.BootstrapOption = 1_000,
    interval: o.IntervalOption = o.Interval.percentile,
    level: o.LevelOption = 0.95,
    by: o.ByOption = None,
    cluster: o.ClusterOption = None,
    missing: Annotated[
        o.Missing, typer.Option(help="Gold items without predictions: count as 0, leave out, or stop.")
    ] = o.Missing.zero,
    test: o.TestOption = o.PairedTest.randomisation,
    shard: Annotated[
        str | None, typer.Option(help="Score part 3 of 16 only (3/16); needs -o. See merge.")
    ] = None,
    hashtags: Annotated[
        list[Path],
        typer.Option(
            help="Synonyms for reval: a store of lydite build hashtags or a thesaurus file; repeatable."
        ),
    ] = [],  # noqa: B006
    chance: Annotated[
        bool, typer.Option("--chance/--no-chance", help="Also score shuffled predictions (soft measures).")
    ] = True,
    items: o.ItemsOption = None,
    save: o.SaveOption = None,
    save_items: Annotated[
        bool, typer.Option("--save-items", help="Keep gold and predicted phrases in what is saved.")
    ] = False,
    chart: o.ChartOption = None,
    let: o.LetOption = [],  # noqa: B006
    input_format: o.InputFormatOption = None,
    encoding: o.EncodingOption = None,
    digits: o.DigitsOption = 4,
) -> None:
    """Score predicted phrases against gold ones, several systems side by side."""
    from lydite.api import declared, score
    from lydite.inference import Options
    from lydite.measures.chance import SHUFFLES
    from lydite.measures.phrases.synonyms import with_thesaurus
    from lydite.runs.run import Run
    from lydite.runs.shard import Shard

    if shard is not None and output is None:
        raise InputError("--shard needs -o FILE for the part; lydite merge reads the parts")
    if shard is not None and save is not None:
        raise InputError("--shard saves the part to -o FILE; lydite merge --save saves the whole")
    if save_items and save is None and shard is None:
        raise InputError("--save-items needs --save FILE, or --shard")
    systems = o.system_names(predictions)
    asked = with_thesaurus(declared(measure, o.names(let)), hashtags)
    options = Options(bootstrap, seed, interval.value, level, cluster, by, SHUFFLES if chance else 0)
    looked: dict[str, PhraseItems] = {}
    scored, notes = score(
        gold,
        systems,
        asked,
        missing=missing.value,
        shard=shard,
        format=input_format,
        encoding=encoding,
        chance=options.chance,
        seed=seed,
        look=looked.__setitem__,
    )
    if items is not None:
        o.write_items(list(looked.items()), asked, items)
    part = None if shard is None else Shard.read(shard)
    run = Run.of_scored(scored, notes, part, looked if save_items else {})
    if part is not None and output is not None:
        run.save(output)
        return
    if save is not None:  # first: what was scored is not lost where it cannot be shown
        run.save(save)
    o.write(o.run_results(run, options, test.value), format, output, chart, digits)
