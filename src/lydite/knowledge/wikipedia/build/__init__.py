"""From the columns of a dump to a store: nodes, labels, the graph, links, leads, words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily

if TYPE_CHECKING:
    from lydite.knowledge.wikipedia.build.builder import BuildOptions, build
else:
    __getattr__ = lazily(
        __name__,
        {
            "builder": "BuildOptions build",
            "sorting": "ExternalSorter",
        },
    )

__all__ = [
    "BuildOptions",
    "build",
]
