"""The dictionary of hashtags on disk: sums of tweet vectors, counts, and the encoder they came from."""

from __future__ import annotations

import dataclasses
import functools
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.errors import StoreError
from lydite.core.io.files import user_path
from lydite.core.spec import parse
from lydite.core.store import store as stores
from lydite.core.store.saving import save
from lydite.hashtags.checking import check
from lydite.hashtags.clean import ENGLISH, Preparation, TweetCounts
from lydite.hashtags.neighbours import unit_rows
from lydite.hashtags.tweet_index import TweetIndex
from lydite.vectors.encoders.base import pack, unpack

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.array_types import AnyArray, Float32Array, FloatArray, IntArray, UInt64Array
    from lydite.vectors.encoders.base import Encoder, EncoderModel

KIND, VERSION = "hashtags", 4
AGAIN = "build it again with: lydite build hashtags TWEETS -o STORE --new"


@dataclass(frozen=True)
class HashtagDictionary:
    """Hashtags with the sum of the vectors of their tweets and how many those are (n_h).

    With ``update=paper`` the row of a hashtag is not the sum but the running unit vector of Equation 1.
    """

    tags: list[str]
    sums: FloatArray
    counts: IntArray
    seen: UInt64Array
    """What pairs of text and hashtag were counted, hashed and sorted: a retweet never counts again."""
    index: TweetIndex | None = None
    """Which tweets each hashtag was learned from; None where vectors came without tweets."""


@dataclass(frozen=True)
class DictionarySettings:
    """How tweets become vectors of hashtags: all of it must be equal for an update."""

    encoder: Encoder
    hashtags: str = "strip"
    update: str = "exact"
    preparation: Preparation = ENGLISH
    marked: bool = True
    """Whether tags are hashtags; else they came from a column, such as topics or keyphrases."""

    def notes(self) -> dict[str, Any]:
        """Return them as a store remembers them."""
        stop = self.preparation.stop
        return {
            "encoder": self.encoder.signature(),
            "spec": str(self.encoder),
            "hashtags": self.hashtags,
            "update": self.update,
            "language": self.preparation.language,
            "stop": None if stop is None else sorted(stop),
            "marked": self.marked,
        }


@dataclass(frozen=True)
class HashtagStore:
    """An open store; its arrays stay what they are while a build replaces them."""

    folder: Path
    arrays: Mapping[str, AnyArray] = field(repr=False)
    notes: Mapping[str, Any] = field(repr=False)
    digest: str
    """What identifies the content of all of it."""

    @functools.cached_property
    def tags(self) -> list[str]:
        """The hashtags, sorted: of equally near ones the first in the alphabet wins."""
        return unpack(self.arrays["tags"])

    @functools.cached_property
    def place(self) -> dict[str, int]:
        """The row of each hashtag."""
        return {t: i for i, t in enumerate(self.tags)}

    @property
    def counts(self) -> IntArray:
        """In how many tweets each hashtag was used (n_h)."""
        return self.arrays["counts"]

    @property
    def sums(self) -> FloatArray:
        """The sum of the vectors of the tweets of each hashtag."""
        return self.arrays["sums"]

    @property
    def totals(self) -> TweetCounts:
        """What pre-processing counted over all builds."""
        return TweetCounts(**self.notes["counts"])

    @functools.cached_property
    def vectors(self) -> Float32Array:
        """The embedding of each hashtag: the mean of its tweets, scaled to length 1."""
        return unit_rows(self.sums)

    @property
    def encoder(self) -> str:
        """Settings and weights of the encoder."""
        return str(self.notes["encoder"])

    def dictionary(self) -> HashtagDictionary:
        """Return all that an update needs."""
        return HashtagDictionary(self.tags, self.sums, self.counts, self.arrays["seen"], self.index)

    @functools.cached_property
    def index(self) -> TweetIndex:
        """Which tweets each hashtag was learned from (η)."""
        return TweetIndex(unpack(self.arrays["ids"]), self.arrays["index_starts"], self.arrays["index"])

    @property
    def marked(self) -> bool:
        """Whether its tags are hashtags."""
        return bool(self.notes["marked"])

    def settings(self) -> DictionarySettings:
        """Return how this store was built."""
        given = self.notes
        stop = None if given["stop"] is None else frozenset(given["stop"])
        return DictionarySettings(
            parse(given["spec"], "encoder"),
            given["hashtags"],
            given["update"],
            Preparation(given["language"], stop),
            self.marked,
        )

    def model(self) -> EncoderModel:
        """Return the encoder, ready, as it was when the store was built."""
        encoder = self.settings().encoder
        state = {
            k.removeprefix("model-"): array for k, array in self.arrays.items() if k.startswith("model-")
        }
        return encoder.restore(state)


def open_store(folder: str | Path) -> HashtagStore:
    """Open a store; StoreError where it is none, unfinished, damaged or of another version."""
    folder = user_path(folder)
    store = stores.open_store(folder, KIND, VERSION, check, AGAIN)
    return HashtagStore(folder, store.arrays, store.notes, store.digest)


def write_store(
    folder: str | Path,
    dictionary: HashtagDictionary,
    settings: DictionarySettings,
    model: EncoderModel,
    counts: TweetCounts,
) -> HashtagStore:
    """Write a store, or replace what is there, when all is written."""
    folder = user_path(folder)
    count = len(dictionary.tags)
    index = dictionary.index or TweetIndex((), np.zeros(count + 1, np.int64), np.zeros(0, np.int64))
    arrays: dict[str, AnyArray] = {
        "tags": pack(dictionary.tags),
        "sums": dictionary.sums,
        "counts": dictionary.counts,
        "seen": dictionary.seen,
        "ids": pack(index.ids),
        "index": index.tweets,
        "index_starts": index.starts,
        **{f"model-{k}": v for k, v in model.state().items()},
    }
    notes = settings.notes() | {"dimensions": model.dimensions, "counts": dataclasses.asdict(counts)}
    try:
        check(arrays, notes)
    except ValueError as error:
        raise StoreError(f"cannot be stored: {error}", folder) from error
    save(folder, KIND, VERSION, arrays, notes)
    return open_store(folder)
