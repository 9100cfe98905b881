"""Nodes, titles and where redirects end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import spread
from lydite.core.store.array_files import preallocate, save_array
from lydite.knowledge.wikipedia.build.nodes import MISSING, number_pages, save_nodes
from lydite.knowledge.wikipedia.dumps.page import ARTICLE, CATEGORY, REDIRECT

if TYPE_CHECKING:
    from lydite.core.array_types import IntArray
    from lydite.knowledge.wikipedia.build.assembly import Assembly


def run(work: Assembly) -> dict[str, Any]:
    """Number all pages; write titles and the ends of redirects."""
    tables, counts = number_pages(lambda: work.columns("kind", "name", "target", "title_name"))
    save_nodes(work.between, tables)
    work.write("redirect_ends", tables.ends)
    names = np.zeros(tables.size, np.uint64)
    stem = np.zeros(tables.size, np.uint64)
    bare = np.zeros(tables.size, np.uint64)
    hidden = np.zeros(tables.categories, np.uint8)
    lengths = np.zeros(tables.size, np.int64)
    columns = ("title_name", "stem", "bare_stem", "hidden", "title_lengths")
    for number, part in enumerate(work.columns(*columns)):
        nodes = tables.nodes_of(number, np.arange(len(part["stem"])))
        kept = nodes != MISSING
        names[nodes[kept]] = part["title_name"][kept]
        stem[nodes[kept]] = part["stem"][kept]
        lengths[nodes[kept]] = part["title_lengths"][kept]
        bare[nodes[kept]] = part["bare_stem"][kept]
        last = nodes >= tables.articles + tables.redirects
        hidden[nodes[last] - tables.articles - tables.redirects] = part["hidden"][last]
    order = np.argsort(names, kind="stable")
    work.write("title_names", names[order])
    work.write("title_nodes", order.astype(np.int32))
    ends = np.cumsum(lengths)
    work.write("title_ends", ends)
    _titles(work, ends, lengths)
    if work.options["keep_hidden"]:
        hidden[:] = 0
    work.write("hidden", hidden)
    save_array(work.between / "stem.npy", stem)
    save_array(work.between / "bare.npy", bare)
    save_array(work.between / "hidden.npy", hidden)
    return counts | {
        "articles": tables.articles,
        "redirects": tables.redirects,
        "categories": tables.categories,
        "hidden_categories": int(hidden.sum()),
    }


def _titles(work: Assembly, ends: IntArray, lengths: IntArray) -> None:
    """Write the titles in the order of nodes: within a kind that is the order of the dump."""
    total = int(ends[-1]) if len(ends) else 0
    path = work.store / "title_text.bin"
    if total == 0:
        path.write_bytes(b"")
    else:
        out = np.memmap(path, np.uint8, "w+", shape=(total,))
        preallocate(path)
        starts = ends - lengths
        for number, part in enumerate(work.columns("kind", "title_bytes", "title_lengths")):
            nodes = work.tables.nodes_of(number, np.arange(len(part["kind"])))
            here = np.cumsum(part["title_lengths"].astype(np.int64))
            for kind in (ARTICLE, REDIRECT, CATEGORY):
                chosen = np.flatnonzero((nodes != MISSING) & (part["kind"] == kind))
                if len(chosen):
                    size = part["title_lengths"][chosen].astype(np.int64)
                    source = spread(here[chosen] - size, size)
                    begin = starts[nodes[chosen[0]]]
                    out[begin : begin + len(source)] = part["title_bytes"][source]
        out.flush()
    work.note("title_text", np.uint8, total)
