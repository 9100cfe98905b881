"""Measures of phrases: predicted tags, hashtags or keyphrases against gold ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.measures.phrases.explanation import explain
    from lydite.measures.phrases.items import PhraseItems, align
    from lydite.measures.phrases.parts import part_of
else:
    __getattr__ = lazily(
        __name__,
        {
            "explanation": "explain",
            "base": "PhraseMeasure",
            "gains": "ScoreCache running_sums short_compare_keys short_drop_repeated short_running_sums",
            "items": "PhraseItems align",
            "list_kernels": "compare_keys drop_repeated",
            "pairs": "PairScores fill_table place_pairs",
            "parts": "part_of",
        },
    )

__all__ = [
    "PhraseItems",
    "align",
    "explain",
    "part_of",
]
