"""From tweets to the dictionary of hashtag embeddings (BERTag, #REval 3.1), at once or bit by bit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lydite.core.errors import InputError, OutputError, StoreError
from lydite.core.io.files import user_path
from lydite.core.languages import name_of
from lydite.core.store.saving import building
from lydite.core.store.store import MANIFEST
from lydite.hashtags.builder import DictionaryBuilder
from lydite.hashtags.clean import Preparation, TweetCounts, prepare
from lydite.hashtags.store import DictionarySettings, HashtagStore, open_store, write_store

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.core.executors.base import On
    from lydite.hashtags.clean import Tweet
    from lydite.reading.tweets import RawTweet
    from lydite.vectors.encoders.base import EncoderModel


class NoTweetsError(InputError):
    """No tweet is left to learn from; the message says why."""


def build_dictionary(
    tweets: Iterable[RawTweet],
    folder: str | Path,
    settings: DictionarySettings,
    *,
    model: EncoderModel | None = None,
    replace: bool = True,
    on: On = "here",
) -> HashtagStore:
    """Build a store from tweets, replacing what is there; refused while another build writes it.

    A model that is given is used as it is (an encoder that learns is then not fitted on these tweets).
    Without ``replace`` a store that is there, such as another build has just finished, is kept: an error.
    ``on`` is where tweets are encoded.
    """
    folder = user_path(folder)
    with building(folder):
        if not replace and (folder / MANIFEST).is_file():
            raise OutputError(f"{folder}: another build has just made this store; try again to add to it")
        return _build(tweets, folder, settings, model, on)


def _build(
    tweets: Iterable[RawTweet],
    folder: Path,
    settings: DictionarySettings,
    model: EncoderModel | None,
    on: On,
) -> HashtagStore:
    counts = TweetCounts()
    clean: Iterable[Tweet] = prepare(tweets, counts, settings.preparation)
    if model is None:
        if settings.encoder.learns:
            clean = list(clean)
            keep = settings.hashtags == "keep" or settings.encoder.tagged
            model = settings.encoder.fit([t.tagged_text if keep else t.text for t in clean])
        else:
            model = settings.encoder.fit(())
    ledger = DictionaryBuilder(model, settings)
    ledger.add(clean, counts, on)
    if not ledger.tags:
        raise NoTweetsError(why_nothing(counts, settings.preparation))
    return write_store(folder, ledger.dictionary(), settings, model, counts)


def update_dictionary(
    tweets: Iterable[RawTweet],
    folder: str | Path,
    settings: DictionarySettings | None = None,
    *,
    counts: TweetCounts | None = None,
    on: On = "here",
) -> HashtagStore:
    """Add tweets to a store: sums and counts grow; refused while another build writes it.

    The result equals building from all tweets where the encoder does not learn from them; one that does keeps
    what it learned at first. Settings, where they are given, must be those of the store; otherwise it refuses
    and says which differ. ``counts`` are filled with what is counted of these tweets.
    """
    folder = user_path(folder)
    open_store(folder)  # an error if the folder is no store
    with building(folder):
        store = open_store(folder)
        own = _reopen(store, settings)
        ledger = DictionaryBuilder(
            store.model() if settings is None else _model(store, own), own, store.dictionary()
        )
        counts = TweetCounts() if counts is None else counts
        ledger.add(prepare(tweets, counts, own.preparation), counts, on)
        return write_store(folder, ledger.dictionary(), own, ledger.model, store.totals + counts)


def why_nothing(counts: TweetCounts, how: Preparation) -> str:
    """Return why no tweet is left to build from, and the option that keeps some.

    >>> why_nothing(TweetCounts(tweets=9, hashtagged=7, foreign=7, languages={"de": 7}), Preparation())
    'of 9 tweets 7 have a hashtag, ... surely not English (German 7); --language de keeps ...'
    """
    if not counts.tweets:
        return "there are no tweets"
    if not counts.hashtagged:
        instead = "tags in a column are read with --tags-column"
        return f"none of the {counts.tweets:,} tweets has a hashtag; {instead}"
    if not counts.languages:
        return f"of {counts.hashtagged:,} tweets with a hashtag none has a word besides"
    others = sorted(counts.languages, key=lambda code: (-counts.languages[code], code))
    told = ", ".join(f"{name_of(code)} {counts.languages[code]:,}" for code in others[:3])
    return (
        f"of {counts.tweets:,} tweets {counts.hashtagged:,} have a hashtag, and all of these are left out: "
        f"surely not {name_of(how.language)} ({told}); --language {others[0]} keeps those in "
        f"{name_of(others[0])}, --language any keeps all"
    )


def _reopen(store: HashtagStore, settings: DictionarySettings | None) -> DictionarySettings:
    if settings is None:
        own = store.settings()
        now = own.encoder.signature()
        if now != store.encoder:
            raise StoreError(f"built with {store.encoder}, but what is there now is {now}", store.folder)
        return own
    for name, value in settings.notes().items():
        if value != store.notes[name] and name != "spec":
            said, wanted = (v if isinstance(v, str) else "another" for v in (store.notes[name], value))
            raise StoreError(
                f"built with {name} {said}, not {wanted}: vectors would not mix; "
                "build another store, or update with the same settings",
                store.folder,
            )
    return settings


def _model(store: HashtagStore, settings: DictionarySettings) -> EncoderModel:
    return store.model() if settings.encoder.learns else settings.encoder.fit(())
