"""Tweets as gold: the hashtags that stand in them."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from lydite.core.arrays import encode
from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.reading.fields import ReadingSummary, first_known, phrase_names
from lydite.reading.phrases import table_of_lists
from lydite.reading.times import seconds
from lydite.reading.tweet_text import hashtags_of
from lydite.reading.tweets import ID_COLUMNS, TEXT_COLUMNS, TweetColumns, read_raw_tweets, tweet_files

if TYPE_CHECKING:
    from lydite.reading.fields import ReadingContext
    from lydite.reading.phrases import Phrases

_HEAD = 1 << 16
_KEYS = re.compile(r'"(\w+)"\s*:')


def are_tweets(path: str) -> bool:
    """Whether a file, or the first in a folder, begins like tweets, without a field of phrases."""
    if path == "-":
        return False
    if Path(path).is_dir():
        inside = sorted(p for p in Path(path).iterdir() if p.is_file() and not p.name.startswith("."))
        if not inside:
            return False
        path = str(inside[0])
    try:
        head = opening.beginning(path, _HEAD, text=True).decode("utf-8", "replace")
    except InputError:  # said by whoever reads it
        return False
    line = head.lstrip("\ufeff \n\r\t").partition("\n")[0]
    parts = line.split("|", 2)
    if len(parts) == 3 and parts[0].strip().isdigit() and seconds(parts[1]) is not None:
        return True
    names = _KEYS.findall(line) if line.startswith("{") else re.split(r"[,\t]", line.replace('"', "").strip())
    texts, ids = (first_known(names, known) for known in (TEXT_COLUMNS, ID_COLUMNS))
    return texts is not None and ids is not None and not phrase_names(names) and "#" in head


def read_tweets(path: str, context: ReadingContext) -> Phrases:
    """Read the hashtags of tweets; those without any are no items."""
    ids: list[str] = []
    lists: list[list[str]] = []
    users: list[str] = []
    lines: list[int] = []
    for raw in read_raw_tweets(tweet_files([path]), columns=TweetColumns()):
        if tags := hashtags_of(raw.text):
            if not raw.id.strip():
                raise InputError("there is no id", raw.source, raw.line)
            ids.append(raw.id)
            lists.append(tags)
            users.append(raw.user)
            lines.append(raw.line)
    if not ids:
        raise InputError("no tweet in it has a hashtag, and there are no phrases beside them", context.source)
    words, (codes,) = encode(lists)
    columns = {"user": users} if all(users) else {}
    table = table_of_lists(ids, (words, codes), columns, context.source, lines)
    return replace(table, understood=ReadingSummary("tweets, by their hashtags"))
