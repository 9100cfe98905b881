"""What every encoder is, and the model it becomes once it has seen tweets or opened its weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.spec import Declaration

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import AnyArray, ByteArray, Float32Array, IntArray

    Vectors = Float32Array
    State = Mapping[str, AnyArray]


class EncoderModel(Protocol):
    """An encoder that is ready to encode."""

    @property
    def dimensions(self) -> int:
        """The length of a vector."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one raw vector for each text (clean words); zeros where nothing is known."""

    def tags(self, tags: Sequence[str]) -> Vectors | None:
        """Return vectors of hashtags as words of the model; None where a tag is the mean of its tweets."""

    def state(self) -> State:
        """Return what was learned, as arrays, so that a store can keep it; nothing for weights of others."""


class Encoder(Declaration):
    """A way to turn texts into vectors, with its settings.

    ``learns`` says whether it is fitted on the tweets; then the store keeps what was learned, and later
    tweets are encoded with exactly that. Weights of others are its sources: vectors mix only where
    signatures are equal.
    """

    kind = "encoder"
    learns: ClassVar[bool] = False
    tagged: ClassVar[bool] = False
    """Whether it learns from texts with the hashtags in their places, whatever it encodes later."""

    def fit(self, texts: Sequence[str]) -> EncoderModel:
        """Return the model, learned from the texts or opened from weights."""
        raise NotImplementedError

    def restore(self, state: State) -> EncoderModel:
        """Return the model from what a store kept."""
        del state
        return self.fit(())


def pack(words: Sequence[str]) -> ByteArray:
    """Write words into one array of bytes."""
    return np.frombuffer("\n".join(words).encode(), np.uint8)


def unpack(array: ByteArray) -> list[str]:
    """Read words back from an array of bytes."""
    return array.tobytes().decode().split("\n") if array.size else []


def means(rows: Float32Array, index: IntArray, owner: IntArray, n: int) -> Vectors:
    """Return for each of n owners the mean of its rows; zeros for those that own none."""
    from scipy.sparse import csr_array

    counts = np.bincount(owner, minlength=n)
    starts = offsets(counts)
    weight = 1 / np.maximum(counts, 1)[owner]
    sums = csr_array((weight.astype(np.float32), index, starts), shape=(n, len(rows))) @ rows
    return np.asarray(sums, np.float32)
