"""Inference from per-item statistics: intervals, paired tests, groups of systems that are tied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.inference.comparison import Comparison, PairedTest, compare, compare_blocks
    from lydite.inference.corrected import with_corrected
    from lydite.inference.intervals import Options, linked_variance, t_quantile
    from lydite.inference.item_sums import ItemSums, sum_items
    from lydite.inference.randomisation import holm
    from lydite.inference.regression import Change, loss_size, smallest_drop
    from lydite.inference.summary import summarise, summarise_blocks
else:
    __getattr__ = lazily(
        __name__,
        {
            "comparison": "Comparison PairedTest compare compare_blocks suited_test",
            "corrected": "CorrectedMeasure NetMeasure error_of_chance error_of_net with_corrected",
            "differences": "difference_interval difference_intervals linked_differences",
            "intervals": (
                "Options agreement_bound expanded linked_variance percentile raised_level t_quantile widening"
            ),
            "label_lists": "read_labels write_labels",
            "letters": "tie_letters",
            "paired_bootstrap": "bootstrap_p",
            "parts": "resample_parts",
            "poisson": "poisson_weights unit_keys",
            "randomisation": "holm randomise",
            "regression": "Change loss_size smallest_drop",
            "resampling": "note_clustered note_too_few resample variance_explained",
            "resampling_plan": "BoundedNumbers ResamplingPlan count_drawn value_of",
            "result": "ItemValues KEYS Result Results",
            "signature": "Signature",
            "simultaneous": "max_t_tests standard_errors",
            "sparse_tables": "SparseColumns",
            "statistics": "ExtraVariance ItemStatistics NetRows Scorable sums total",
            "summary": "summarise summarise_blocks",
            "item_sums": "ItemSums exact_parts poisson_values sum_items",
            "swap_patterns": "CoinBits SwapPatterns toss_swaps",
            "swapped_sums": "SwappedColumns count_extreme_means swap_sums",
            "topic_swaps": "gaps_by_topic",
        },
    )

__all__ = [
    "Change",
    "Comparison",
    "ItemSums",
    "Options",
    "PairedTest",
    "compare",
    "compare_blocks",
    "holm",
    "linked_variance",
    "loss_size",
    "smallest_drop",
    "sum_items",
    "summarise",
    "summarise_blocks",
    "t_quantile",
    "with_corrected",
]
