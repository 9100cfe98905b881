"""How well one phrase stands for another in meaning: words by votes of people, phrases by alignment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.matchers.meaning.model import EMBEDDED, SIGNS
else:
    __getattr__ = lazily(
        __name__,
        {
            "alignment": "WordScoreTables align",
            "climbing": "Climbs climb meet",
            "evidence": "DOWN UP fit_words",
            "matching": "GROUPS",
            "model": "EMBEDDED OPPOSITE SIGNS STEEPEST combine_shares load_model",
            "phrases": "divide negators",
            "relations": "number_word_pairs number_word_pairs_at_once",
            "taxonomy": "information_of",
            "terms": "expand read_term",
            "tracing": "trace",
            "trees": "add_leaves add_trees embedded_trees read_trees",
        },
    )

__all__ = [
    "EMBEDDED",
    "SIGNS",
]
