"""What the arrays of a store of vectors must be before anything looks a word up in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.store.store import check_array
from lydite.vectors.table import lengths
from lydite.vectors.words import hash_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.array_types import ByteArray, IntArray, UInt64Array
    from lydite.core.store.store import Arrays


def check(arrays: Arrays, notes: Mapping[str, Any]) -> None:
    """Raise ValueError unless words, their index, numbers and notes belong together."""
    count, dimensions = notes["count"], notes["dimensions"]
    expected = {
        "blob": ("|u1", arrays["blob"].shape[:1]),
        "offsets": ("<i8", (count + 1,)),
        "hashes": ("<u8", (count,)),
        "order": ("<i8", (count,)),
        "matrix": ("<f4", (count, dimensions)),
        "norms": ("<f8", (count,)),
    }
    if notes["subwords"]:
        expected["buckets"] = ("<f4", (max(1, len(arrays["buckets"])), dimensions))
    for name, (kind, shape) in expected.items():
        check_array(arrays, name, kind, shape)
    if not isinstance(notes["name"], str) or not all(isinstance(note, str) for note in notes["notes"]):
        raise ValueError("its notes are not text")
    _check_words(arrays["blob"], arrays["offsets"], arrays["hashes"], arrays["order"])
    if not np.allclose(lengths(arrays["matrix"]), arrays["norms"], rtol=1e-6, atol=0):  # NaN is never close
        raise ValueError("norms are not the lengths of the vectors, or a number is not finite")
    if notes["subwords"]:
        low, high = notes["subwords"]
        if not (isinstance(low, int) and isinstance(high, int) and 0 <= low <= high):
            raise ValueError(f"n-grams of {low} to {high} characters")
        if not np.isfinite(lengths(arrays["buckets"])).all():
            raise ValueError("the vector of an n-gram has a number that is not finite")


def _check_words(
    blob: ByteArray,
    offsets: IntArray,
    hashes: UInt64Array,
    order: IntArray,
) -> None:
    if offsets[0] != 0 or offsets[-1] != len(blob) or (np.diff(offsets) < 1).any():
        raise ValueError("offsets do not divide the words")
    if (blob[offsets[1:] - 1] != ord("\n")).any():
        raise ValueError("a word does not end where its offset says")
    blob.tobytes().decode()
    if len(order) and not 0 <= order.min() <= order.max() < len(order):
        raise ValueError("order names words that are not there")
    if (np.bincount(order, minlength=len(order)) != 1).any():
        raise ValueError("order does not name each word once")
    if (hashes[1:] < hashes[:-1]).any() or not np.array_equal(hash_words(blob, offsets)[order], hashes):
        raise ValueError("hashes are not those of the words")
