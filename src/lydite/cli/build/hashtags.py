"""``lydite build hashtags``: from tweets to a store of hashtag embeddings, or more tweets into one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lydite.cli import _options as o
from lydite.errors import InputError
from lydite.reporting.report import Report

if TYPE_CHECKING:
    from lydite.sources.hashtags.store import HashtagStore

EXAMPLES = (
    "Examples: lydite build hashtags tweets.jsonl --into health · "
    'lydite build hashtags tweets/ --into bertag --encoder "transformers(model=bertweet-base)"'
)


@o.reports()
def command(
    tweets: Annotated[
        list[Path],
        typer.Argument(help="Files, folders or -: .jsonl, .csv, .tsv, .parquet, or id|date|text in .txt."),
    ],
    into: Annotated[Path, typer.Option(help="The store. Tweets are added to one that is there.")],
    encoder: Annotated[
        str | None,
        typer.Option(help="What turns tweets into vectors (lydite list encoders). [default: wordllama]"),
    ] = None,
    keep_hashtags: Annotated[
        bool, typer.Option("--keep-hashtags", help="Leave the hashtags in the text that is encoded.")
    ] = False,
    update: Annotated[
        Literal["exact", "paper"] | None,
        typer.Option(help="Exact sums, or Equation 1 of the paper. [default: exact]"),
    ] = None,
    any_language: Annotated[
        bool,
        typer.Option("--any-language", help="Keep tweets that are surely not English, and all their words."),
    ] = False,
    text_column: Annotated[str | None, typer.Option(help="The column or key with the text.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Replace a store that is there.")] = False,
    thesaurus: Annotated[
        bool, typer.Option(help="Look for the nearest synonyms now, or when they are first asked for.")
    ] = True,
    map: Annotated[
        Path | None,
        typer.Option(
            help="Also draw a t-SNE map of the tweets of the ten top hashtags: .html, .png, …",
            callback=o.drawable,
        ),
    ] = None,
) -> Report:
    """Build a store of hashtag embeddings from tweets, or add tweets to one."""
    from lydite.sources.hashtags.build import build
    from lydite.sources.hashtags.build import update as add
    from lydite.sources.hashtags.clean import TweetCounts
    from lydite.sources.hashtags.opening import store_thesaurus
    from lydite.sources.hashtags.store import DictionarySettings, open_store
    from lydite.sources.hashtags.tweets import read
    from lydite.spec import parse

    if map is not None and Path("-") in tweets:
        raise InputError("--map reads the tweets again, and standard input can be read once; give a file")
    hashtags = "keep" if keep_hashtags else "strip"
    there = (into / "manifest.json").is_file() and not new
    if there:
        given = None
        if encoder is not None or keep_hashtags or update is not None or any_language:
            own = open_store(into).settings()
            given = DictionarySettings(
                own.encoder if encoder is None else parse(encoder, "encoder"),
                hashtags if keep_hashtags else own.hashtags,
                own.update if update is None else update,
                own.english and not any_language,
            )
        added = TweetCounts()
        store = add(read(tweets, text_column), into, given, counts=added)
        done = f"added {added.pairs:,} (tweet, hashtag) pairs to"
    else:
        settings = DictionarySettings(
            parse(encoder or "wordllama", "encoder"),
            hashtags,
            update or "exact",
            not any_language,
        )
        store = build(read(tweets, text_column), into, settings, replace=new)
        done = "built"
    if thesaurus:
        store_thesaurus(store)
    if map is not None:
        from lydite.reporting.charts.tweet_map import draw_map

        draw_map(read(tweets, text_column), store, map)
    return _totals(store, done)


def _totals(store: HashtagStore, done: str) -> Report:
    seen = store.totals
    kept = seen.hashtagged - seen.foreign - seen.repeated
    rows = [
        ("tweets read", seen.tweets),
        ("with a hashtag", seen.hashtagged),
        ("  left out: surely not English", seen.foreign),
        ("  left out: seen before with the same hashtags", seen.repeated),
        ("  kept", kept),
        ("  of these, nothing but hashtags", seen.wordless),
        ("hashtags", len(store.tags)),
        ("their uses", seen.uses),
        ("most in one tweet", seen.most),
    ]
    head = f"{done} {store.folder.name}: {store.encoder}, {store.notes['dimensions']} dimensions"
    return Report(drawings=("\n".join([head, *(f"  {name:<46}{count:>12,}" for name, count in rows)]),))
