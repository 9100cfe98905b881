"""Cosines of words and of phrases, by word vectors or by an encoder."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal
from unicodedata import normalize

import numpy as np

from lydite.matchers.meaning.model import UNRELATED
from lydite.matchers.vectors.cosine import Cosine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import BoolArray, FloatArray, IntArray
    from lydite.core.spec import Resource
    from lydite.vectors.encoders.base import Encoder


_TILE = 1 << 14


@dataclass
class CosineCache:
    """A cache of unit vectors of phrases, each encoded once.

    Spaces differ in how close unrelated phrases are; all but wordllama's are moved linearly, so that random
    phrases are as close as there, and equal ones at 1.
    """

    vectors: Resource | Literal["wordllama"] | None
    encoder: Encoder | None
    _rows: dict[str, int] = field(default_factory=dict)
    _unit: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))

    def encode(self, phrases: Sequence[str]) -> tuple[FloatArray, IntArray]:
        """Return all unit vectors so far, and the row of each phrase."""
        new = [p for p in dict.fromkeys(phrases) if p not in self._rows]
        if new:
            if len(self._rows) + len(new) > 500_000:
                self._rows, new = {}, list(dict.fromkeys(phrases))
                self._unit = np.zeros((0, 0))
            vectors = self._encode(new)
            self._unit = vectors if not len(self._unit) else np.concatenate([self._unit, vectors])
            for phrase in new:
                self._rows[phrase] = len(self._rows)
        return self._unit, np.array([self._rows[p] for p in phrases], np.int64)

    def pairs(self, words: Sequence[str], left: IntArray, right: IntArray) -> FloatArray:
        """Return the cosine of each pair of places in a list of words; NaN where one has no vector."""
        used, place = np.unique(np.concatenate([left, right]), return_inverse=True)
        unit, rows = self.encode([words[i] for i in used.tolist()])
        one, other = np.split(rows[place.reshape(-1)], 2)
        cosines = np.empty(len(left))
        for first in range(0, len(left), _TILE):
            tile = slice(first, first + _TILE)
            cosines[tile] = np.einsum("ij,ij->i", unit[one[tile]], unit[other[tile]])
        if self._moves:
            cosines = 1 - (1 - cosines) * (1 - UNRELATED) / max(1 - self._base.baseline, 1e-12)
        known = np.asarray(unit.any(axis=1)) if len(unit) else np.zeros(0, np.bool_)
        return np.where(known[one] & known[other], cosines, np.nan)

    def known(self, phrases: Sequence[str]) -> BoolArray:
        """Return which phrases have a vector."""
        unit, rows = self.encode(phrases)
        return np.asarray(unit.any(axis=1))[rows] if len(rows) else np.zeros(0, np.bool_)

    @property
    def _moves(self) -> bool:
        return self.encoder is not None or not isinstance(self.vectors, str)

    def _encode(self, phrases: Sequence[str]) -> FloatArray:
        vectors: FloatArray = self._base.unit_vectors(phrases)
        return vectors

    @functools.cached_property
    def _base(self) -> Cosine:
        if self.encoder is not None:
            return _EncoderCosine(self.encoder)
        return Cosine(vectors=self.vectors or "wordllama")


class _EncoderCosine(Cosine):
    """The cosine of what an encoder gives."""

    model: Any

    def __init__(self, encoder: Encoder) -> None:
        object.__setattr__(self, "vectors", "wordllama")
        object.__setattr__(self, "model", encoder.fit(()))

    def unit_vectors(self, phrases: Sequence[str]) -> FloatArray:
        """Return a vector of length 1 for each phrase, zeros where nothing is known."""
        raw = self.model.encode([normalize("NFC", p.strip()) for p in phrases]).astype(np.float64)
        norms = np.linalg.norm(raw, axis=1, keepdims=True)
        return np.asarray(raw / np.where(norms > 0, norms, 1.0))
