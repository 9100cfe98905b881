"""From tweets to the dictionary of hashtag embeddings (BERTag, #REval 3.1), at once or bit by bit."""

from __future__ import annotations

import hashlib
import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.compiled import kernel
from lydite.errors import InputError, OutputError, StoreError
from lydite.progress import counting
from lydite.sources.hashtags.clean import Counts, prepare
from lydite.sources.hashtags.store import Dictionary, Settings, Store, open_store, write_store
from lydite.sources.saving import building
from lydite.sources.store import MANIFEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from lydite.sources.encoders.base import Model
    from lydite.sources.hashtags.clean import Tweet
    from lydite.sources.hashtags.tweets import Raw

BATCH = 8192


def build(
    tweets: Iterable[Raw],
    folder: str | Path,
    settings: Settings,
    *,
    model: Model | None = None,
    replace: bool = True,
) -> Store:
    """Build a store from tweets, replacing what is there; refused while another build writes it.

    A model that is given is used as it is (an encoder that learns is then not fitted on these tweets).
    Without ``replace`` a store that is there, such as another build has just finished, is kept: an error.
    """
    folder = Path(folder).expanduser()
    with building(folder):
        if not replace and (folder / MANIFEST).is_file():
            raise OutputError(f"{folder}: another build has just made this store; try again to add to it")
        return _build(tweets, folder, settings, model)


def _build(tweets: Iterable[Raw], folder: Path, settings: Settings, model: Model | None) -> Store:
    counts = Counts()
    clean: Iterable[Tweet] = prepare(tweets, counts, english=settings.english)
    if model is None:
        if settings.encoder.learns:
            clean = list(clean)
            keep = settings.hashtags == "keep" or settings.encoder.tagged
            model = settings.encoder.fit([t.tagged_text if keep else t.text for t in clean])
        else:
            model = settings.encoder.fit(())
    ledger = Ledger(model, settings)
    ledger.add(clean, counts)
    if not ledger.tags:
        raise InputError(f"no hashtags in {counts.tweets:,} tweets: there is nothing to build from")
    return write_store(folder, ledger.dictionary(), settings, model, counts)


def update(
    tweets: Iterable[Raw],
    folder: str | Path,
    settings: Settings | None = None,
    *,
    counts: Counts | None = None,
) -> Store:
    """Add tweets to a store: sums and counts grow; refused while another build writes it.

    The result equals building from all tweets where the encoder does not learn from them; one that does keeps
    what it learned at first. Settings, where they are given, must be those of the store; otherwise it refuses
    and says which differ. ``counts`` are filled with what is counted of these tweets.
    """
    folder = Path(folder).expanduser()
    open_store(folder)  # what is no store is left alone
    with building(folder):
        store = open_store(folder)
        own = _reopen(store, settings)
        ledger = Ledger(store.model() if settings is None else _model(store, own), own, store.dictionary())
        counts = Counts() if counts is None else counts
        ledger.add(prepare(tweets, counts, english=own.english), counts)
        return write_store(folder, ledger.dictionary(), own, ledger.model, store.totals + counts)


class Ledger:
    """A dictionary that grows: rows of sums for hashtags as they come."""

    def __init__(self, model: Model, settings: Settings, start: Dictionary | None = None) -> None:
        self.model = model
        self.settings = settings
        self.tags: dict[str, int] = {t: i for i, t in enumerate(start.tags)} if start else {}
        rows = max(1024, 2 * len(self.tags))
        self._sums = np.zeros((rows, model.dimensions))
        self._counts = np.zeros(rows, np.int64)
        self._old = np.zeros(0, np.uint64)
        self._new: set[int] = set()
        if start:
            self._sums[: len(self.tags)] = start.sums
            self._counts[: len(self.tags)] = start.counts
            self._old = np.asarray(start.seen)

    def add(self, tweets: Iterable[Tweet], counts: Counts) -> None:
        """Encode tweets and add them to the rows of their hashtags, each text once under each hashtag."""
        with counting("hashtagged tweets") as progress:
            for batch in _batches(tweets, BATCH):
                self._add(batch, counts)
                progress.tell(progress.done + len(batch))

    def _add(self, batch: list[Tweet], counts: Counts) -> None:
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
            kept.append(tweet)
        counts.pairs += len(rows)
        if rows:
            self._put(kept, np.array(owners), np.array(rows))

    def dictionary(self) -> Dictionary:
        """Return what has come together, hashtags sorted."""
        order = sorted(self.tags)
        rows = np.array([self.tags[t] for t in order], np.int64)
        new = np.fromiter(self._new, np.uint64, len(self._new))
        seen = np.sort(np.concatenate([self._old, new]))
        return Dictionary(order, self._sums[rows], self._counts[rows], seen)

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

    def _put(self, tweets: list[Tweet], owners: NDArray[np.int64], rows: NDArray[np.int64]) -> None:
        keep = self.settings.hashtags == "keep"
        vectors = self._pair_vectors(tweets, owners, rows, keep=keep)
        if self.settings.update == "paper":
            _equation_1.of(len(rows))(self._sums, self._counts, rows, vectors.astype(np.float64))
            return
        from scipy.sparse import csr_array

        unique, inverse = np.unique(rows, return_inverse=True)
        ones = np.ones(len(rows))
        gather = csr_array((ones, (inverse, np.arange(len(rows)))), shape=(len(unique), len(rows)))
        self._sums[unique] += gather @ vectors.astype(np.float64)
        self._counts[unique] += np.bincount(inverse)

    def _pair_vectors(
        self, tweets: list[Tweet], owners: NDArray[np.int64], rows: NDArray[np.int64], *, keep: bool
    ) -> NDArray[np.float32]:
        unique, inverse = np.unique(rows, return_inverse=True)
        names = np.array(list(self.tags), object)[unique]
        own = self.model.tags(names.tolist())
        if own is not None:
            return own[inverse]
        found = self.model.encode([t.tagged_text if keep else t.text for t in tweets])
        return found[owners]


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


def _reopen(store: Store, settings: Settings | None) -> Settings:
    if settings is None:
        own = store.settings()
        now = own.encoder.signature()
        if now != store.encoder:
            raise StoreError(f"built with {store.encoder}, but what is there now is {now}", store.folder)
        return own
    given = {
        "encoder": settings.encoder.signature(),
        "hashtags": settings.hashtags,
        "update": settings.update,
        "english": settings.english,
    }
    for name, value in given.items():
        if value != store.notes[name]:
            raise StoreError(
                f"built with {name} {store.notes[name]}, not {value}: vectors would not mix; "
                "build another store, or update with the same settings",
                store.folder,
            )
    return settings


def _model(store: Store, settings: Settings) -> Model:
    return store.model() if settings.encoder.learns else settings.encoder.fit(())


def _hash(key: str, tag: str) -> int:
    return int.from_bytes(hashlib.blake2b(f"{tag}\0{key}".encode(), digest_size=8).digest())


def _batches(tweets: Iterable[Tweet], size: int) -> Iterator[list[Tweet]]:
    rest = iter(tweets)
    while batch := list(itertools.islice(rest, size)):
        yield batch
