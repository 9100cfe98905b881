"""What the arrays of a store of hashtags must be before anything is computed from them."""

from __future__ import annotations

import dataclasses
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.store.checking import ArrayChecker
from lydite.core.store.store import check_array
from lydite.hashtags.clean import TweetCounts
from lydite.vectors.encoders.base import unpack

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.store.store import Arrays

_NOTES: dict[str, Any] = {
    "encoder": str, "spec": str, "hashtags": str, "update": str, "language": str, "stop": (list, type(None)),
    "marked": bool, "dimensions": int,
}  # fmt: skip


def check(arrays: Arrays, notes: Mapping[str, Any]) -> None:
    """Raise ValueError unless hashtags, sums, counts and notes belong together."""
    for name, kind in _NOTES.items():
        if not isinstance(notes[name], kind):
            raise ValueError(f"{name} is {notes[name]!r}")  # noqa: TRY004
    if set(notes["counts"]) != {f.name for f in dataclasses.fields(TweetCounts)}:
        raise ValueError("its counts are not those of tweets")
    numbers = [n for name, n in notes["counts"].items() if name != "languages"]
    if not all(isinstance(n, int) for n in (*numbers, *notes["counts"]["languages"].values())):
        raise ValueError("its counts are not whole numbers")
    check_array(arrays, "tags", "|u1", arrays["tags"].shape[:1])
    tags = unpack(arrays["tags"])
    if any(a >= b for a, b in pairwise(tags)):
        raise ValueError("its hashtags are not sorted")
    check_array(arrays, "sums", "<f8", (len(tags), notes["dimensions"]))
    check_array(arrays, "counts", "<i8", (len(tags),))
    check_array(arrays, "seen", "<u8", arrays["seen"].shape[:1])
    if (arrays["counts"] < 1).any():
        raise ValueError("a hashtag has no tweets")
    if (arrays["seen"][1:] < arrays["seen"][:-1]).any():
        raise ValueError("what was seen is not sorted")
    _check_index(arrays, len(tags))
    if "model-words" in arrays:
        _check_model(ArrayChecker(arrays), notes["dimensions"])
    for name, array in arrays.items():
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise ValueError(f"{name} has a number that is not finite")


def _check_index(arrays: Arrays, count: int) -> None:
    checker = ArrayChecker(arrays)
    known = len(unpack(checker.array("ids", "|u1")))
    checker.offsets("index_starts", count, len(checker.codes("index", None, known, kinds="<i8")))


def _check_model(checker: ArrayChecker, dimensions: int) -> None:
    """Check what an encoder has learned: a vector for each word, and for each slot of n-grams."""
    words = len(unpack(checker.array("model-words", "|u1")))
    for name in ("model-right", "model-rows"):
        if name in checker.arrays:
            checker.array(name, "<f4", words, dimensions)
    if "model-idf" in checker.arrays:
        checker.weights("model-idf", words)
    if "model-slots" in checker.arrays:
        slots = checker.codes("model-slots", None, 2**62, kinds="<i8")
        checker.array("model-grams", "<f4", len(slots), dimensions)
        if (np.diff(slots) <= 0).any():
            raise ValueError("model-slots does not ascend")


def check_neighbours(arrays: Arrays, count: int) -> None:
    """Raise ValueError unless these are neighbours among so many vectors: ids (−1: none) and cosines."""
    ids = arrays["ids"]
    check_array(arrays, "ids", "<i4", (count, *ids.shape[1:2]))
    check_array(arrays, "cosines", "<f4", ids.shape)
    if ids.size and not -1 <= ids.min() <= ids.max() < count:
        raise ValueError("ids name hashtags that are not there")
    if not np.isfinite(arrays["cosines"]).all():
        raise ValueError("a cosine is not finite")
