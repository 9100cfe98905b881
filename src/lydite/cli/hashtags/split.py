"""``lydite hashtags split``: training tweets, test tweets without their hashtags, and gold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from lydite.cli import _options as o
from lydite.cli import _tweets as t
from lydite.reporting.report import Report
from lydite.reporting.views.counts import counted

EXAMPLES = (
    "Examples: lydite hashtags split tweets/ --held-out 0.1 --seed 1 -o parts · "
    "lydite hashtags split tweets.jsonl --by time -o parts"
)


@o.reports()
def command(
    tweets: Annotated[list[Path], t.TweetsArgument],
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The folder for train.jsonl, test.jsonl and gold.jsonl.")
    ],
    held_out: Annotated[float, typer.Option(help="The share of tweets to test on.", min=0, max=1)] = 0.1,
    by: Annotated[
        Literal["tweets", "time", "user"],
        typer.Option(help="Test tweets at random, the latest, or those of users drawn at random."),
    ] = "tweets",
    seed: Annotated[int, typer.Option(help="Seed of what is drawn.", min=0)] = 0,
    language: t.LanguageOption = None,
    stop_words: t.StopWordsOption = None,
    text_column: t.TextColumnOption = None,
    tags_column: t.TagsColumnOption = None,
    time_column: t.TimeColumnOption = None,
    user_column: t.UserColumnOption = None,
    shared: o.ReportOptions,  # noqa: ARG001
) -> Report:
    """Split tweets into some to train on and some to test on, with their hashtags as gold."""
    from lydite.core.io.replacing import ensure_folder
    from lydite.hashtags.splitting import split
    from lydite.hashtags.tweet_files import write_split
    from lydite.reading.tweets import TweetColumns, read_raw_tweets

    ensure_folder(output)
    columns = TweetColumns(text_column, tags_column, time_column, user_column)
    how = t.preparation(language, stop_words)
    with t.named(tweets):
        parts = split(read_raw_tweets(tweets, columns=columns), held_out, by=by, seed=seed, preparation=how)
    write_split(parts, output)
    counts = parts.counts
    rows = [
        ("tweets read", counts.tweets),
        ("with a hashtag", counts.hashtagged),
        *t.left_out(counts, how),
        ("  left out: the same text and hashtags again", parts.repeated),
        ("  left out: nothing but hashtags", parts.wordless),
        ("training tweets", len(parts.train)),
        ("test tweets", len(parts.test)),
        ("  of these, in words that a training tweet has, too", parts.familiar),
    ]
    return counted(f"split by {by} into {output}", rows)
