"""What the commands that read tweets have in common."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.languages import code_of, name_of
from lydite.core.options import Argument, Option
from lydite.core.text import fold
from lydite.hashtags.clean import ANY, ENGLISH, Preparation
from lydite.hashtags.language import languages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.hashtags.clean import TweetCounts

TweetsArgument = Argument("Files, folders or -: .jsonl, .csv, .tsv, .parquet, or id|date|text in .txt.")
LanguageOption = Annotated[
    str | None,
    Option("The language of the tweets by code or name, or any; others are left out. [default: en]"),
]
StopWordsOption = Annotated[
    Path | None,
    Option("A file of stop words, one a line, in place of the language's own; /dev/null for none."),
]
TextColumnOption = Annotated[str | None, Option("The column or key with the text.")]
TagsColumnOption = Annotated[
    str | None,
    Option("A column of tags (topics, keyphrases) that are not hashtags in the text."),
]
TimeColumnOption = Annotated[str | None, Option("The column or key with the time.")]
UserColumnOption = Annotated[str | None, Option("The column or key with the user.")]


def preparation(
    language: str | None, stop_words: Path | None, otherwise: Preparation | None = None
) -> Preparation:
    """Return how tweets are cleaned, by what was asked for."""
    base = otherwise or ENGLISH
    code = base.language if language is None else ANY if language.lower() == ANY else code_of(language)
    stop = None if code != base.language else base.stop
    if stop_words is not None:
        listed = (fold(line, language=code) for _, line in opening.lines(stop_words))
        stop = frozenset(word for word in listed if word and not word.startswith("#"))
    return Preparation(code, stop)


def left_out(counts: TweetCounts, how: Preparation) -> list[tuple[str, int]]:
    """Return the row of tweets in other languages, and which these are."""
    if how.language == ANY:
        return []
    if how.language not in languages():
        return [(f"  left out by language: {name_of(how.language)} is not told from others", 0)]
    others = sorted(counts.languages, key=lambda code: (-counts.languages[code], code))[:3]
    told = ", ".join(f"{name_of(code)} {counts.languages[code]:,}" for code in others)
    return [(f"  left out: surely not {name_of(how.language)}{f' ({told})' if told else ''}", counts.foreign)]


@contextmanager
def named(paths: Sequence[Path]) -> Iterator[None]:
    """Name the file of which no tweet is left, where it is one file or folder."""
    from lydite.hashtags.build import NoTweetsError

    try:
        yield
    except NoTweetsError as error:
        if len(paths) > 1:
            raise
        raise InputError(str(error), paths[0]) from error
