"""The dictionary of hashtags on disk: sums of tweet vectors, counts, and the encoder they came from.

A store is a folder. ``manifest.json`` names every other file by its content; it is replaced in one step,
so that whoever is killed leaves either the old store or the new one. Arrays are memory-mapped.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import StoreError
from lydite.files import LOCK, writing
from lydite.sources import store as stores
from lydite.sources.encoders.base import pack, unpack
from lydite.sources.hashtags.checking import check
from lydite.sources.hashtags.clean import Counts
from lydite.sources.saving import described, seal
from lydite.sources.store import MANIFEST, content

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from lydite.sources.encoders.base import Encoder, Model

KIND, VERSION = "hashtags", 3
AGAIN = "build it again with: lydite build hashtags TWEETS --into STORE --new"
_OWN = re.compile(
    r"\.manifest\.json\..*\.part"
    r"|\.?(tags|sums|counts|seen|model-\w+|neighbours-\w+-\d+)-[0-9a-f]{12,16}"
    r"((-ids|-cosines)?\.npy)?(\..*\.part)?"
)
"""What builds write into a store beside its manifest; nothing else is ever removed."""


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
    if not (folder / MANIFEST).is_file():
        what = (
            "the build was not finished"
            if folder.is_dir() and _leftovers(folder, set())
            else "not a store of hashtags"
        )
        raise StoreError(f"{what}; build one with: lydite build hashtags TWEETS --into STORE", folder)
    store = stores.open_store(folder, KIND, VERSION, check, AGAIN)
    return Store(folder, store.arrays, store.notes, store.digest)


def write_store(
    folder: str | Path, dictionary: Dictionary, settings: Settings, model: Model, counts: Counts
) -> Store:
    """Write a store, or replace what is there, in one step."""
    folder = Path(folder).expanduser()
    check_place(folder)
    folder.mkdir(parents=True, exist_ok=True)
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
    entries = {name: _write_array(folder, name, array) for name, array in arrays.items()}
    seal(folder, KIND, VERSION, entries, notes)
    for left in _leftovers(folder, {entry["file"] for entry in entries.values()}):
        if left.is_dir():
            shutil.rmtree(left, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):
                left.unlink()
    return open_store(folder)


def check_place(folder: Path) -> None:
    """Raise where a store may not be written: in a folder with files of others."""
    if not folder.is_dir() or (folder / MANIFEST).is_file():
        return
    foreign = [p.name for p in folder.iterdir() if p.name != LOCK and not _OWN.fullmatch(p.name)]
    if foreign:
        raise StoreError(f"not a store, and not empty ({foreign[0]}); name another folder", folder)


def _write_array(folder: Path, name: str, array: NDArray[Any]) -> dict[str, Any]:
    """Write an array under a name that tells its content, unless that very content is there; describe it."""
    array = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
    shape = "x".join(map(str, array.shape))
    told = hashlib.sha256(f"{array.dtype.str} {shape} {content(array)}".encode()).hexdigest()[:12]
    file = f"{name}-{told}.npy"
    if not _holds(folder / file, array):
        with writing(folder / file, "wb") as out:
            np.save(out, array, allow_pickle=False)
    return described(array, file)


def _holds(file: Path, array: NDArray[Any]) -> bool:
    """Tell whether a file holds an array, undamaged."""
    try:
        return content(np.load(file, mmap_mode="r", allow_pickle=False)) == content(array)
    except (OSError, ValueError, EOFError):
        return False


def _leftovers(folder: Path, files: set[str]) -> list[Path]:
    """Files of earlier or unfinished builds (also temporary ones), and neighbours of earlier content."""
    return [p for p in folder.iterdir() if _OWN.fullmatch(p.name) and p.name not in files]
