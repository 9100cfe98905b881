"""The dictionary of hashtags on disk: sums of tweet vectors, counts, and the encoder they came from."""

from __future__ import annotations

import dataclasses
import functools
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import StoreError
from lydite.sources import store as stores
from lydite.sources.encoders.base import pack, unpack
from lydite.sources.hashtags.checking import check
from lydite.sources.hashtags.clean import Counts
from lydite.sources.saving import save

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from lydite.sources.encoders.base import Encoder, Model

KIND, VERSION = "hashtags", 3
AGAIN = "build it again with: lydite build hashtags TWEETS --into STORE --new"


@dataclass(frozen=True)
class Dictionary:
    """Hashtags with the sum of the vectors of their tweets and how many those are (n_h).

    With ``update=paper`` the row of a hashtag is not the sum but the running unit vector of Equation 1.
    """

    tags: list[str]
    sums: NDArray[np.float64]
    counts: NDArray[np.int64]
    seen: NDArray[np.uint64]
    """What pairs of text and hashtag were counted, hashed and sorted: a retweet never counts again."""


@dataclass(frozen=True)
class Settings:
    """How tweets become vectors of hashtags: all of it must be equal for an update."""

    encoder: Encoder
    hashtags: str = "strip"
    update: str = "exact"
    english: bool = True


@dataclass(frozen=True)
class Store:
    """An open store; its arrays stay what they are while a build replaces them."""

    folder: Path
    arrays: Mapping[str, NDArray[Any]] = field(repr=False)
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
    def counts(self) -> NDArray[np.int64]:
        """In how many tweets each hashtag was used (n_h)."""
        return self.arrays["counts"]

    @property
    def sums(self) -> NDArray[np.float64]:
        """The sum of the vectors of the tweets of each hashtag."""
        return self.arrays["sums"]

    @property
    def totals(self) -> Counts:
        """What pre-processing counted over all builds."""
        return Counts(**self.notes["counts"])

    @functools.cached_property
    def vectors(self) -> NDArray[np.float32]:
        """The embedding of each hashtag: the mean of its tweets, scaled to length 1."""
        from lydite.sources.hashtags.neighbours import unit

        return unit(self.sums)

    @property
    def encoder(self) -> str:
        """Settings and weights of the encoder."""
        return str(self.notes["encoder"])

    def dictionary(self) -> Dictionary:
        """Return all that an update needs."""
        return Dictionary(self.tags, self.sums, self.counts, self.arrays["seen"])

    def settings(self) -> Settings:
        """Return how this store was built."""
        from lydite.spec import parse

        given = self.notes
        return Settings(
            parse(given["spec"], "encoder"), given["hashtags"], given["update"], bool(given["english"])
        )

    def model(self) -> Model:
        """Return the encoder, ready, as it was when the store was built."""
        encoder = self.settings().encoder
        state = {
            k.removeprefix("model-"): array for k, array in self.arrays.items() if k.startswith("model-")
        }
        return encoder.restore(state)


def open_store(folder: str | Path) -> Store:
    """Open a store; StoreError where it is none, unfinished, damaged or of another version."""
    folder = Path(folder).expanduser()
    store = stores.open_store(folder, KIND, VERSION, check, AGAIN)
    return Store(folder, store.arrays, store.notes, store.digest)


def write_store(
    folder: str | Path, dictionary: Dictionary, settings: Settings, model: Model, counts: Counts
) -> Store:
    """Write a store, or replace what is there, when all is written."""
    folder = Path(folder).expanduser()
    arrays: dict[str, NDArray[Any]] = {
        "tags": pack(dictionary.tags),
        "sums": dictionary.sums,
        "counts": dictionary.counts,
        "seen": dictionary.seen,
        **{f"model-{k}": v for k, v in model.state().items()},
    }
    notes = {
        "encoder": settings.encoder.signature(),
        "spec": str(settings.encoder),
        "hashtags": settings.hashtags,
        "update": settings.update,
        "english": settings.english,
        "dimensions": model.dimensions,
        "counts": dataclasses.asdict(counts),
    }
    try:
        check(arrays, notes)
    except ValueError as error:
        raise StoreError(f"cannot be stored: {error}", folder) from error
    save(folder, KIND, VERSION, arrays, notes)
    return open_store(folder)
