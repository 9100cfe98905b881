"""Chance of OddOneOut where odd words come from a pool: that of these words against any others.

All vectors given to words at random, each of k + 1 words is the odd one equally often. The words of a small
pool are the same for all categories, and frequent: they may lie far from other words, or near, whatever a
category is. So they keep their vectors, and the words of a category are given those of any others, within the
pool or beyond it as its own are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.probes.odd_one_out import BLOCKS, DRAWS

if TYPE_CHECKING:
    from collections.abc import Callable

    from lydite.core.array_types import BoolArray, FloatArray, IntArray

    Odd = Callable[[IntArray], BoolArray]
    """Whether the last word of each row of words is the odd one."""


def odd_shares(odd: Odd, k: int, pool: int, known: int, inside: int, seed: int) -> FloatArray:
    """Return, part by part, how often a word of the pool is odd beside ``inside`` of k words from the pool.

    The others come from the ``known`` words beyond it. Where none does, all words are alike, and it is
    1 / (k + 1).
    """
    if inside == k:
        return np.full(BLOCKS, 1 / (k + 1))
    draw = np.random.default_rng([seed, inside])
    shares = np.empty(BLOCKS)
    for block in range(BLOCKS):
        own = draw_different(draw, 0, pool, inside + 1)
        beyond = draw_different(draw, pool, known, k - inside)
        shares[block] = odd(np.concatenate([own[:, 1:], beyond, own[:, :1]], axis=1)).mean()
    return shares


def draw_different(draw: np.random.Generator, low: int, high: int, count: int) -> IntArray:
    """Draw rows of so many different numbers."""
    rows = draw.integers(low, high, (DRAWS, count))
    while len(again := np.flatnonzero((np.diff(np.sort(rows, axis=1), axis=1) == 0).any(1))):
        rows[again] = draw.integers(low, high, (len(again), count))
    return rows
