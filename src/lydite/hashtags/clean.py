"""Pre-processing of tweets (#REval, 3.1.1).

Mentions, URLs, stop words and punctuation go, letters become small, runs of one letter are cut to 3
(as NLTK's TweetTokenizer does, but digits stay: 10000 is not 1000), hashtags stay whole. What is left is the
words of the tweet and, apart, its hashtags.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from lydite.core.errors import InputError, MissingExtra
from lydite.core.text import fold, stop_words, tag_pattern
from lydite.hashtags.language import identify
from lydite.reading.tweet_text import RUN, own_words, tag, without_links

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lydite.reading.tweets import RawTweet

ANY = "any"
"""All languages: nothing is left out, and no stop words go unless a list is given."""
LONGEST = 10_000
"""Characters between blanks, runs cut: more are no words, and NLTK's time grows with their square."""
_AFTER_CLAUSES = re.compile("(?<=[、。，！？；：…」』）》】।॥｡､｣])|(?<=[,.;:!?])(?=[^\x00-\x7f])")
"""Where long texts of scripts without blanks are parted; to NLTK each of these is a token of its own."""


class _WordError(Exception):
    """What stands between two blanks cannot be parted into words."""


class Tweet(NamedTuple):
    """One clean tweet: its words in order, hashtags among them, and its hashtags, each once."""

    id: str
    words: tuple[str, ...]
    tags: tuple[str, ...]
    key: str  # what a retweet has in common with its tweet
    plain: str  # as written, without mentions and URLs: what language is told by

    @property
    def text(self) -> str:
        """The words without the hashtags: what an encoder sees unless told otherwise."""
        return " ".join(w for w in self.words if not w.startswith("#"))

    @property
    def tagged_text(self) -> str:
        """The words with the hashtags in their places."""
        return " ".join(self.words)


@dataclass(frozen=True)
class Preparation:
    """How tweets are cleaned: their language by its code, or any, and a list of stop words of one's own."""

    language: str = "en"
    stop: frozenset[str] | None = None

    @functools.cached_property
    def stop_words(self) -> frozenset[str]:
        """The words that go: those given, else those of the language; of any language none."""
        if self.stop is not None:
            return self.stop
        return frozenset() if self.language == ANY else stop_words(self.language)


ENGLISH = Preparation()


def clean_tweet(raw: RawTweet, how: Preparation = ENGLISH) -> Tweet:
    """Clean one tweet: "RT @NHS: Heeeeeello! The #NHS is OPEN http://t.co/x" → heeello #nhs open.

    Where tags come from a column of their own, the text has none: what looks like one is a word of it.
    """
    try:
        return _cleaned(raw, how)
    except _WordError as error:
        raise InputError(f"tweet {raw.id}: {error}", raw.source or None, raw.line or None) from error


def _cleaned(raw: RawTweet, how: Preparation) -> Tweet:
    own = own_words(raw.text)
    bare = without_links(own)
    if raw.tags is not None:
        given = tuple(dict.fromkeys(plain_tag(t) for t in raw.tags))
        return Tweet(raw.id, tuple(_words(bare.replace("#", " "), how)), given, fold(own), bare)
    words: list[str] = []
    at = 0
    for found in tag_pattern().finditer(bare) if "#" in bare else ():
        words += _words(bare[at : found.start()], how)
        if (own_tag := tag(found[0])) != "#":  # the keycap # is an emoji, no hashtag
            words.append(own_tag)
        at = found.end()
    words += _words(bare[at:], how)
    tags = tuple(dict.fromkeys(w for w in words if w.startswith("#")))
    return Tweet(raw.id, tuple(words), tags, fold(own), " ".join(bare.replace("#", " ").split()))


def plain_tag(text: str) -> str:
    """Return a tag that is no hashtag, such as a topic or a keyphrase: folded, without a sign before it.

    >>> plain_tag("Machine  Learning"), plain_tag("#AI")
    ('machine learning', 'ai')
    """
    return fold(text.strip().lstrip("#＃"))


@dataclass
class TweetCounts:
    """What pre-processing saw: the rows of Table 4 and what was left out on the way."""

    tweets: int = 0  # read
    hashtagged: int = 0  # with at least one hashtag
    uses: int = 0  # hashtags in them, with repetitions
    most: int = 0  # hashtags in one tweet at most
    foreign: int = 0  # hashtagged, surely not of the language asked for, left out
    repeated: int = 0  # hashtagged, every label seen before on the same text, left out
    wordless: int = 0  # nothing but hashtags: they name a tag and say nothing about it
    pairs: int = 0  # (tweet, hashtag) pairs kept
    languages: dict[str, int] = field(default_factory=dict)
    """Which languages those left out as foreign are probably in."""

    def __add__(self, other: TweetCounts) -> TweetCounts:
        mine, more = dataclasses.asdict(self), dataclasses.asdict(other)
        languages = {
            code: self.languages.get(code, 0) + other.languages.get(code, 0)
            for code in sorted({*self.languages, *other.languages})
        }
        sums = {
            k: max(v, more[k]) if k == "most" else v + more[k] for k, v in mine.items() if k != "languages"
        }
        return TweetCounts(**sums, languages=languages)


def prepare(tweets: Iterable[RawTweet], counts: TweetCounts, how: Preparation = ENGLISH) -> Iterator[Tweet]:
    """Clean tweets, keep those with a hashtag that may be of the language asked for, count on the way."""
    for raw in tweets:
        counts.tweets += 1
        if raw.tags is None and not any(mark in raw.text for mark in "#＃﹟"):  # signs that fold to #
            continue
        tweet = clean_tweet(raw, how)
        if not tweet.tags:
            continue
        counts.hashtagged += 1
        counts.uses += len(tweet.tags)
        counts.most = max(counts.most, len(tweet.tags))
        if how.language != ANY and (other := identify(tweet.plain, how.language)):
            counts.foreign += 1
            counts.languages[other] = counts.languages.get(other, 0) + 1
            continue
        yield tweet


def _words(text: str, how: Preparation) -> list[str]:
    stops = how.stop_words
    return [w for part in text.split() for w in _words_of(part, how.language) if w not in stops]


@functools.lru_cache(maxsize=1 << 17)
def _words_of(part: str, language: str) -> tuple[str, ...]:
    """Return the words of what stands between spaces; by Zipf's law nearly all of it was seen before."""
    shorter = RUN.sub(r"\1\1\1", part)  # NLTK would shorten 10000 as well
    pieces = [shorter] if len(shorter) <= LONGEST else _AFTER_CLAUSES.split(shorter)
    if (most := max(map(len, pieces))) > LONGEST:
        raise _WordError(f"{most:,} characters without a blank or clause; words have {LONGEST:,} at most")
    try:
        tokens = [token for piece in pieces for token in _tokenizer()(piece)]
    except TimeoutError as error:
        raise _WordError(f"{len(shorter):,} characters without a blank took NLTK too long") from error
    folded = (fold(t.strip("#＃_-'’"), language=language) for t in tokens)
    return tuple(w for w in folded if _speaks(w))


def _speaks(word: str) -> bool:
    """Whether a token is more than punctuation: letters, digits, emoji."""
    return any(c.isalnum() or unicodedata.category(c) == "So" for c in word)


@functools.cache
def _tokenizer() -> Callable[[str], list[str]]:
    try:
        from nltk.tokenize.casual import TweetTokenizer
    except ImportError as error:
        raise MissingExtra("nltk", "hashtags") from error
    tokenizer = TweetTokenizer(reduce_len=False, match_phone_numbers=False)
    tokenize: Callable[[str], list[str]] = tokenizer.tokenize
    return tokenize
