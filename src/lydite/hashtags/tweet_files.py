"""Tweets, gold hashtags and recommendations as JSON lines, written whole or not at all."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING, Any

from lydite.core.io.writing import ensure_folder, writing
from lydite.reading.tweet_text import without_hashtags

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from lydite.hashtags.splitting import Split
    from lydite.reading.tweets import RawTweet

PARTS = ("train.jsonl", "test.jsonl", "gold.jsonl")


def write_split(parts: Split, folder: Path) -> None:
    """Write train.jsonl, test.jsonl (without hashtags) and gold.jsonl (the hashtags) into a folder."""
    ensure_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_lines(map(_record, parts.train), folder / PARTS[0])
    write_lines(map(_record, map(_bare, parts.test)), folder / PARTS[1])
    gold = zip(parts.test, parts.gold, strict=True)
    rows = ({"id": raw.id, "hashtags": list(tags)} | _more(raw) for raw, tags in gold)
    write_lines(rows, folder / PARTS[2])


def write_lines(rows: Iterable[dict[str, Any]], path: Path) -> None:
    """Write one JSON object a line."""
    with writing(path) as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _bare(raw: RawTweet) -> RawTweet:
    """Return a tweet without what is to be recommended; beside a column of tags its text has none of them."""
    return raw._replace(text=raw.text if raw.tags is not None else without_hashtags(raw.text), tags=None)


def _record(raw: RawTweet) -> dict[str, Any]:
    # entities are resolved in reading: a text that has one left is written so that it comes back as it is
    text = raw.text if html.unescape(raw.text) == raw.text else raw.text.replace("&", "&amp;")
    tags = {} if raw.tags is None else {"tags": list(raw.tags)}
    return {"id": raw.id, "text": text} | _more(raw) | tags


def _more(raw: RawTweet) -> dict[str, str]:
    return {k: v for k, v in (("created_at", raw.time), ("user", raw.user)) if v}
