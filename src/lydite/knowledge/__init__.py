"""What every knowledge base is: a graph of typed transitions, labels of entities, a search for best paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.knowledge.graph import EntitySets, Graph, Relation, TransitionKind, TransitionScores
    from lydite.knowledge.joining import JoinedScores, join_graphs
    from lydite.knowledge.labels import LabelBeginnings, find_targets
    from lydite.knowledge.pair_search import search_pairs
    from lydite.knowledge.search import Search
    from lydite.knowledge.through import ThroughSearch
else:
    __getattr__ = lazily(
        __name__,
        {
            "crossing": "CrossLinks",
            "graph": (
                "EntitySets Graph Relation TransitionKind TransitionScores generalisation specialisation"
            ),
            "joined_graph": "check_joined",
            "joining": "JoinedScores join_graphs",
            "labels": "LabelBeginnings find_aspects find_targets substitutability",
            "pair_search": "search_pairs",
            "search": "SHARED Search",
            "through": "ThroughSearch",
        },
    )

__all__ = [
    "EntitySets",
    "Graph",
    "JoinedScores",
    "LabelBeginnings",
    "Relation",
    "Search",
    "ThroughSearch",
    "TransitionKind",
    "TransitionScores",
    "find_targets",
    "join_graphs",
    "search_pairs",
]
