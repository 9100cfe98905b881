"""Which article and category belongs to which category."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.knowledge.wikipedia.build.nodes import MISSING, pair
from lydite.knowledge.wikipedia.build.sorting import ExternalSorter

if TYPE_CHECKING:
    from lydite.knowledge.wikipedia.build.assembly import Assembly


def run(work: Assembly) -> dict[str, Any]:
    """Sort the memberships of articles and categories, both ways."""
    tables = work.tables
    hidden = np.load(work.between / "hidden.npy").astype(bool)
    first = tables.articles + tables.redirects
    up = ExternalSorter(work.between, "up", memory=work.memory)
    down = ExternalSorter(work.between, "down", memory=work.memory)
    missing = 0
    for number, part in enumerate(work.columns("member_page", "member_category")):
        child = tables.nodes_of(number, part["member_page"])
        category = tables.follow(tables.resolve(part["member_category"]))
        known = (category >= first) & (child != MISSING) & ((child < tables.articles) | (child >= first))
        missing += int((category < first).sum())
        child, category = child[known], category[known]
        seen = ~hidden[category - first] & (child != category)
        below = child >= first
        seen &= ~(below & hidden[np.where(below, child - first, 0)]) if len(hidden) else True
        up.add(pair(child[seen], category[seen]))
        down.add(pair(category[seen], child[seen]))
    work.lists(up, "parents", tables.size)
    n = work.lists(down, "children", tables.size)
    return {"memberships": n, "missing_memberships": missing}
