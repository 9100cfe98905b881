"""The native store: a folder of plain arrays that is mapped, not read, so that it opens in milliseconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.core.errors import StoreError
from lydite.core.store import store as stores
from lydite.vectors.subwords import Subwords
from lydite.vectors.table import Vectors, identity
from lydite.vectors.words import PackedWords

if TYPE_CHECKING:
    from pathlib import Path

KIND = "lydite vectors"
VERSION = 2
AGAIN = "write it again with lydite.vectors.save"
CHECKING = "lydite.vectors.checking"
WORDS = ("blob", "offsets", "hashes", "order")


def open_store(folder: Path, file: Path | None = None) -> Vectors:
    """Open a store; when its digests were checked once, nothing is read but its manifest.

    ``file`` is the one that a store in the cache was read from.
    """
    store = stores.open_store(folder, KIND, VERSION, CHECKING, AGAIN)
    words = PackedWords(*(store[part] for part in WORDS))
    notes, ngrams = store.notes, store.notes["subwords"]
    subwords = None
    if ngrams:
        subwords = Subwords(store["buckets"], *ngrams)
    vectors = Vectors(words, store["matrix"], notes["name"], file, tuple(notes["notes"]), subwords)
    vectors.__dict__["norms"] = store["norms"]
    vectors.__dict__["digest"] = notes["source"] if file else identity(store.digests, notes["subwords"])
    return vectors


def stamp_of(folder: Path) -> Any:
    """Return the stamp of the file that a store was read from; None where there is no such store."""
    try:
        return stores.read_manifest(folder, KIND, VERSION, AGAIN)["notes"]["stamp"]
    except (StoreError, KeyError):
        return None
