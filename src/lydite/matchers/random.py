"""A score that depends on nothing but the letters: what a metric pays for guessing."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.matchers.base import Matcher, paired
from lydite.spec import param

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.array_types import FloatArray


@dataclass(frozen=True)
class Random(Matcher):
    """A number from 0 to 1 drawn for each pair: the row that shows what a metric pays for guessing.

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
        phrases, left, right = paired(candidates, references)
        raw = [p.encode("utf-8", "surrogatepass") for p in phrases]
        salt = f"{self.seed}".encode()
        drawn = b"".join(
            hashlib.blake2b(b"\0".join((raw[a], raw[b])), digest_size=8, key=salt).digest()
            for a, b in zip(left.tolist(), right.tolist(), strict=True)
        )
        return (np.frombuffer(drawn, "<u8") >> np.uint64(11)) / float(1 << 53)

    def acceptance(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return what is drawn as the share of people who accept: what calibration pays for guessing."""
        return self.pairs(candidates, references)
