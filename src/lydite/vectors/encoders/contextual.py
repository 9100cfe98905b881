"""Vectors of words where they stand: the last layer of a transformer over the tokens of a stretch of text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError
from lydite.core.progress import track

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray
    from lydite.vectors.encoders.transformers import TransformersModel

    Spans = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class SpanEncoder:
    """A transformer that is asked for stretches of a text instead of the whole."""

    model: TransformersModel

    def encode(self, texts: Sequence[str], spans: Sequence[Spans]) -> list[FloatArray]:
        """Return for each text one row per span (from, to): the mean over the tokens that touch it.

        Rows are NaN for spans beyond the tokens that the model takes, and for empty ones.
        """
        import torch

        if not self.model.tokenizer.is_fast:
            raise InputError(
                "the tokenizer of this model does not say where its tokens stand; give a fast one"
            )
        vectors = [np.full((len(s), self.model.dimensions), np.nan) for s in spans]
        order = sorted((i for i, t in enumerate(texts) if t and spans[i]), key=lambda i: len(texts[i]))
        for start in track(range(0, len(order), self.model.batch), "batches of text"):
            places = order[start : start + self.model.batch]
            given = self.model.tokens([texts[i] for i in places], where=True)
            where = given.pop("offset_mapping").numpy()
            with torch.inference_mode():
                layers = self.model.network(**given.to(self.model.network.device)).last_hidden_state
                layers = layers.cpu().numpy().astype(np.float64)
            for i, offsets, layer in zip(places, where, layers, strict=True):
                for row, (low, high) in enumerate(spans[i]):
                    touched = (offsets[:, 0] < high) & (offsets[:, 1] > low)
                    if touched.any():
                        vectors[i][row] = layer[touched].mean(axis=0)
        return vectors

    def size(self, text: str) -> int:
        """Return how many tokens a text has."""
        return len(self.model.tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"])
