"""``lydite hashtags recommend``: hashtags for test tweets, by a baseline that saw training tweets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli import tweets as t
from lydite.core.errors import InputError
from lydite.core.options import Argument, Option
from lydite.core.spec import parse
from lydite.hashtags.tweet_files import write_lines
from lydite.reporting.report import Report
from lydite.reporting.views.counts import FIRST, counted, first_rows

if TYPE_CHECKING:
    from lydite.reading.tweets import RawTweet


@app.command(
    examples=(
        "lydite hashtags recommend train.jsonl test.jsonl --using mowe --top 10 -o mowe.jsonl",
        'lydite hashtags recommend train.jsonl test.jsonl --using "nearest(encoder=wordllama)" -o near.jsonl',
    )
)
def command(
    train: Annotated[Path, Argument("Tweets with hashtags: a file or folder.")],
    test: Annotated[Path, Argument("Tweets to recommend for; their hashtags are not looked at.")],
    *,
    using: Annotated[
        str, Option("The recommender, or one in a package of yours (lydite list recommenders).")
    ] = "mowe",
    top: Annotated[int, Option("How many hashtags for each tweet, at most.", low=1)] = 10,
    output: Annotated[
        Path,
        Option("The run: id, hashtags, scores.", "--output", "-o", writes="file"),
    ],
    language: t.LanguageOption = None,
    stop_words: t.StopWordsOption = None,
    text_column: t.TextColumnOption = None,
    tags_column: t.TagsColumnOption = None,
    writing: o.Writing,  # noqa: ARG001
) -> Report:
    """Recommend hashtags for tweets, by a baseline for others to beat."""
    from lydite.hashtags.recommenders import learn, recommend, row, summary_of
    from lydite.reading.tweets import TweetColumns, read_raw_tweets

    if train == test == Path("-"):
        raise InputError("standard input is one stream: give training or test tweets as a file")
    recommender = parse(using, "recommender")
    how = t.preparation(language, stop_words)
    asked: Iterable[RawTweet] = read_raw_tweets(test, columns=TweetColumns(text_column))
    if tags_column is not None:  # what looks like a hashtag is a word of the text, as in training
        asked = (raw._replace(tags=()) for raw in asked)
    known_tweets = read_raw_tweets(train, columns=TweetColumns(text_column, tags_column))
    with t.named([train]):
        model, known = learn(known_tweets, recommender, how)
    summary = summary_of(known)

    first: list[tuple[str, str]] = []

    def rows() -> Iterator[dict[str, Any]]:
        for identity, answer in recommend(model, asked, top, how):
            tags = [r.tag for r in answer]
            summary.add(tags)
            if len(first) < FIRST:
                first.append((identity, " ".join(tags)))
            yield row(identity, answer)
        if not summary.tweets:
            raise InputError("there are no tweets to recommend for", test)

    write_lines(rows(), output)
    head = f"{recommender} learned from {len(known):,} tweets and wrote {output.name}"
    counts = [
        ("tweets recommended for", summary.tweets),
        ("  without a recommendation", summary.empty),
        ("different lists", len(summary.lists)),
        ("hashtags recommended", summary.tags),
        ("  of these, among the ten most used", summary.popular_tags),
    ]
    shown = first_rows("Recommended", ("tweet", "hashtags"), first, summary.tweets, output.name)
    return counted(head, counts, made=[shown])
