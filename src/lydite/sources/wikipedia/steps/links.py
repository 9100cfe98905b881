"""Which articles link to which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.arrays import offsets
from lydite.files import writing
from lydite.sources.wikipedia.sorting import Sorter
from lydite.sources.wikipedia.tables import LOW, MISSING, SHIFT, pair

if TYPE_CHECKING:
    from lydite.sources.wikipedia.assemble import Assembly


def run(work: Assembly) -> dict[str, Any]:
    """Write the articles that link to each article."""
    tables = work.tables
    into = Sorter(work.between, "into", memory=work.memory)
    for number, part in enumerate(work.columns("link_page", "link_target")):
        source = tables.of(number, part["link_page"])
        to = tables.follow(tables.resolve(part["link_target"]))
        good = (to >= 0) & (to < tables.articles) & (source != to)
        good &= (source != MISSING) & (source < tables.articles)
        into.add(pair(to[good], source[good]))
    sizes = np.zeros(tables.articles, np.int64)
    total = 0
    with writing(work.store / "inlink_sources.bin", "wb") as out:
        for keys, _ in into.merged():
            sizes += np.bincount((keys >> SHIFT).astype(np.int64), minlength=tables.articles)
            (keys & LOW).astype(np.int32).tofile(out)
            total += len(keys)
    work.note("inlink_sources", np.int32, total)
    work.write("inlink_starts", offsets(sizes))
    return {"links": total}
