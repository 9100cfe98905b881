"""From training tweets and test tweets to a run: recommendations batch by batch."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lydite.core.progress import progress_bar
from lydite.hashtags.build import NoTweetsError, why_nothing
from lydite.hashtags.clean import ENGLISH, TweetCounts, clean_tweet, prepare
from lydite.hashtags.recommenders.base import training

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lydite.hashtags.clean import Preparation, Tweet
    from lydite.hashtags.recommenders.base import Recommendation, Recommender, RecommenderModel
    from lydite.reading.tweets import RawTweet

BATCH = 1024
POPULAR = 10


@dataclass
class RunSummary:
    """How varied the recommendations of a run are."""

    popular: frozenset[str]
    """The ten tags that most training tweets have."""
    tweets: int = 0
    empty: int = 0
    tags: int = 0
    popular_tags: int = 0
    lists: Counter[int] = field(default_factory=Counter, repr=False)

    def add(self, tags: list[str]) -> None:
        """Count the recommendations for one tweet."""
        self.tweets += 1
        self.empty += not tags
        self.tags += len(tags)
        self.popular_tags += sum(t in self.popular for t in tags)
        self.lists[hash(tuple(tags))] += 1

    @property
    def popularity(self) -> float:
        """The share of recommended tags that are among the ten most used."""
        return self.popular_tags / max(1, self.tags)


def learn(
    tweets: Iterable[RawTweet], recommender: Recommender, preparation: Preparation = ENGLISH
) -> tuple[RecommenderModel, list[Tweet]]:
    """Fit a recommender on the tweets that have hashtags; return it and these."""
    counts = TweetCounts()
    kept = list(prepare(tweets, counts, preparation))
    if not kept:
        raise NoTweetsError(why_nothing(counts, preparation))
    known = training(kept)
    return recommender.fit(known), known


def recommend(
    model: RecommenderModel, tweets: Iterable[RawTweet], top: int, preparation: Preparation = ENGLISH
) -> Iterator[tuple[str, list[Recommendation]]]:
    """Yield the id of each tweet and its recommendations; hashtags of the tweets are not looked at."""
    waiting = iter(tweets)
    with progress_bar("tweets") as progress:
        while batch := [clean_tweet(raw, preparation) for raw in itertools.islice(waiting, BATCH)]:
            answers = model.recommend([t.text for t in batch], top)
            yield from zip((t.id for t in batch), answers, strict=True)
            progress.update(progress.done + len(batch))


def summary_of(known: list[Tweet]) -> RunSummary:
    """Return an empty summary that knows the most used tags."""
    uses = Counter(t for tweet in known for t in tweet.tags)
    top = sorted(uses, key=lambda t: (-uses[t], t))[:POPULAR]
    return RunSummary(frozenset(top))


def row(identity: str, answer: list[Recommendation]) -> dict[str, Any]:
    """Return one line of a run file."""
    return {"id": identity, "hashtags": [r.tag for r in answer], "scores": [r.score for r in answer]}
