"""The dictionary, tweet by tweet: for each hashtag a row of sums, a count, and the ids of its tweets."""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lydite.core.compiled import kernel
from lydite.core.errors import InputError
from lydite.core.executors.base import executor_of
from lydite.core.executors.here import Here
from lydite.core.executors.sent import SentSpec
from lydite.core.executors.tasks import SharedTask, map_tasks
from lydite.core.progress import progress_bar
from lydite.hashtags.store import HashtagDictionary
from lydite.hashtags.tweet_index import TweetIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from concurrent.futures import Executor

    from lydite.core.array_types import AnyArray, Float32Array, IntArray
    from lydite.core.executors.base import On
    from lydite.hashtags.clean import Tweet, TweetCounts
    from lydite.hashtags.store import DictionarySettings
    from lydite.vectors.encoders.base import Encoder, EncoderModel

BATCH = 8192


class PairBatch(NamedTuple):
    """Tweets with hashtags that are new to them."""

    tweets: list[Tweet]
    texts: list[str] | None
    """What is encoded; None where the model has vectors of the hashtags themselves."""
    owners: IntArray
    """The tweet of each pair."""
    rows: IntArray
    """Its hashtag."""
    own: Float32Array | None
    """The vectors of the hashtags, where the model has some."""


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

    def add(self, tweets: Iterable[Tweet], counts: TweetCounts, on: On = "here") -> None:
        """Encode tweets and add them to the rows of their hashtags, each text once under each hashtag.

        ``on`` is where they are encoded; they are added in their order.
        """
        coming: deque[PairBatch] = deque()

        def texts() -> Iterator[list[str] | None]:
            for batch in _batches(tweets, BATCH):
                if (pairs := self._pairs_of(batch, counts)) is not None:
                    coming.append(pairs)
                    yield pairs.texts

        with progress_bar("hashtagged tweets") as progress, executor_of(on) as executor:
            for vectors in map_tasks(executor, self._encoding(executor), texts()):
                pairs = coming.popleft()
                self._put(pairs, vectors)
                progress.update(progress.done + len(pairs.tweets))

    def _encoding(self, executor: Executor) -> Callable[[list[str] | None], Float32Array | None]:
        if isinstance(executor, Here):
            return functools.partial(_encoded, self.model)
        given = SentSpec.of(self.settings.encoder), dict(self.model.state())
        return SharedTask(_encoded, _restored, given)

    def _pairs_of(self, batch: list[Tweet], counts: TweetCounts) -> PairBatch | None:
        """Return the new pairs of tweets and hashtags among some tweets; nothing where there are none."""
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
        if not rows:
            return None
        self._pairs.append(np.array(rows))
        unique, inverse = np.unique(rows, return_inverse=True)
        own = self.model.tags(np.array(list(self.tags), object)[unique].tolist())
        keep = self.settings.hashtags == "keep"
        texts = [t.tagged_text if keep else t.text for t in kept] if own is None else None
        return PairBatch(kept, texts, np.array(owners), np.array(rows), None if own is None else own[inverse])

    def dictionary(self) -> HashtagDictionary:
        """Return the hashtags, sorted, with their sums, counts and tweets."""
        order = sorted(self.tags)
        rows = np.array([self.tags[t] for t in order], np.int64)
        new = np.fromiter(self._new, np.uint64, len(self._new))
        seen = np.sort(np.concatenate([self._old, new]))
        place = np.empty(len(order), np.int64)
        place[rows] = np.arange(len(order))
        pairs = np.concatenate(self._pairs) if self._pairs else np.zeros(0, np.int64)
        index = TweetIndex.of(len(order), place[pairs], self._ids)
        return HashtagDictionary(order, self._sums[rows], self._counts[rows], seen, index)

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

    def _put(self, pairs: PairBatch, encoded: Float32Array | None) -> None:
        rows = pairs.rows
        vectors = np.asarray(pairs.own) if encoded is None else self._of_pairs(pairs, encoded)
        if self.settings.update == "paper":
            _equation_1.for_work(len(rows))(self._sums, self._counts, rows, vectors.astype(np.float64))
            return
        from scipy.sparse import csr_array

        unique, inverse = np.unique(rows, return_inverse=True)
        ones = np.ones(len(rows))
        gather = csr_array((ones, (inverse, np.arange(len(rows)))), shape=(len(unique), len(rows)))
        self._sums[unique] += gather @ vectors.astype(np.float64)
        self._counts[unique] += np.bincount(inverse)

    def _of_pairs(self, pairs: PairBatch, encoded: Float32Array) -> Float32Array:
        bad = np.flatnonzero(~np.isfinite(encoded).all(axis=1))
        if bad.size:
            name, tweet = self.settings.encoder.name, pairs.tweets[bad[0]]
            raise InputError(f"{name} gives tweet {tweet.id} a vector with a number that is not finite")
        return encoded[pairs.owners]


def _restored(spec: SentSpec, state: Mapping[str, AnyArray]) -> EncoderModel:
    encoder: Encoder = spec.received()
    return encoder.restore(state)


def _encoded(model: EncoderModel, texts: list[str] | None) -> Float32Array | None:
    return None if texts is None else model.encode(texts)


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
