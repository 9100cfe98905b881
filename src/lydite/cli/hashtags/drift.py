"""``lydite hashtags drift``: how far hashtags and their synonyms move from batch to batch of tweets."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lydite.cli import _options as o
from lydite.cli import _tweets as t
from lydite.reporting.report import Report
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from lydite.sources.hashtags.drifting import Drift

EXAMPLES = (
    "Examples: lydite hashtags drift tweets/ --every month --chart drift.png · "
    "lydite hashtags drift january.jsonl february.jsonl --every file --top 20"
)


@dataclass(frozen=True, kw_only=True)
class DriftOptions(o.ReportOptions):
    """A report with a chart."""

    chart: Annotated[
        Path | None, typer.Option(help="Also draw: .png, .svg, .pdf or .html.", callback=o.drawable)
    ] = None
    digits: Annotated[int, typer.Option(help="Digits after the point.", min=0, max=15)] = 3


@o.reports(digits=3)
def command(
    tweets: Annotated[list[Path], t.TweetsArgument],
    *,
    every: Annotated[
        Literal["day", "week", "month", "year", "file"],
        typer.Option(
            help="A batch of tweets: a span of time, or each file, which are then in order of time."
        ),
    ] = "month",
    encoder: Annotated[str, typer.Option(help="What turns tweets into vectors.")] = "wordllama",
    update: Annotated[
        Literal["exact", "paper"], typer.Option(help="Exact sums, or Equation 1 of the paper.")
    ] = "exact",
    k: Annotated[int, typer.Option("-k", help="How many synonyms are compared.", min=1)] = 10,
    least: Annotated[int, typer.Option(help="Tweets that a hashtag must have before it counts.", min=1)] = 5,
    top: Annotated[int, typer.Option(help="How many hashtags are shown.", min=1)] = 10,
    language: t.LanguageOption = None,
    stop_words: t.StopWordsOption = None,
    text_column: t.TextColumnOption = None,
    tags_column: t.TagsColumnOption = None,
    time_column: t.TimeColumnOption = None,
    shared: DriftOptions,  # noqa: ARG001
) -> Report:
    """Follow hashtags through time: how far their vectors move, and how many synonyms are new."""
    from lydite.reading.tweets import TweetColumns, read, tweet_files
    from lydite.sources.hashtags import drifting
    from lydite.sources.hashtags.store import DictionarySettings
    from lydite.spec import parse

    columns = TweetColumns(text_column, tags_column, time_column)
    if every == "file":
        paths = list(tweet_files(tweets))
        alike = len({path.name for path in paths}) < len(paths)
        files = [(str(p) if alike else p.name, list(read(p, columns=columns))) for p in paths]
        batches = drifting.in_given_order(files)
    else:
        batches = drifting.by_time(read(tweets, columns=columns), every)
    settings = DictionarySettings(
        parse(encoder, "encoder"),
        update=update,
        preparation=t.preparation(language, stop_words),
        marked=tags_column is None,
    )
    with t.named(tweets):
        drifted = drifting.drift(batches, settings, k, least)
    (foreign,) = t.left_out(drifted.counts, settings.preparation) or [("", 0)]
    without = {
        "without a hashtag": drifted.counts.tweets - drifted.counts.hashtagged,
        foreign[0].removeprefix("  left out: "): foreign[1],
        "seen before": drifted.counts.repeated,
    }
    return _report(drifted, {why: many for why, many in without.items() if many}, top, k, least)


def _report(drifted: Drift, left_out: dict[str, int], top: int, k: int, least: int) -> Report:
    from lydite.reporting.charts.drift import drift_chart

    totals = drifted.totals()
    kept = drifted.counts.tweets - sum(left_out.values())
    title = f"{len(drifted.batches):,} batches, {kept:,} tweets"
    if left_out:
        title += f"; left out: {', '.join(f'{many:,} {why}' for why, many in left_out.items())}"
    title += f"; {len(totals):,} hashtags had {least} tweets before the last"

    def body(digits: int) -> list[Table]:
        head = ("hashtag", "tweets", "way", f"of {k} synonyms replaced", "furthest in")
        rows = tuple(
            (
                Cell(tag, name=True),
                Cell(f"{n:,}"),
                Cell(f"{way:.{digits}f}"),
                Cell(f"{share:.0%}"),
                Cell(when),
            )
            for tag, n, way, share, when in totals[:top]
        )
        return [Table(tuple(map(Cell, head)), rows)] if rows else []

    rows = [asdict(m) for m in drifted.movements]
    names = [tag for tag, *_ in totals[:top]]
    return Report(
        title,
        body=body,
        data=lambda: {"batches": drifted.batches, "left_out": left_out, "movements": rows},
        charts=(lambda: drift_chart(rows, names, list(drifted.batches)),) if rows else (),
        asides=() if rows else (f"no hashtag had {least} tweets before the last batch; see --least",),
    )
