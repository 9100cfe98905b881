"""The normalised compression distance."""

from __future__ import annotations

import bz2
import lzma
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.spec import param
from lydite.core.text import fold
from lydite.matchers.base import Matcher, code_pairs
from lydite.matchers.statistical.ppm import ppm_bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray


@dataclass(frozen=True)
class Ncd(Matcher):
    """One minus the normalised compression distance of the folded phrases, distances above 1 counting as 1.

    NCD(x, y) = (C(xy) − min(C(x), C(y))) / max(C(x), C(y)), C the length in bytes after compression. A
    compressor has a header and needs text to learn from, so that on phrases a few words long even
    identical ones have a distance above 0. ``ppm`` has none: its length, in fractions of a byte, is what an
    ideal coder would need (order 5), so that it is the one to take for phrases.

    >>> Ncd().score("neural network", "neural networks") > Ncd().score("neural network", "cake")
    True
    """

    name = "ncd"
    revision = 2
    reference = "Quantifying Substitutability, Equation 2.2; Cilibrasi and Vitányi 2005"
    identity = False
    symmetric = False

    compressor: Literal["deflate", "bz2", "lzma", "ppm"] = param("deflate", help="what compresses")

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> FloatArray:
        """Return 1 − min(NCD, 1) of each pair."""
        phrases, left, right = code_pairs(candidates, references)
        texts = [fold(p).encode("utf-8", "surrogatepass") for p in phrases]
        sizes = np.array([self._size(t) for t in texts], dtype=np.float64)
        distinct, back = np.unique(left * len(texts) + right, return_inverse=True) if texts else (left, left)
        joint = np.array(
            [self._size(texts[p // len(texts)] + texts[p % len(texts)]) for p in distinct.tolist()]
        )
        one, other = sizes[left], sizes[right]
        least, most = np.minimum(one, other), np.maximum(one, other)
        distance = (joint[back] - least) / np.where(most > 0, most, 1) if texts else np.zeros(0)
        return 1 - np.clip(distance, 0, 1)

    def _size(self, text: bytes) -> float:
        if self.compressor == "ppm":
            return ppm_bits(text) / 8
        if self.compressor == "bz2":
            return len(bz2.compress(text))
        if self.compressor == "lzma":
            return len(lzma.compress(text, lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2}]))

        return len(zlib.compress(text, 9, wbits=-15))
