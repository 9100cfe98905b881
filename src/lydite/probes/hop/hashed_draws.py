"""Pseudo-random numbers by key: the same key gives the same number, in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray, UInt64Array

    Words = UInt64Array


def uniform(seed: int, *keys: IntArray | int) -> FloatArray:
    """Return a number from 0 up to 1 for each row of keys (splitmix64, Steele et al. 2014).

    >>> uniform(0, np.array([1, 2])).round(4)
    array([0.034, 0.843])
    """
    state = _mix(np.array([seed % 2**64], np.uint64))
    for key in keys:
        state = _mix(state ^ np.asarray(key, np.int64).astype(np.uint64))
    return (state >> np.uint64(11)).astype(np.float64) / 2.0**53


def _mix(words: Words) -> Words:
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
