"""Parameters of matchers, learned from people's judgements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily
from lydite.tuning.objective import Objective
from lydite.tuning.tune import TuningResult, tune

if TYPE_CHECKING:
    from lydite.tuning.figures import HELD_OUT, OPTIMISTIC, TuningFigures
else:
    __getattr__ = lazily(
        __name__,
        {
            "evaluating": "Evaluator",
            "figures": "HELD_OUT OPTIMISTIC TuningFigures",
            "folds": "fold_of trainable",
            "objective": "objectives",
            "space": "Space",
        },
    )

__all__ = [
    "HELD_OUT",
    "OPTIMISTIC",
    "Objective",
    "TuningFigures",
    "TuningResult",
    "tune",
]
