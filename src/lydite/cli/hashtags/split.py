"""``lydite hashtags split``: training tweets, test tweets without their hashtags, and gold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli import tweets as t
from lydite.core.io.writing import ensure_folder
from lydite.core.options import Option
from lydite.hashtags.tweet_files import write_split
from lydite.reporting.report import Report
from lydite.reporting.views.counts import counted


@app.command(
    examples=(
        "lydite hashtags split tweets/ --held-out 0.1 --seed 1 -o parts",
        "lydite hashtags split tweets.jsonl --by time -o parts",
    )
)
def command(
    tweets: Annotated[list[Path], t.TweetsArgument],
    *,
    output: Annotated[
        Path, Option("The folder for train.jsonl, test.jsonl and gold.jsonl.", "--output", "-o")
    ],
    held_out: Annotated[float, Option("The share of tweets to test on.", low=0, high=1)] = 0.1,
    by: Annotated[
        Literal["tweets", "time", "user"],
        Option("Test tweets at random, the latest, or those of users drawn at random."),
    ] = "tweets",
    seed: Annotated[int, Option("Seed of what is drawn.", low=0)] = 0,
    language: t.LanguageOption = None,
    stop_words: t.StopWordsOption = None,
    text_column: t.TextColumnOption = None,
    tags_column: t.TagsColumnOption = None,
    time_column: t.TimeColumnOption = None,
    user_column: t.UserColumnOption = None,
    writing: o.Writing,  # noqa: ARG001
) -> Report:
    """Split tweets into some to train on and some to test on, with their hashtags as gold."""
    from lydite.hashtags.splitting import split
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
