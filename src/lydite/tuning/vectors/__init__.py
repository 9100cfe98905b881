"""Hyperparameters of word vectors, chosen by probes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily
from lydite.tuning.vectors.search import VectorTuning, tune_vectors

if TYPE_CHECKING:
    from lydite.tuning.vectors.saving import save_best
    from lydite.tuning.vectors.scoring import RATES
    from lydite.tuning.vectors.search import train_best
    from lydite.tuning.vectors.words import in_both
else:
    __getattr__ = lazily(
        __name__,
        {
            "saving": "save_best",
            "scoring": "ModelScores RATES chance_of corrected",
            "search": "common_words train_best",
            "space": "DEFAULTS VectorSpace",
            "words": "WordPart WordSplit in_both",
        },
    )

__all__ = [
    "RATES",
    "VectorTuning",
    "in_both",
    "save_best",
    "train_best",
    "tune_vectors",
]
