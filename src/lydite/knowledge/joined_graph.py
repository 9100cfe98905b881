"""The graph of joined knowledge bases, kept: ways between two bases take a look at every text of both.

It is a store like any other, memory-mapped, in the folder of things that can be made again; its name comes
from the digests of the bases, so that a base that is built anew is joined anew.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from lydite import __version__
from lydite.core.store.kept import kept_store
from lydite.knowledge.checking import KnowledgeChecker
from lydite.knowledge.crossing import find_crossings
from lydite.knowledge.graph import Graph
from lydite.knowledge.joining import join_graphs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.core.array_types import AnyArray
    from lydite.knowledge.base import JoinableBase

KIND, VERSION = "joined", 1


def open_joined(bases: Sequence[JoinableBase], *, redirects: bool = True) -> Graph:
    """Return the graph of some bases joined, made now if none of these is kept; of one base its own."""
    if len(bases) == 1:
        return bases[0].graph
    said = [__version__, str(redirects), *(base.matching for base in bases)]
    make = functools.partial(_joined, bases, redirects=redirects)
    check = functools.partial(check_joined, [base.graph for base in bases])
    return Graph.of(kept_store("joined", "\n".join(said), KIND, VERSION, make, check)[0])


def _joined(bases: Sequence[JoinableBase], *, redirects: bool) -> dict[str, AnyArray]:
    crossings = find_crossings(bases, redirects=redirects)
    return join_graphs([base.graph for base in bases], crossings).arrays()


def check_joined(bases: Sequence[Graph], arrays: Mapping[str, AnyArray], notes: Mapping[str, Any]) -> None:
    """Raise ValueError where the arrays are no graph of these bases: kernels believe them."""
    del notes
    size = sum(map(len, bases))
    KnowledgeChecker(arrays).graph(size)
    ways = arrays["graph_breadths"][sum(len(base.kinds) for base in bases) :]
    if len(ways) and ways.max() >= len(bases) ** 2:
        raise ValueError("a way between bases names one that is not there")
