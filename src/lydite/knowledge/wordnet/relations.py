"""Links that lie beside the graph: wholes and parts, antonyms, attributes, pertainyms.

Best paths do not follow them, Hirst and St-Onge's do. Stores hold them as arrays of their own; those of the
embedded WordNet, and of stores made of its graph, are in a table beside it, which ``tools/wordnet.py`` makes.
"""

from __future__ import annotations

import functools
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import StoreError
from lydite.core.store.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lydite.core.array_types import AnyArray, Int32Array
    from lydite.core.store.store import Store
    from lydite.knowledge.wordnet.lexicon import Lexicon

TABLE = "data/wordnet/relations-3.1.zip"
KIND, VERSION = "relations", 1
GRAPH = "graph_neighbours"  # the array that tells which graph the synsets are of


def list_relations(lexicon: Lexicon) -> dict[str, Int32Array]:
    """Return rows (whole, part) and rows (synset, synset beside it), both ways, in order."""
    opposed = [(a, b) for a, _, b, _ in lexicon.antonyms]
    beside = {pair for a, b in (*opposed, *lexicon.beside) for pair in ((a, b), (b, a)) if a != b}
    return {"parts": _rows(pair for pair in lexicon.parts if pair[0] != pair[1]), "beside": _rows(beside)}


def relations_of(store: Store) -> Mapping[str, AnyArray]:
    """Return the arrays ``parts`` and ``beside`` of an opened wordnet."""
    if "parts" in store.arrays:
        return store.arrays
    if store.digests.get(GRAPH) != open_relations().notes["graph"]:
        raise StoreError(
            f"the store of {store.notes['name']} was made before parts and wholes were kept; make it again"
            " with lydite build wordnet"
        )
    return open_relations().arrays


@functools.cache
def open_relations() -> Store:
    """Return the table of the embedded WordNet."""
    with resources.as_file(resources.files("lydite").joinpath(TABLE)) as path:
        return open_store(path, KIND, VERSION)


def _rows(pairs: Iterable[tuple[int, int]]) -> Int32Array:
    return np.array(sorted(set(pairs)), np.int32).reshape(-1, 2)
