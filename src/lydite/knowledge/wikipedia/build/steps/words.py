"""The inverted index of words, for Explicit Semantic Analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.io.writing import writing
from lydite.core.store.array_files import write_array
from lydite.knowledge.wikipedia.build.nodes import LOW, MISSING, SHIFT, pair
from lydite.knowledge.wikipedia.build.sorting import ExternalSorter

if TYPE_CHECKING:
    from lydite.core.array_types import Float32Array
    from lydite.knowledge.wikipedia.build.assembly import Assembly


def run(work: Assembly) -> dict[str, Any]:
    """Write for each stem the articles it occurs in, with tf-idf over the norm of the article."""
    tables = work.tables
    if not work.options["words"]:
        return {"words": 0}
    rows = ExternalSorter(work.between, "words", memory=work.memory)
    for part in work.columns("word_name"):
        rows.add(part["word_name"])
    pieces = list(rows.merged())
    name = np.concatenate([np.zeros(0, np.uint64), *(k for k, _ in pieces)])
    seen = np.concatenate([np.zeros(0, np.int64), *(c for _, c in pieces)])
    name, seen = name[seen > 1], seen[seen > 1]  # a word of one article relates nothing
    index = ExternalSorter(work.between, "index", memory=work.memory)
    for number, part in enumerate(work.columns("word_page", "word_name", "word_count")):
        page = tables.nodes_of(number, part["word_page"])
        place = np.searchsorted(name, part["word_name"])
        place[place == len(name)] = 0
        good = (
            (name[place] == part["word_name"]) & (page != MISSING)
            if len(name)
            else np.zeros(len(place), bool)
        )
        index.add(pair(place[good], page[good]), part["word_count"][good].astype(np.int64))
    rarity = np.log(max(tables.articles, 1) / np.maximum(seen, 1))
    squares = np.zeros(tables.articles)
    sizes = np.zeros(len(name), np.int64)
    with writing(work.between / "index.bin", "wb") as out:
        for keys, counts in index.merged():
            word, page = (keys >> SHIFT).astype(np.int64), (keys & LOW).astype(np.int64)
            weight = (1 + np.log(counts)) * rarity[word]
            squares += np.bincount(page, weight**2, minlength=tables.articles)
            sizes += np.bincount(word, minlength=len(name))
            write_array(out, np.rec.fromarrays([page.astype(np.int32), weight.astype(np.float32)]))
    norm = np.sqrt(np.maximum(squares, 1e-12)).astype(np.float32)
    work.write("word_names", name)
    work.write("word_starts", offsets(sizes))
    _divide(work, norm, int(sizes.sum()))
    return {"words": len(name)}


def _divide(work: Assembly, norm: Float32Array, total: int) -> None:
    """Write pages and weights over the norms of the articles, some at a time."""
    entry = np.dtype([("page", "<i4"), ("weight", "<f4")])
    with (
        (work.between / "index.bin").open("rb") as index,
        writing(work.store / "word_pages.bin", "wb") as pages,
        writing(work.store / "word_weights.bin", "wb") as weights,
    ):
        while len(piece := np.fromfile(index, entry, work.memory)):
            write_array(pages, np.ascontiguousarray(piece["page"]))
            write_array(weights, (piece["weight"] / norm[piece["page"]]))
    work.note("word_pages", np.int32, total)
    work.note("word_weights", np.float32, total)
