"""The dictionary, tweet by tweet: for each hashtag a row of sums, a count, and the ids of its tweets."""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.compiled import kernel
from lydite.errors import InputError
from lydite.progress import progress_bar
from lydite.sources.hashtags.store import HashtagDictionary
from lydite.sources.hashtags.tweet_index import TweetIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lydite.array_types import Float32Array, IntArray
    from lydite.sources.encoders.base import EncoderModel
    from lydite.sources.hashtags.clean import Tweet, TweetCounts
    from lydite.sources.hashtags.store import DictionarySettings

BATCH = 8192


class DictionaryBuilder:
    """Builds the dictionary tweet by tweet: a row of sums for each hashtag."""

    def __init__(
        self, model: EncoderModel, settings: DictionarySettings, start: HashtagDictionary | None = None
    ) -> None:
        self.model = model
        self.settings = settings
        self.tags: dict[str, int] = {t: i for i, t in enumerate(start.tags)} if start else {}
        rows = max(1024, 2 * len(self.tags))
        self._sums = np.zeros((rows, model.dimensions))
        self._counts = np.zeros(rows, np.int64)
        self._old = np.zeros(0, np.uint64)
        self._new: set[int] = set()
        self._ids: list[str] = []
        self._pairs: list[IntArray] = []
        if start:
            self._sums[: len(self.tags)] = start.sums
            self._counts[: len(self.tags)] = start.counts
            self._old = np.asarray(start.seen)
            if start.index is not None:
                self._ids = [start.index.ids[i] for i in start.index.tweets]
                self._pairs = [start.index.owners]

    def add(self, tweets: Iterable[Tweet], counts: TweetCounts) -> None:
        """Encode tweets and add them to the rows of their hashtags, each text once under each hashtag."""
        with progress_bar("hashtagged tweets") as progress:
            for batch in _batches(tweets, BATCH):
                self._add(batch, counts)
                progress.update(progress.done + len(batch))

    def _add(self, batch: list[Tweet], counts: TweetCounts) -> None:
        owners: list[int] = []
        rows: list[int] = []
        kept: list[Tweet] = []
        for tweet, tags in zip(batch, self._fresh(batch), strict=True):
            if not tags:
                counts.repeated += 1
                continue
            counts.wordless += not tweet.text
            owners += [len(kept)] * len(tags)
            rows += [self._row(t) for t in tags]
            self._ids += [tweet.id] * len(tags)
            kept.append(tweet)
        counts.pairs += len(rows)
        if rows:
            self._pairs.append(np.array(rows))
            self._put(kept, np.array(owners), np.array(rows))

    def snapshot(self) -> HashtagDictionary:
        """Return hashtags, sorted, with their sums and counts so far, and not what only a store needs."""
        order = sorted(self.tags)
        rows = np.array([self.tags[t] for t in order], np.int64)
        return HashtagDictionary(order, self._sums[rows], self._counts[rows], np.zeros(0, np.uint64))

    def dictionary(self) -> HashtagDictionary:
        """Return all that has come together."""
        found = self.snapshot()
        new = np.fromiter(self._new, np.uint64, len(self._new))
        seen = np.sort(np.concatenate([self._old, new]))
        place = np.empty(len(found.tags), np.int64)
        place[[self.tags[t] for t in found.tags]] = np.arange(len(found.tags))
        pairs = np.concatenate(self._pairs) if self._pairs else np.zeros(0, np.int64)
        index = TweetIndex.of(len(found.tags), place[pairs], self._ids)
        return replace(found, seen=seen, index=index)

    def _fresh(self, batch: list[Tweet]) -> list[list[str]]:
        """Return for each tweet the hashtags under which its text was not seen before."""
        hashes = [[_hash(t.key, tag) for tag in t.tags] for t in batch]
        flat = np.fromiter(itertools.chain.from_iterable(hashes), np.uint64)
        at = np.minimum(np.searchsorted(self._old, flat), max(0, len(self._old) - 1))
        old = iter((self._old[at] == flat).tolist() if len(self._old) else [False] * len(flat))
        fresh = []
        for tweet, own in zip(batch, hashes, strict=True):
            tags = []
            for tag, number in zip(tweet.tags, own, strict=True):
                if not next(old) and number not in self._new:
                    self._new.add(number)
                    tags.append(tag)
            fresh.append(tags)
        return fresh

    def _row(self, tag: str) -> int:
        row = self.tags.setdefault(tag, len(self.tags))
        if row == len(self._counts):
            self._sums = np.concatenate([self._sums, np.zeros_like(self._sums)])
            self._counts = np.concatenate([self._counts, np.zeros_like(self._counts)])
        return row

    def _put(self, tweets: list[Tweet], owners: IntArray, rows: IntArray) -> None:
        keep = self.settings.hashtags == "keep"
        vectors = self._pair_vectors(tweets, owners, rows, keep=keep)
        if self.settings.update == "paper":
            _equation_1.for_work(len(rows))(self._sums, self._counts, rows, vectors.astype(np.float64))
            return
        from scipy.sparse import csr_array

        unique, inverse = np.unique(rows, return_inverse=True)
        ones = np.ones(len(rows))
        gather = csr_array((ones, (inverse, np.arange(len(rows)))), shape=(len(unique), len(rows)))
        self._sums[unique] += gather @ vectors.astype(np.float64)
        self._counts[unique] += np.bincount(inverse)

    def _pair_vectors(
        self, tweets: list[Tweet], owners: IntArray, rows: IntArray, *, keep: bool
    ) -> Float32Array:
        unique, inverse = np.unique(rows, return_inverse=True)
        names = np.array(list(self.tags), object)[unique]
        own = self.model.tags(names.tolist())
        if own is not None:
            return own[inverse]
        vectors = self.model.encode([t.tagged_text if keep else t.text for t in tweets])
        bad = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
        if bad.size:
            name, tweet = self.settings.encoder.name, tweets[bad[0]]
            raise InputError(f"{name} gives tweet {tweet.id} a vector with a number that is not finite")
        return vectors[owners]


@kernel(large=5_000)
def _equation_1(sums: Any, counts: Any, rows: Any, vectors: Any) -> None:
    """Equation 1: v ← (n/(n+1) v + 1/(n+1) t) / s, one pair after the other."""
    for i in range(len(rows)):
        row = rows[i]
        n = counts[row]
        length = 0.0
        for d in range(sums.shape[1]):
            sums[row, d] = (n * sums[row, d] + vectors[i, d]) / (n + 1)
            length += sums[row, d] * sums[row, d]
        counts[row] = n + 1
        if length > 0:
            for d in range(sums.shape[1]):
                sums[row, d] /= length**0.5


def _hash(key: str, tag: str) -> int:
    return int.from_bytes(hashlib.blake2b(f"{tag}\0{key}".encode(), digest_size=8).digest())


def _batches(tweets: Iterable[Tweet], size: int) -> Iterator[list[Tweet]]:
    rest = iter(tweets)
    while batch := list(itertools.islice(rest, size)):
        yield batch
