"""An order of lines that looks random, can be made again, and needs no shuffled copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.array_types import IntArray

_BLOCK = 1 << 16


def permuted(count: int, seed: int = 0) -> Iterator[IntArray]:
    """Yield the numbers below ``count`` in blocks, each number once.

    A linear congruential generator x ← a x + c (mod 2ᵇ), where 2ᵇ is the least power of two that is not below
    ``count``. With c odd and a ≡ 1 (mod 4) its period is full (Hull and Dobell 1962): it meets every number
    below 2ᵇ once, and those from ``count`` on are passed over. So section 3.1 of "OddOneOut and Topk" streams
    its corpus. a, c and the start come from the seed.

    >>> np.concatenate(list(permuted(10, seed=1))).tolist()
    [1, 7, 8, 6, 3, 4, 9, 2, 0, 5]
    """
    if count < 1:
        return
    bits = max(3, (count - 1).bit_length())
    mask = np.uint64((1 << bits) - 1)
    draw = np.random.default_rng([seed, 31])
    a = np.uint64(int(draw.integers(1 << 62)) * 8 + 5 & int(mask))
    c = np.uint64(int(draw.integers(1 << 62)) * 2 + 1 & int(mask))
    block = np.array([draw.integers(1 << bits)], np.uint64)
    factor, step = a, c  # x after so many steps as the block has is factor x + step
    while len(block) < min(_BLOCK, 1 << bits):
        block = np.concatenate([block, (factor * block + step) & mask])
        factor, step = factor * factor & mask, (factor * step + step) & mask
    for _ in range((1 << bits) // len(block)):
        inside = block[block < np.uint64(count)]
        if len(inside):
            yield inside.astype(np.int64)
        block = (factor * block + step) & mask
