"""A random score for every pair: a baseline."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import param
from lydite.matchers.base import Matcher, code_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class Random(Matcher):
    """A random number from 0 to 1 for each pair: a baseline that guesses.

    What is drawn depends on the seed and the two phrases alone, so that a pair has the same score wherever
    and in whatever order it is met.

    >>> 0 <= Random().score("cat", "dog") < 1
    True
    """

    name = "random"
    reference = "a baseline"
    identity = False
    symmetric = False

    seed: int = param(0, help="seed of the draws", low=0)

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return what is drawn for each pair."""
        phrases, left, right = code_pairs(candidates, references)
        raw = [p.encode("utf-8", "surrogatepass") for p in phrases]
        salt = f"{self.seed}".encode()
        drawn = b"".join(
            hashlib.blake2b(b"\0".join((raw[a], raw[b])), digest_size=8, key=salt).digest()
            for a, b in zip(left.tolist(), right.tolist(), strict=True)
        )
        return (np.frombuffer(drawn, "<u8") >> np.uint64(11)) / float(1 << 53)

    def acceptance(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return the random number as the expected acceptance of each pair."""
        return self.pairs(candidates, references)
