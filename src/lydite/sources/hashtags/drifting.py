"""How far hashtags move as tweets come in: BERTag's updates (#REval, 3.1.4) over batches in order of time."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.errors import InputError
from lydite.reading.times import seconds, times_of
from lydite.sources.hashtags.build import NoTweetsError, why_nothing
from lydite.sources.hashtags.builder import DictionaryBuilder
from lydite.sources.hashtags.clean import TweetCounts, prepare
from lydite.sources.hashtags.neighbours import nearest, unit_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.array_types import Int32Array
    from lydite.reading.tweets import RawTweet
    from lydite.sources.hashtags.clean import Tweet
    from lydite.sources.hashtags.store import DictionarySettings, HashtagDictionary

Every = Literal["day", "week", "month", "year"]


@dataclass(frozen=True)
class Movement:
    """One hashtag from one batch to the next."""

    batch: str
    tag: str
    tweets: int
    """Of the hashtag up to the end of this batch."""
    moved: float
    """1 − cosine of its vector before and after."""
    replaced: float
    """The share of its k nearest synonyms that were none of them before."""


@dataclass(frozen=True)
class Drift:
    """All movements, and how many hashtagged tweets each batch has."""

    movements: list[Movement]
    batches: dict[str, int]
    counts: TweetCounts

    def totals(self) -> list[tuple[str, int, float, float, str]]:
        """Return for each hashtag tweets, path length, mean share replaced and its most moving batch.

        Those that went the longest way come first.
        """
        rows = []
        for tag, of in itertools.groupby(sorted(self.movements, key=lambda m: m.tag), lambda m: m.tag):
            mine = list(of)
            most = max(mine, key=lambda m: m.moved)
            way = sum(m.moved for m in mine)
            share = float(np.mean([m.replaced for m in mine]))
            rows.append((tag, max(m.tweets for m in mine), way, share, most.batch))
        return sorted(rows, key=lambda row: (-row[2], row[0]))


def by_time(tweets: Iterable[RawTweet], every: Every) -> list[tuple[str, list[RawTweet]]]:
    """Return the tweets in order of time, in batches named by when they begin."""
    raws = list(tweets)
    times = times_of(raws)
    order = np.argsort(times, kind="stable").tolist()
    named = ((_name(times[i], every), raws[i]) for i in order)
    return [(name, [raw for _, raw in of]) for name, of in itertools.groupby(named, lambda pair: pair[0])]


def in_given_order(files: Sequence[tuple[str, list[RawTweet]]]) -> list[tuple[str, list[RawTweet]]]:
    """Return files as batches; InputError where a tweet is earlier than all of an earlier file."""
    latest, before = -np.inf, ""
    for name, raws in files:
        times = [(at, raw) for raw in raws if (at := seconds(raw.time)) is not None]
        early = next((raw for at, raw in times if at < latest), None)
        if early is not None:
            said = f"times are out of order: {early.time} is before the last tweet of {before}"
            advice = "give the files in order, or let --every sort the tweets"
            raise InputError(f"{said}; {advice}", early.source, early.line)
        if times:
            latest, before = max(at for at, _ in times), name
    return list(files)


def drift(
    batches: Sequence[tuple[str, list[RawTweet]]], settings: DictionarySettings, k: int = 10, least: int = 5
) -> Drift:
    """Add batch after batch and compare each hashtag before and after, once it has ``least`` tweets.

    An encoder that learns is fitted on all tweets, so that vectors of all batches can be compared.
    """
    counts = TweetCounts()
    clean = [(name, list(prepare(raws, counts, settings.preparation))) for name, raws in batches]
    every = [tweet for _, tweets in clean for tweet in tweets]
    if not every:
        raise NoTweetsError(why_nothing(counts, settings.preparation))
    model = settings.encoder.fit(_texts(every, settings) if settings.encoder.learns else ())
    ledger = DictionaryBuilder(model, settings)
    movements: list[Movement] = []
    before: HashtagDictionary | None = None
    for name, tweets in clean:
        if not tweets:
            continue
        ledger.add(tweets, counts)
        after = ledger.snapshot()
        if before is not None:
            movements += _compare(name, before, after, k, least)
        before = after
    return Drift(movements, {name: len(tweets) for name, tweets in clean if tweets}, counts)


def _texts(tweets: Sequence[Tweet], settings: DictionarySettings) -> list[str]:
    keep = settings.hashtags == "keep" or settings.encoder.tagged
    return [t.tagged_text if keep else t.text for t in tweets]


def _compare(
    name: str, before: HashtagDictionary, after: HashtagDictionary, k: int, least: int
) -> list[Movement]:
    """Compare the hashtags that had enough tweets before; synonyms are sought among the same ones."""
    kept = np.flatnonzero((before.counts >= least) & before.sums.any(axis=1))
    tags = [before.tags[i] for i in kept]
    place = {tag: i for i, tag in enumerate(after.tags)}
    rows = np.array([place[tag] for tag in tags], np.int64)
    old, new = unit_rows(before.sums[kept]), unit_rows(after.sums[rows])
    moved = 1 - np.einsum("ij,ij->i", old.astype(np.float64), new.astype(np.float64))
    was, now = nearest(old, k)[0], nearest(new, k)[0]
    changed = [_replaced(a, b) for a, b in zip(was, now, strict=True)]
    counts = after.counts[rows].tolist()
    many = zip(tags, counts, np.maximum(moved, 0).tolist(), changed, strict=True)
    return [Movement(name, tag, n, way, share) for tag, n, way, share in many]


def _replaced(was: Int32Array, now: Int32Array) -> float:
    known = set(was[was >= 0].tolist())
    found = now[now >= 0].tolist()
    return sum(one not in known for one in found) / len(found) if found else 0.0


def _name(at: float, every: Every) -> str:
    day = datetime.fromtimestamp(at, UTC)
    if every == "week":
        year, week, _ = day.isocalendar()
        return f"{year}-W{week:02}"
    return day.strftime({"day": "%Y-%m-%d", "month": "%Y-%m", "year": "%Y"}[every])
