"""The concepts near each word, for Salient Semantic Analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.io.writing import writing
from lydite.core.store.array_files import write_array
from lydite.knowledge.wikipedia.build.nodes import LOW, SHIFT, pair
from lydite.knowledge.wikipedia.build.sorting import ExternalSorter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.core.array_types import IntArray, UInt64Array
    from lydite.knowledge.wikipedia.build.assembly import Assembly

LEAST = 2
"""How often a word must stand near a concept to be profiled by it."""


def run(work: Assembly) -> dict[str, Any]:
    """Write for each stem the concepts near it, by how much more often than chance they are.

    Of all N pairs of a word and a concept near it f are of these two, a of the word and b of the concept: the
    weight is log₂(f N / (a b)), where that is above 0.
    """
    if not work.options["words"]:
        return {"near_words": 0}
    names = ExternalSorter(work.between, "near_names", memory=work.memory)
    for part in work.columns("near_word"):
        names.add(part["near_word"])
    name = np.concatenate([np.zeros(0, np.uint64), *(k for k, _ in names.merged())])
    of_word, of_concept = np.zeros(len(name), np.int64), np.zeros(work.tables.articles, np.int64)
    pairs = ExternalSorter(work.between, "near", memory=work.memory)
    for word, concept, count in _resolved(work, name):
        of_word += np.bincount(word, count, len(of_word)).astype(np.int64)
        of_concept += np.bincount(concept, count, len(of_concept)).astype(np.int64)
        pairs.add(pair(word, concept), count)
    sizes, total = np.zeros(len(name), np.int64), max(1, int(of_concept.sum()))
    with (
        writing(work.store / "near_concepts.bin", "wb") as concepts,
        writing(work.store / "near_weights.bin", "wb") as weights,
    ):
        for keys, counts in pairs.merged():
            word, concept = (keys >> SHIFT).astype(np.int64), (keys & LOW).astype(np.int64)
            weight = np.log2(counts * (total / of_word[word]) / of_concept[concept])
            good = (counts >= LEAST) & (weight > 0)
            sizes += np.bincount(word[good], minlength=len(name))
            write_array(concepts, concept[good].astype(np.int32))
            write_array(weights, weight[good].astype(np.float32))
    work.note("near_concepts", np.int32, int(sizes.sum()))
    work.note("near_weights", np.float32, int(sizes.sum()))
    work.write("near_names", name[sizes > 0])
    work.write("near_starts", offsets(sizes[sizes > 0]))
    return {"near_words": int((sizes > 0).sum())}


def _resolved(work: Assembly, name: UInt64Array) -> Iterator[tuple[IntArray, IntArray, IntArray]]:
    """Yield number of the word, article and count of each pair whose link leads to an article."""
    for part in work.columns("near_word", "near_concept", "near_count"):
        to = work.tables.follow(work.tables.resolve(part["near_concept"]))
        good = (to >= 0) & (to < work.tables.articles)
        yield np.searchsorted(name, part["near_word"][good]), to[good], part["near_count"][good]
