"""Counts of a data set as in Tables 4 and 6 of #REval."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.hashtags.build import NoTweetsError, why_nothing
from lydite.hashtags.clean import ENGLISH, TweetCounts, prepare

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lydite.hashtags.clean import Preparation
    from lydite.reading.tweets import RawTweet


@dataclass(frozen=True)
class DataSet:
    """What is in a set of tweets; averages follow from counts (those of Table 4 do not)."""

    counts: TweetCounts
    uses: Counter[str]
    """In how many tweets each hashtag is used, each text counted as often as it comes."""
    fewest: int
    unique: int
    """Tweets left where each text stands once under the same hashtags: training and test tweets together."""

    @property
    def mean(self) -> float:
        """Hashtags in a hashtagged tweet on average."""
        return self.counts.uses / self.counts.hashtagged

    def top(self, n: int) -> list[tuple[str, int]]:
        """Return the n hashtags in most tweets."""
        return sorted(self.uses.items(), key=lambda pair: (-pair[1], pair[0]))[:n]


def describe(tweets: Iterable[RawTweet], preparation: Preparation = ENGLISH) -> DataSet:
    """Count tweets and hashtags, in one pass that holds no text."""
    counts, uses = TweetCounts(), Counter[str]()
    seen: set[int] = set()
    fewest = 0
    for tweet in prepare(tweets, counts, preparation):
        uses.update(tweet.tags)
        fewest = min(fewest or len(tweet.tags), len(tweet.tags))
        seen.add(hash((tweet.key, tweet.tags)))
    if not uses:
        raise NoTweetsError(why_nothing(counts, preparation))
    return DataSet(counts, uses, fewest, len(seen))
