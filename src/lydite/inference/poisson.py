"""The Poisson bootstrap: how often a unit comes in a resample follows from its name alone.

In a bootstrap of n units each comes a binomial number of times, of mean 1; for many units that is Poisson(1),
and the units are independent (Hanley and MacGibbon 2006, Creating non-parametric bootstrap samples using
Poisson frequencies; Chamandy and others 2012, Estimating uncertainty for massive data streams). Drawn from a
hash of its id (or of its cluster's), a unit has the same numbers wherever it is scored, so that sums of parts
are the sums of the whole, however items are divided.
"""

from __future__ import annotations

import functools
import math
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.core.array_types import AnyArray, FloatArray, UInt64Array

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_EACH = 4  # draws of 16 bits from a word of 64
_CHUNK = 1 << 19  # weights held at once


def unit_keys(names: Sequence[str]) -> UInt64Array:
    """Return 64 bits for each name; equal names share them."""
    known = {name: blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest() for name in names}
    return np.frombuffer(b"".join(map(known.__getitem__, names)), "<u8").astype(np.uint64)


def poisson_weights(keys: UInt64Array, times: int, seed: int) -> Iterator[FloatArray]:
    """Yield blocks ``(b, units)`` of weights, ``times`` rows in all.

    >>> keys = unit_keys(["d1", "d2", "d3"])
    >>> whole, part = (np.concatenate(list(poisson_weights(k, 6, 0))) for k in (keys, keys[1:]))
    >>> whole.astype(int).tolist()
    [[1, 2, 2], [1, 0, 0], [1, 2, 1], [2, 0, 1], [0, 1, 1], [1, 1, 2]]
    >>> bool((whole[:, 1:] == part).all())
    True
    """
    own = _mixed(keys + _mixed(np.array([seed % 2**64], np.uint64) + _STEP))
    rows = max(1, _CHUNK // max(len(keys), 1) // _EACH) * _EACH
    for first in range(0, times, rows):
        words = np.arange(first // _EACH + 1, -(-min(first + rows, times) // _EACH) + 1, dtype=np.uint64)
        mixed = _mixed(own + (words * _STEP)[:, None])
        bits = mixed.astype("<u8").view("<u2").reshape(len(words), len(keys), _EACH)
        drawn = _counts()[bits.transpose(0, 2, 1).reshape(_EACH * len(words), len(keys))]
        yield drawn[: times - first].astype(np.float64)


def _mixed(words: UInt64Array) -> UInt64Array:
    """Return words whose every bit hangs on all bits (splitmix64: Steele, Lea and Flood 2014)."""
    with np.errstate(over="ignore"):
        words = (words ^ (words >> np.uint64(30))) * _MIX[0]
        words = (words ^ (words >> np.uint64(27))) * _MIX[1]
        return words ^ (words >> np.uint64(31))


@functools.cache
def _counts() -> AnyArray:
    """Return the Poisson(1) number that each of 2¹⁶ equally likely draws stands for."""
    shares = np.cumsum([math.exp(-1) / math.factorial(k) for k in range(20)])
    return np.searchsorted(np.rint(shares * 2**16), np.arange(2**16), side="right").astype(np.uint8)
