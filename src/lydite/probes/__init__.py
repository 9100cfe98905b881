"""Probes: a source of meaning against people or test sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.probes.base import ProbeInput
    from lydite.probes.combined import harmonic
    from lydite.probes.content import examine_content
    from lydite.probes.correlation import pair_counts, spearman
    from lydite.probes.run import ProbeRun, examine, probe
else:
    __getattr__ = lazily(
        __name__,
        {
            "base": "ProbeInput",
            "categories": "Category",
            "combined": "harmonic",
            "content": "examine_content",
            "correlation": "pair_counts spearman",
            "odd_exact": "count_exactly",
            "odd_one_out": "odd_last pairs",
            "run": "ProbeRun examine probe",
        },
    )

__all__ = [
    "ProbeInput",
    "ProbeRun",
    "examine",
    "examine_content",
    "harmonic",
    "pair_counts",
    "probe",
    "spearman",
]
