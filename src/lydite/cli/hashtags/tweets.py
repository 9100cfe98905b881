"""``lydite hashtags tweets``: the tweets that a hashtag was learned from (the index η of #REval, 3.1)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli import tweets as t
from lydite.core.errors import InputError, did_you_mean
from lydite.core.options import Argument, Option
from lydite.hashtags.clean import plain_tag
from lydite.reading.tweet_text import tag
from lydite.reporting.report import Report


@app.command(
    examples=(
        "lydite hashtags tweets health '#aging'",
        "lydite hashtags tweets health '#aging' --texts tweets/ --most 5",
    )
)
def command(
    store: Annotated[Path, Argument("A store of lydite build hashtags.")],
    tags: Annotated[list[str], Argument("Hashtags; # may be left out.")],
    *,
    texts: Annotated[
        list[Path], Option("Also show the texts, from these files or folders; repeatable.")
    ] = [],  # noqa: B006
    most: Annotated[int, Option("How many of each hashtag; 0 for all.", low=0)] = 20,
    text_column: t.TextColumnOption = None,
    writing: o.Writing,  # noqa: ARG001
) -> Report:
    """List the tweets of hashtags by their ids, and by what they say."""
    from lydite.hashtags.store import open_store
    from lydite.reading.tweets import read_raw_tweets

    opened = open_store(store)
    keys = [tag(one) if opened.marked else plain_tag(one) for one in tags]
    unknown = next((key for key in keys if key not in opened.place), None)
    if unknown is not None:
        hint = did_you_mean(unknown, opened.place)
        raise InputError(f"{unknown} is not among the {len(opened.tags):,} hashtags{hint}", store)
    if not len(opened.index.ids):
        raise InputError("these vectors came without tweets", store)
    ids = {key: opened.index.of_tag(opened.place[key]) for key in keys}
    wanted = {one for of in ids.values() for one in (of[:most] if most else of)}
    said = (
        {raw.id: raw.text for raw in read_raw_tweets(texts, text_column) if raw.id in wanted} if texts else {}
    )
    blocks = []
    for key, of in ids.items():
        shown = of[:most] if most else of
        lines = [f"{key}: {len(of):,} tweets{f', the first {most:,}' if len(shown) < len(of) else ''}"]
        lines += [f"  {one}  {' '.join(said.get(one, '').split())}".rstrip() for one in shown]
        blocks.append("\n".join(lines))
    return Report(
        drawings=tuple(blocks),
        data=lambda: {
            "tweets": {
                key: [{"id": one} | ({"text": said[one]} if one in said else {}) for one in of]
                for key, of in ids.items()
            }
        },
    )
