"""Which articles link to which, by target and by source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.io.writing import writing
from lydite.core.store.array_files import write_array
from lydite.knowledge.wikipedia.build.nodes import LOW, MISSING, SHIFT, pair
from lydite.knowledge.wikipedia.build.sorting import ExternalSorter

if TYPE_CHECKING:
    from lydite.knowledge.wikipedia.build.assembly import Assembly


def run(work: Assembly) -> dict[str, Any]:
    """Write the articles that link to each article, and those that each article links to."""
    tables = work.tables
    into = ExternalSorter(work.between, "into", memory=work.memory)
    out_of = ExternalSorter(work.between, "out_of", memory=work.memory)
    for number, part in enumerate(work.columns("link_page", "link_target")):
        source = tables.nodes_of(number, part["link_page"])
        to = tables.follow(tables.resolve(part["link_target"]))
        good = (to >= 0) & (to < tables.articles) & (source != to)
        good &= (source != MISSING) & (source < tables.articles)
        into.add(pair(to[good], source[good]))
        out_of.add(pair(source[good], to[good]))
    _write(work, out_of, "outlink_starts", "outlink_targets")
    return {"links": _write(work, into, "inlink_starts", "inlink_sources")}


def _write(work: Assembly, sorter: ExternalSorter, starts: str, members: str) -> int:
    """Write lists of articles, one for each article; return how many members they have."""
    sizes = np.zeros(work.tables.articles, np.int64)
    total = 0
    with writing(work.store / f"{members}.bin", "wb") as out:
        for keys, _ in sorter.merged():
            sizes += np.bincount((keys >> SHIFT).astype(np.int64), minlength=work.tables.articles)
            write_array(out, (keys & LOW).astype(np.int32))
            total += len(keys)
    work.note(members, np.int32, total)
    work.write(starts, offsets(sizes))
    return total
