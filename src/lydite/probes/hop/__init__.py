"""HOP: hops to Philosophy, a test of embeddings and taxonomies alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily
from lydite.probes.hop.link_graph import LinkGraph
from lydite.probes.hop.run import HopRun, hop
from lydite.probes.hop.walk import WalkEnd, Walks, walk

if TYPE_CHECKING:
    from lydite.probes.hop.choosers.base import Chooser
    from lydite.probes.hop.comparing import both, compare_strategies
    from lydite.probes.hop.run import WalkPart, run_walks
    from lydite.probes.hop.summary import paired
    from lydite.probes.hop.trace import trace_walk
else:
    __getattr__ = lazily(
        __name__,
        {
            "choosers.base": "Chooser PhraseChooser",
            "comparing": "both compare_strategies",
            "concreteness": "ConcretenessRatings first_sentences score",
            "hashed_draws": "uniform",
            "link_graph": "LinkCache",
            "links": "ArticleLinks",
            "run": "WalkPart run_walks",
            "similar_words": "LONGEST SimilarWords similarity_to",
            "starts": "BINS by_concreteness by_first_link divide_evenly from_file random_starts",
            "summary": "paired",
            "trace": "trace_walk",
        },
    )

__all__ = [
    "Chooser",
    "HopRun",
    "LinkGraph",
    "WalkEnd",
    "WalkPart",
    "Walks",
    "both",
    "compare_strategies",
    "hop",
    "paired",
    "run_walks",
    "trace_walk",
    "walk",
]
