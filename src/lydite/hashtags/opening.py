"""Open a store or a file as a thesaurus, once for all who ask."""

from __future__ import annotations

import contextlib
import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.choices import Order
from lydite.core.errors import InputError, OutputError, StoreError
from lydite.core.io.digests import digest
from lydite.core.io.files import user_path
from lydite.core.store import store as stores
from lydite.core.store.saving import save
from lydite.hashtags import neighbours, ranks
from lydite.hashtags.checking import check_neighbours
from lydite.hashtags.store import open_store
from lydite.hashtags.thesaurus import Thesaurus, from_file, from_neighbours, popular

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.store.store import Arrays
    from lydite.hashtags.store import HashtagStore

KIND, VERSION = "neighbours", 1
DEPTH = 100  # synonyms that are looked for, so that every k of the paper is answered by one list


def open_thesaurus(path: str | Path, k: int = 0, order: Order = "nearest") -> Thesaurus:
    """Return the thesaurus of a store or of a file, with at least k synonyms where there are so many."""
    return _cut(str(path), digest(path), _depth(k), order, None, 0)


def rank_index(
    path: str | Path, k: int = 0, order: Order = "nearest", *, cutoff: float | None = None, seed: int = 0
) -> tuple[Thesaurus, ranks.RankIndex]:
    """Return a thesaurus and its index of ranks."""
    return _indexed(str(path), digest(path), _depth(k), order, cutoff, seed)


def store_thesaurus(store: HashtagStore, depth: int = DEPTH, order: Order = "nearest") -> Thesaurus:
    """Return the thesaurus of a store; found neighbours are kept in the store where it can be written."""
    if order == "popular":
        if not store.totals.pairs:
            raise InputError(
                "order=popular needs the tweets of tags, and these vectors came without any", store.folder
            )
        return popular(store.tags, np.asarray(store.counts), depth, marked=store.marked)
    members = np.flatnonzero(np.any(store.vectors != 0, axis=1))
    kept = store.folder / f"neighbours-{depth}-{store.digest}"
    notes = {"of": store.digest, "depth": depth}

    def check(arrays: Arrays, stored: Mapping[str, Any]) -> None:
        if stored != notes:
            raise ValueError(f"these are the neighbours of {stored}")
        check_neighbours(arrays, len(members))

    with contextlib.suppress(StoreError):
        known = stores.open_store(kept, KIND, VERSION, check)
        return from_neighbours(store.tags, members, known["ids"], known["cosines"], marked=store.marked)
    ids, cosines = neighbours.nearest(store.vectors[members], depth)
    with contextlib.suppress(OutputError):
        save(kept, KIND, VERSION, {"ids": ids, "cosines": cosines}, notes)
    return from_neighbours(store.tags, members, ids, cosines, marked=store.marked)


def _depth(k: int) -> int:
    return max(1, -(-k // DEPTH)) * DEPTH


@functools.lru_cache(maxsize=32)
def _open(path: str, content: str, depth: int, order: Order) -> Thesaurus:
    del content  # what is in the file decides, not only its name
    place = user_path(path)
    if place.is_dir():
        return store_thesaurus(open_store(place), depth, order)
    if order == "popular":
        raise InputError("order=popular needs a store, which has counts; this is a file of synonyms", path)
    return from_file(place)


@functools.lru_cache(maxsize=32)
def _cut(path: str, content: str, depth: int, order: Order, cutoff: float | None, seed: int) -> Thesaurus:
    thesaurus = _open(path, content, depth, "nearest" if order == "permuted" else order)
    if cutoff is not None:
        thesaurus = thesaurus.with_cosine_from(cutoff)
    return thesaurus.permuted(seed) if order == "permuted" else thesaurus


@functools.lru_cache(maxsize=32)
def _indexed(
    path: str, content: str, depth: int, order: Order, cutoff: float | None, seed: int
) -> tuple[Thesaurus, ranks.RankIndex]:
    thesaurus = _cut(path, content, depth, order, cutoff, seed)
    return thesaurus, ranks.index(thesaurus)
