"""Tweets to train on and tweets to test on (#REval, 4.2.3): at random, by time, or by user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.errors import InputError
from lydite.hashtags.build import NoTweetsError, why_nothing
from lydite.hashtags.clean import ENGLISH, TweetCounts, prepare
from lydite.reading.times import times_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.hashtags.clean import Preparation
    from lydite.reading.tweets import RawTweet

By = Literal["tweets", "time", "user"]


@dataclass(frozen=True)
class Split:
    """Training and test tweets as they were written, what the test tweets' hashtags are, and the counts."""

    train: list[RawTweet]
    test: list[RawTweet]
    gold: list[tuple[str, ...]]
    counts: TweetCounts
    repeated: int
    """Hashtagged tweets with the text and hashtags of another; only the last of them stays."""
    wordless: int
    """Tweets without a word besides hashtags: nothing can be recommended for them."""
    familiar: int
    """Test tweets whose words, without hashtags and links, are those of a training tweet."""


def split(
    tweets: Iterable[RawTweet],
    held_out: float = 0.1,
    *,
    by: By = "tweets",
    seed: int = 0,
    preparation: Preparation = ENGLISH,
) -> Split:
    """Split hashtagged tweets, each text once under the same hashtags, into training and test tweets.

    ``tweets`` draws test tweets at random, ``time`` holds out the latest, ``user`` draws users with all their
    tweets until the share is reached.
    """
    if not 0 < held_out < 1:
        raise InputError(f"the share held out lies between 0 and 1, not at {held_out:g}")
    counts = TweetCounts()
    unique: dict[int, tuple[RawTweet, tuple[str, ...], int]] = {}  # hashes of texts: a tenth of their memory
    kept = 0
    for raw in tweets:
        for tweet in prepare([raw], counts, preparation):
            kept += 1
            unique[hash((tweet.key, tweet.tags))] = (raw, tweet.tags, hash(tweet.text) if tweet.text else 0)
    usable = [one for one in unique.values() if one[2]]
    if not usable:
        raise NoTweetsError(why_nothing(counts, preparation))
    raws = [raw for raw, _, _ in usable]
    _check_ids(raws)
    order, cut = _order(raws, held_out, by, seed)
    if not 0 < cut < len(usable):
        raise InputError(f"{len(usable):,} tweets with words and hashtags cannot be split by {by}")
    known = {usable[i][2] for i in order[:cut]}
    return Split(
        [raws[i] for i in order[:cut]],
        [raws[i] for i in order[cut:]],
        [usable[i][1] for i in order[cut:]],
        counts,
        kept - len(unique),
        len(unique) - len(usable),
        sum(usable[i][2] in known for i in order[cut:]),
    )


def _order(raws: Sequence[RawTweet], held_out: float, by: By, seed: int) -> tuple[list[int], int]:
    """Return the tweets in order, training tweets first, and how many those are."""
    generator = np.random.default_rng(seed)
    cut = round(len(raws) * (1 - held_out))
    if by == "tweets":
        return generator.permutation(len(raws)).tolist(), cut
    if by == "time":
        return np.argsort(times_of(raws), kind="stable").tolist(), cut
    nobody = next((raw for raw in raws if not raw.user), None)
    if nobody is not None:
        raise InputError(
            "expected the user of a tweet; name the column (--user-column)", nobody.source, nobody.line
        )
    users = sorted({raw.user for raw in raws})
    place = {users[u]: rank for rank, u in enumerate(generator.permutation(len(users)).tolist())}
    ranks = np.array([place[raw.user] for raw in raws])
    ends = np.cumsum(np.bincount(ranks))[:-1]  # where tweets of one user end, the last user aside
    order = np.argsort(ranks, kind="stable").tolist()
    return order, int(ends[np.abs(ends - cut).argmin()]) if len(ends) else 0


def _check_ids(raws: Sequence[RawTweet]) -> None:
    """Refuse a tweet without an id, and an id that two tweets have: a run could not tell them apart."""
    seen: dict[str, RawTweet] = {}
    for raw in raws:
        if not raw.id.strip():
            raise InputError("there is no id", raw.source, raw.line)
        if (first := seen.setdefault(raw.id, raw)) is not raw:
            where = f"{first.source}, line {first.line}"
            raise InputError(f"the id {raw.id!r} is that of another tweet ({where})", raw.source, raw.line)
