"""Meta-evaluation: do scores of saved runs agree with what people say of the systems' quality."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.runs.meta.evaluate import meta_evaluate
    from lydite.runs.meta.human_scores import read_human_scores
else:
    __getattr__ = lazily(
        __name__,
        {
            "evaluate": "ScoredSystems meta_evaluate",
            "human_scores": "read_human_scores",
            "ranking": "all_signs calibrated grouped kendall pairwise_p rank_correlation soft_accuracy",
        },
    )

__all__ = [
    "meta_evaluate",
    "read_human_scores",
]
