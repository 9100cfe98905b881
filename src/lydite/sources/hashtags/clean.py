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
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from lydite.errors import MissingExtra
from lydite.sources.hashtags.language import may_be_english
from lydite.text import fold, hashtag, stop_words, tag_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lydite.sources.hashtags.tweets import RawTweet

_URL = re.compile(
    r"https?://\S*|\bhttps?\b\S*|\bwww\.\S+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/\S*", re.IGNORECASE
)
_MENTION = re.compile(r"(?<![\w@])[@＠]\w+")
_RETWEET = re.compile(r"^(?:[^\w@#]*\bRT\b[^\w@#]*(?:@\w+[^\w@#]*)?)+")
_RUN = re.compile(r"(\D)\1{3,}")
_DRAWN = re.compile("[\ufe0e\ufe0f]")


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


def tag(text: str) -> str:
    """Return one hashtag as the dictionary spells it: clean, folded, runs cut to 3 but those of digits.

    The selectors that only choose how an emoji is drawn go: the same heart is the same hashtag.

    >>> tag("#Covid19...Don't"), tag("KeeeeepFit"), tag("#10000steps"), tag("#❤\ufe0f") == tag("#❤")
    ('#covid19', '#keeepfit', '#10000steps', True)
    """
    return _RUN.sub(r"\1\1\1", _DRAWN.sub("", hashtag(text)))


def clean(raw: RawTweet, *, english: bool = True) -> Tweet:
    """Clean one tweet: "RT @NHS: Heeeeeello! The #NHS is OPEN http://t.co/x" → heeello #nhs open.

    Stop words are English ones: in tweets of any language nothing tells them from words that mean something.
    """
    tokenize, stops = _tokenizer(), stop_words() if english else frozenset()
    own = _RETWEET.sub("", unicodedata.normalize("NFKC", raw.text))
    bare = _MENTION.sub(" ", _URL.sub(" ", own))
    words: list[str] = []
    at = 0
    for found in tag_pattern().finditer(bare):
        words += _words(bare[at : found.start()], tokenize, stops)
        if (own_tag := tag(found[0])) != "#":  # the keycap # is an emoji, no hashtag
            words.append(own_tag)
        at = found.end()
    words += _words(bare[at:], tokenize, stops)
    tags = tuple(dict.fromkeys(w for w in words if w.startswith("#")))
    return Tweet(raw.id, tuple(words), tags, fold(own), " ".join(bare.replace("#", " ").split()))


@dataclass
class TweetCounts:
    """What pre-processing saw: the rows of Table 4 and what was left out on the way."""

    tweets: int = 0  # read
    hashtagged: int = 0  # with at least one hashtag
    uses: int = 0  # hashtags in them, with repetitions
    most: int = 0  # hashtags in one tweet at most
    foreign: int = 0  # hashtagged, surely not English, left out
    repeated: int = 0  # hashtagged, every label seen before on the same text, left out
    wordless: int = 0  # nothing but hashtags: they name a tag and say nothing about it
    pairs: int = 0  # (tweet, hashtag) pairs kept

    def __add__(self, other: TweetCounts) -> TweetCounts:
        mine, more = dataclasses.asdict(self), dataclasses.asdict(other)
        return TweetCounts(**{k: max(v, more[k]) if k == "most" else v + more[k] for k, v in mine.items()})


def prepare(tweets: Iterable[RawTweet], counts: TweetCounts, *, english: bool = True) -> Iterator[Tweet]:
    """Clean tweets, keep those with a hashtag that may be English, and count on the way."""
    for raw in tweets:
        counts.tweets += 1
        if "#" not in raw.text and "＃" not in raw.text:
            continue
        tweet = clean(raw, english=english)
        if not tweet.tags:
            continue
        counts.hashtagged += 1
        counts.uses += len(tweet.tags)
        counts.most = max(counts.most, len(tweet.tags))
        if english and not may_be_english(tweet.plain):
            counts.foreign += 1
            continue
        yield tweet


def _words(text: str, tokenize: Callable[[str], list[str]], stops: frozenset[str]) -> list[str]:
    if not text.strip():
        return []
    shorter = _RUN.sub(r"\1\1\1", text)  # NLTK would shorten 10000 as well
    folded = (fold(t.strip("#＃_-'’")) for t in tokenize(shorter))
    return [w for w in folded if w not in stops and _speaks(w)]


def _speaks(word: str) -> bool:
    """Whether a token is more than punctuation: letters, digits, emoji."""
    return any(c.isalnum() or unicodedata.category(c) == "So" for c in word)


@functools.cache
def _tokenizer() -> Callable[[str], list[str]]:
    try:
        from nltk.tokenize.casual import TweetTokenizer
    except ImportError as error:
        raise MissingExtra("nltk", "hashtags") from error
    tokenizer = TweetTokenizer(preserve_case=False, reduce_len=False, match_phone_numbers=False)
    return tokenizer.tokenize  # type: ignore[no-any-return]
