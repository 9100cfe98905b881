"""``lydite build hashtags``: from tweets to a store of hashtag embeddings, or more tweets into one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from lydite.cli import app
from lydite.cli import options as o
from lydite.cli import tweets as t
from lydite.core.errors import InputError
from lydite.core.io.writing import ensure_folder
from lydite.core.options import Option
from lydite.core.spec import parse
from lydite.hashtags.clean import TweetCounts
from lydite.reporting.report import Report
from lydite.reporting.views.counts import counted

if TYPE_CHECKING:
    from lydite.hashtags.store import DictionarySettings, HashtagStore
    from lydite.reading.tweets import TweetColumns


@app.command(
    examples=(
        "lydite build hashtags tweets.jsonl -o health",
        "lydite build hashtags tweets.jsonl -o gesundheit --language de",
        'lydite build hashtags tweets/ -o bertag --encoder "transformers(model=bertweet-base)"',
        "lydite build hashtags --vectors tags.vec -o ready",
        "lydite build hashtags articles.jsonl -o topics --tags-column keywords",
    )
)
def command(
    tweets: Annotated[list[Path] | None, t.TweetsArgument] = None,
    *,
    output: Annotated[
        Path,
        Option("The folder of the store. Tweets are added to one that is there.", "--output", "-o", "--into"),
    ],
    encoder: Annotated[
        str | None,
        Option("What turns tweets into vectors (lydite list encoders). [default: wordllama]"),
    ] = None,
    vectors: Annotated[
        Path | None,
        Option("A dictionary that is ready: a file of tags with their vectors; no tweets then."),
    ] = None,
    keep_hashtags: Annotated[
        bool, Option("Leave the hashtags in the text that is encoded.", "--keep-hashtags")
    ] = False,
    update: Annotated[
        Literal["exact", "paper"] | None,
        Option("Exact sums, or Equation 1 of the paper. [default: exact]"),
    ] = None,
    language: t.LanguageOption = None,
    stop_words: t.StopWordsOption = None,
    text_column: t.TextColumnOption = None,
    tags_column: t.TagsColumnOption = None,
    on: o.On = "here",
    new: Annotated[bool, Option("Replace a store that is there.", "--new")] = False,
    thesaurus: Annotated[
        bool, Option("Look for the nearest synonyms now, or when they are first asked for.")
    ] = True,
    map: Annotated[
        Path | None,
        Option("Also draw a t-SNE map of the tweets of the ten top hashtags: .html, .png, …", writes="chart"),
    ] = None,
) -> Report:
    """Build a store of hashtag embeddings from tweets, or add tweets to one."""
    from lydite.hashtags.opening import store_thesaurus
    from lydite.reading.tweets import TweetColumns

    ensure_folder(output)
    asked = SettingsAsked(encoder, keep_hashtags, update, language, stop_words, tags_column is None)
    if vectors is not None:
        if tweets or map or text_column or asked != SettingsAsked():
            raise InputError(
                "--vectors is a dictionary that is ready: it takes no tweets, and of the options only "
                "-o, --new and --thesaurus"
            )
        return _given(vectors, output, new=new, thesaurus=thesaurus)
    if not tweets:
        raise InputError("name the tweets to build from, or a dictionary that is ready (--vectors)")
    if map is not None and Path("-") in tweets:
        raise InputError("--map reads the tweets again, and standard input can be read once; give a file")
    columns = TweetColumns(text_column, tags_column)
    adding = (output / "manifest.json").is_file() and not new
    store, done = (
        _added(tweets, columns, output, asked, on)
        if adding
        else _built(tweets, columns, output, asked, on, new=new)
    )
    if thesaurus:
        store_thesaurus(store)
    if map is not None:
        from lydite.reading import read_raw_tweets
        from lydite.reporting.charts import draw_map

        draw_map(read_raw_tweets(tweets, columns=columns), store, map)
    return _totals(store, done)


@dataclass(frozen=True)
class SettingsAsked:
    """Options of how tweets become vectors; None means the default, or the setting of the store."""

    encoder: str | None = None
    keep_hashtags: bool = False
    update: str | None = None
    language: str | None = None
    stop_words: Path | None = None
    marked: bool = True

    def of_new_store(self) -> DictionarySettings:
        """Return them with the defaults."""
        from lydite.hashtags.store import DictionarySettings

        return self._over(DictionarySettings(parse("wordllama", "encoder"), marked=self.marked))

    def of_store(self, own: DictionarySettings) -> DictionarySettings | None:
        """Return them, completed by the settings of a store; None where no option was given."""
        return None if replace(self, marked=True) == SettingsAsked() else self._over(own)

    def _over(self, base: DictionarySettings) -> DictionarySettings:
        return replace(
            base,
            encoder=base.encoder if self.encoder is None else parse(self.encoder, "encoder"),
            hashtags="keep" if self.keep_hashtags else base.hashtags,
            update=self.update or base.update,
            preparation=t.preparation(self.language, self.stop_words, base.preparation),
        )


def _built(
    tweets: list[Path], columns: TweetColumns, into: Path, asked: SettingsAsked, on: str, *, new: bool
) -> tuple[HashtagStore, str]:
    from lydite.hashtags.build import build_dictionary
    from lydite.reading.tweets import read_raw_tweets

    with t.named(tweets):
        settings = asked.of_new_store()
        return build_dictionary(
            read_raw_tweets(tweets, columns=columns), into, settings, replace=new, on=on
        ), "built"


def _added(
    tweets: list[Path], columns: TweetColumns, into: Path, asked: SettingsAsked, on: str
) -> tuple[HashtagStore, str]:
    from lydite.hashtags.build import update_dictionary
    from lydite.hashtags.store import open_store
    from lydite.reading.tweets import read_raw_tweets

    own = open_store(into).settings()
    settings = asked.of_store(own)
    if own.marked != asked.marked:
        said = "hashtags" if own.marked else "tags from a column (--tags-column)"
        raise InputError(f"the store has {said}, and these tweets have others", into)
    added = TweetCounts()
    store = update_dictionary(read_raw_tweets(tweets, columns=columns), into, settings, counts=added, on=on)
    return store, f"added {added.pairs:,} (tweet, hashtag) pairs to"


def _given(file: Path, into: Path, *, new: bool, thesaurus: bool) -> Report:
    from lydite.hashtags.given import build_given
    from lydite.hashtags.opening import store_thesaurus

    if (into / "manifest.json").is_file() and not new:
        raise InputError("there is a store already; --new replaces it", into)
    store = build_given(file, into)
    if thesaurus:
        store_thesaurus(store)
    kind = "hashtags" if store.marked else "tags"
    head = f"built {store.folder.name}: {len(store.tags):,} {kind}, {store.notes['dimensions']} dimensions"
    return Report(drawings=(f"{head}, {store.encoder}",))


def _totals(store: HashtagStore, done: str) -> Report:
    seen = store.totals
    kept = seen.hashtagged - seen.foreign - seen.repeated
    rows = [
        ("tweets read", seen.tweets),
        ("with a hashtag", seen.hashtagged),
        *t.left_out(seen, store.settings().preparation),
        ("  left out: seen before with the same hashtags", seen.repeated),
        ("  kept", kept),
        ("  of these, nothing but hashtags", seen.wordless),
        ("hashtags", len(store.tags)),
        ("their uses", seen.uses),
        ("most in one tweet", seen.most),
    ]
    head = f"{done} {store.folder.name}: {store.encoder}, {store.notes['dimensions']} dimensions"
    return counted(head, rows)
