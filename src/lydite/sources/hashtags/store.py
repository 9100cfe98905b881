"""The dictionary of hashtags on disk: sums of tweet vectors, counts, and the encoder they came from.

A store is a folder. ``manifest.json`` names every other file by its content; it is replaced in one step,
so that whoever is killed leaves either the old store or the new one. Arrays are memory-mapped.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.errors import StoreError
from lydite.files import digest, writing
from lydite.sources.encoders.base import pack, unpack
from lydite.sources.hashtags.clean import Counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.sources.encoders.base import Encoder, Model

VERSION = 1
_OWN = re.compile(
    r"\.manifest\.json\..*\.part"
    r"|\.?(tags|sums|counts|seen|model-\w+|neighbours-\w+-\d+)-[0-9a-f]{12,16}(-ids|-cosines)?\.npy(\..*\.part)?"
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
    """An open store."""

    folder: Path
    manifest: dict[str, Any] = field(repr=False)

    @functools.cached_property
    def tags(self) -> list[str]:
        """The hashtags, sorted: of equally near ones the first in the alphabet wins."""
        return unpack(self._array("tags"))

    @functools.cached_property
    def place(self) -> dict[str, int]:
        """The row of each hashtag."""
        return {t: i for i, t in enumerate(self.tags)}

    @property
    def counts(self) -> NDArray[np.int64]:
        """In how many tweets each hashtag was used (n_h)."""
        return self._array("counts")

    @property
    def sums(self) -> NDArray[np.float64]:
        """The sum of the vectors of the tweets of each hashtag."""
        return self._array("sums")

    @property
    def totals(self) -> Counts:
        """What pre-processing counted over all builds."""
        return Counts(**self.manifest["counts"])

    @functools.cached_property
    def vectors(self) -> NDArray[np.float32]:
        """The embedding of each hashtag: the mean of its tweets, scaled to length 1."""
        from lydite.sources.hashtags.neighbours import unit

        return unit(self.sums)

    @property
    def encoder(self) -> str:
        """Settings and weights of the encoder."""
        return str(self.manifest["encoder"])

    def dictionary(self) -> Dictionary:
        """Return all that an update needs."""
        return Dictionary(self.tags, self.sums, self.counts, self._array("seen"))

    def settings(self) -> Settings:
        """Return how this store was built."""
        from lydite.spec import parse

        given = self.manifest
        return Settings(
            parse(given["spec"], "encoder"), given["hashtags"], given["update"], bool(given["english"])
        )

    def model(self) -> Model:
        """Return the encoder, ready, as it was when the store was built."""
        encoder = self.settings().encoder
        state = {
            k.removeprefix("model-"): self._array(k) for k in self.manifest["files"] if k.startswith("model-")
        }
        return encoder.restore(state)

    def digest(self) -> str:
        """Return what identifies the content."""
        return digest(self.folder)

    def _array(self, name: str) -> NDArray[Any]:
        file = self.folder / self.manifest["files"][name]
        try:
            return np.load(file, mmap_mode="r", allow_pickle=False)  # type: ignore[no-any-return]
        except (OSError, ValueError) as error:
            raise StoreError(f"damaged: {error}; build it again", file) from error


def open_store(folder: str | Path) -> Store:
    """Open a store; StoreError where it is none, unfinished, damaged or of another version."""
    folder = Path(folder).expanduser()
    file = folder / "manifest.json"
    if not file.is_file():
        what = (
            "the build was not finished"
            if folder.is_dir() and _leftovers(folder, {})
            else "not a store of hashtags"
        )
        raise StoreError(f"{what}; build one with: lydite build hashtags TWEETS --into STORE", folder)
    try:
        manifest = json.loads(file.read_text("utf-8"))
        kind, version = manifest["kind"], manifest["version"]
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError("damaged: the manifest cannot be read; build the store again", file) from error
    if kind != "hashtags":
        raise StoreError(f"a store of {kind}, not of hashtags", folder)
    if version != VERSION:
        raise StoreError(f"version {version}, this is version {VERSION}; build the store again", folder)
    missing = [name for name in manifest["files"].values() if not (folder / name).is_file()]
    if missing:
        raise StoreError(f"damaged: {missing[0]} is missing; build the store again", folder)
    return Store(folder, manifest)


def write_store(
    folder: str | Path, dictionary: Dictionary, settings: Settings, model: Model, counts: Counts
) -> Store:
    """Write a store, or replace what is there, in one step."""
    folder = Path(folder).expanduser()
    if foreign := _foreign(folder):
        raise StoreError(f"not a store, and not empty ({foreign[0].name}); name another folder", folder)
    folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, NDArray[Any]] = {
        "tags": pack(dictionary.tags),
        "sums": dictionary.sums,
        "counts": dictionary.counts,
        "seen": dictionary.seen,
        **{f"model-{k}": v for k, v in model.state().items()},
    }
    files = {name: _write_array(folder, name, array) for name, array in arrays.items()}
    manifest = {
        "kind": "hashtags",
        "version": VERSION,
        "encoder": settings.encoder.signature(),
        "spec": str(settings.encoder),
        "hashtags": settings.hashtags,
        "update": settings.update,
        "english": settings.english,
        "dimensions": model.dimensions,
        "counts": dataclasses.asdict(counts),
        "files": files,
    }
    with writing(folder / "manifest.json") as out:
        json.dump(manifest, out, ensure_ascii=False, indent=1)
    for file in _leftovers(folder, files):
        with contextlib.suppress(OSError):
            file.unlink()
    return Store(folder, manifest)


def _write_array(folder: Path, name: str, array: NDArray[Any]) -> str:
    array = np.ascontiguousarray(array)
    content = hashlib.sha256(f"{array.dtype.str}{array.shape}".encode())
    content.update(array.data if array.size else b"")
    file = f"{name}-{content.hexdigest()[:12]}.npy"
    if not (folder / file).is_file():
        with writing(folder / file, "wb") as out:
            np.save(out, array, allow_pickle=False)
    return file


def _leftovers(folder: Path, files: dict[str, str]) -> list[Path]:
    """Files of earlier or unfinished builds (also temporary ones), and neighbours of earlier content."""
    return [p for p in folder.iterdir() if _OWN.fullmatch(p.name) and p.name not in files.values()]


def _foreign(folder: Path) -> list[Path]:
    """Files in a folder that is to become a store, but which no build has written."""
    if not folder.is_dir() or (folder / "manifest.json").is_file():
        return []
    return [p for p in folder.iterdir() if not _OWN.fullmatch(p.name)]
