"""How well one phrase stands for another in meaning: words by votes of people, phrases by alignment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.lazy import lazily

if TYPE_CHECKING:
    from lydite.matchers.meaning.model import EMBEDDED, SIGNS
else:
    __getattr__ = lazily(
        __name__,
        {
            "alignment": "OPPOSITE WordScoreTables align",
            "climbing": "Climbs climb meet",
            "engine": "combine_shares",
            "model": "EMBEDDED SIGNS STEEPEST load_model",
            "phrases": "divide negators",
            "tracing": "trace",
        },
    )

__all__ = [
    "EMBEDDED",
    "SIGNS",
]
