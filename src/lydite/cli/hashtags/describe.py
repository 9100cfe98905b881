"""``lydite hashtags describe``: what is in sets of tweets, as in Tables 4 and 6 of #REval."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lydite.cli import _options as o
from lydite.cli import _tweets as t
from lydite.reporting.report import Report
from lydite.reporting.table import Cell, Table

if TYPE_CHECKING:
    from lydite.hashtags.describing import DataSet

EXAMPLES = "Examples: lydite hashtags describe tweets/ · lydite hashtags describe au.jsonl us.jsonl --top 20"


@o.reports()
def command(
    tweets: Annotated[
        list[Path], typer.Argument(help="Sets of tweets: one column for each file or folder, or -.")
    ],
    *,
    top: Annotated[int, typer.Option(help="How many of the most used hashtags.", min=0)] = 10,
    language: t.LanguageOption = None,
    stop_words: t.StopWordsOption = None,
    text_column: t.TextColumnOption = None,
    tags_column: t.TagsColumnOption = None,
    shared: o.ReportOptions,  # noqa: ARG001
) -> Report:
    """Count tweets and hashtags, and list the hashtags that are used most."""
    from lydite.hashtags.describing import describe
    from lydite.reading.tweets import TweetColumns, read_raw_tweets

    columns = TweetColumns(text_column, tags_column)
    how = t.preparation(language, stop_words)
    names = list(o.system_names([str(p) for p in tweets]))
    sets = []
    for path in tweets:
        with t.named([path]):
            sets.append(describe(read_raw_tweets(path, columns=columns), how))
    rows = [(name, [value(s) for s in sets]) for name, value in _ROWS]
    return Report(
        body=lambda _: _tables(names, rows, sets, top),
        data=lambda: {
            "sets": [
                {"name": name, **{row: values[i] for row, values in rows}, "top": dict(sets[i].top(top))}
                for i, name in enumerate(names)
            ]
        },
    )


_ROWS: tuple[tuple[str, Any], ...] = (
    ("tweets read", lambda s: s.counts.tweets),
    ("hashtagged tweets", lambda s: s.counts.hashtagged),
    ("left out: in another language", lambda s: s.counts.foreign),
    ("unique hashtags", lambda s: len(s.uses)),
    ("hashtags with repetitions", lambda s: s.counts.uses),
    ("fewest hashtags in a tweet", lambda s: s.fewest),
    ("most hashtags in a tweet", lambda s: s.counts.most),
    ("hashtags in a tweet on average", lambda s: round(s.mean, 2)),
    ("tweets, each text once", lambda s: s.unique),
)


def _tables(
    names: Sequence[str], rows: Sequence[tuple[str, list[Any]]], sets: Sequence[DataSet], top: int
) -> list[Table]:
    head = (Cell(""), *(Cell(name, name=True) for name in names))
    counts = tuple((Cell(name), *(Cell(f"{v:,}") for v in values)) for name, values in rows)
    used = [[f"{tag} ({count:,})" for tag, count in s.top(top)] for s in sets]
    best = tuple(
        (Cell(str(i + 1)), *(Cell(tags[i] if i < len(tags) else "", name=True) for tags in used))
        for i in range(min(top, max(len(tags) for tags in used)))
    )
    return [Table(head, counts), *([Table((Cell("most used"), *head[1:]), best)] if best else [])]
