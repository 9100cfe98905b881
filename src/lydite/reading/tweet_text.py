"""Hashtags in the text of tweets: what is one, and how it is spelled; links and mentions have none."""

from __future__ import annotations

import re
import unicodedata

from lydite.core.text import hashtag, tag_pattern

_URL = re.compile(
    r"https?://\S*|\bhttps?\b\S*|\bwww\.\S+"
    r"|(?<![\w-])(?<![\w-]\.)-*+[\w-]++(?:\.[\w-]++)*\.[a-z]{2,}/\S*",  # each name is looked at once
    re.IGNORECASE,
)
_LINKED = re.compile(r"http|www\.|[a-z]/", re.IGNORECASE)
_MENTION = re.compile(r"(?<![\w@])[@＠]\w+")
_RETWEET = re.compile(r"^(?:[^\w@#]*\bRT\b[^\w@#]*(?:@\w+[^\w@#]*)?)+")
_DRAWN = re.compile("[\ufe0e\ufe0f]")
RUN = re.compile(r"(\D)\1{3,}")
"""A character four times or more: cut to 3, as NLTK's TweetTokenizer does, but 10000 is not 1000."""


def tag(text: str) -> str:
    """Return one hashtag as the dictionary spells it: clean, folded, runs cut to 3 but those of digits.

    The selectors that only choose how an emoji is drawn go: the same heart is the same hashtag.

    >>> tag("#Covid19...Don't"), tag("KeeeeepFit"), tag("#10000steps"), tag("#❤\ufe0f") == tag("#❤")
    ('#covid19', '#keeepfit', '#10000steps', True)
    """
    return RUN.sub(r"\1\1\1", _DRAWN.sub("", hashtag(text)))


def own_words(text: str) -> str:
    """Return a tweet in compatibility forms without what marks it as a retweet.

    >>> own_words("RT @NHS: The #NHS is open")
    'The #NHS is open'
    """
    return _RETWEET.sub("", unicodedata.normalize("NFKC", text))


def without_links(text: str) -> str:
    """Return a text without links and mentions.

    >>> without_links("by @NHS see http://t.co/#x #open").split()
    ['by', 'see', '#open']
    """
    if _LINKED.search(text):
        text = _URL.sub(" ", text)
    return _MENTION.sub(" ", text)


def hashtags_of(text: str) -> list[str]:
    """Return the hashtags of a tweet in order, each once, as the dictionary spells them.

    >>> hashtags_of("Know the facts about #Covid19...Don't panic #StayHomeSA http://x.org/#a #covid19:")
    ['#covid19', '#stayhomesa']
    """
    bare = without_links(own_words(text))
    tags = (tag(found[0]) for found in tag_pattern().finditer(bare))
    return [t for t in dict.fromkeys(tags) if t != "#"]  # the keycap # is an emoji, no hashtag


def without_hashtags(text: str) -> str:
    """Return a tweet as it was written, without its hashtags: what a recommender may see.

    >>> without_hashtags("Stay home! #StayHomeSA http://x.org/#a")
    'Stay home! http://x.org/#a'
    """
    text = unicodedata.normalize("NFKC", text)
    kept: list[str] = []
    at = 0
    for link in _URL.finditer(text):
        kept += [tag_pattern().sub(" ", text[at : link.start()]), link[0]]
        at = link.end()
    return " ".join("".join([*kept, tag_pattern().sub(" ", text[at:])]).split())
