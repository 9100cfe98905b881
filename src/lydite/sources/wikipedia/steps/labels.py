"""Labels by stem, and the senses of each by falling count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.sources.wikipedia.page import CATEGORY
from lydite.sources.wikipedia.sorting import Sorter
from lydite.sources.wikipedia.tables import LOW, MISSING, SHIFT, pair

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.sources.wikipedia.assemble import Assembly


def run(work: Assembly) -> dict[str, Any]:
    """Count how often each label means each page."""
    tables = work.tables
    known = Sorter(work.between, "known", memory=work.memory, combine="first")
    for part in work.columns("known_label", "known_stem"):
        known.add(part["known_label"], part["known_stem"].view(np.int64))
    pieces = list(known.merged())
    label = np.concatenate([k for k, _ in pieces]) if pieces else np.zeros(0, np.uint64)
    stem = np.concatenate([s for _, s in pieces]).view(np.uint64) if pieces else label
    senses = Sorter(work.between, "senses", memory=work.memory)
    columns = ("kind", "label", "bare", "link_page", "link_target", "link_label")
    for number, part in enumerate(work.columns(*columns)):
        to = tables.follow(tables.resolve(part["link_target"]))
        source = tables.of(number, part["link_page"])
        good = (to >= 0) & (to < tables.articles) & (source != MISSING) & (source < tables.articles)
        senses.add(pair(np.searchsorted(label, part["link_label"][good]), to[good]))
        own = tables.of(number, np.arange(len(part["kind"])))
        titled = (own != MISSING) & (part["kind"] != CATEGORY) & (tables.follow(own) != MISSING)
        senses.add(pair(np.searchsorted(label, part["label"][titled]), own[titled]))
    return _write_senses(work, label, stem, senses)


def _write_senses(
    work: Assembly, label: NDArray[np.uint64], stem: NDArray[np.uint64], senses: Sorter
) -> dict[str, Any]:
    """Write labels in the order of their stems, the senses of each by falling count."""
    sizes = np.zeros(len(label), np.int64)
    raw_keys, raw_counts = [], []
    for keys, counts in senses.merged():
        raw_keys.append(keys)
        raw_counts.append(counts)
        sizes += np.bincount((keys >> SHIFT).astype(np.int64), minlength=len(label))
    keys = np.concatenate([*raw_keys, np.zeros(0, np.uint64)])
    counts = np.concatenate([*raw_counts, np.zeros(0, np.int64)])
    used = np.flatnonzero(sizes)
    order = used[np.lexsort((label[used], stem[used]))]
    rank = np.full(len(label), MISSING, np.int64)
    rank[order] = np.arange(len(order))
    owner, node = rank[(keys >> SHIFT).astype(np.int64)], (keys & LOW).astype(np.int64)
    sense_order = np.lexsort((node, -counts, owner))
    stems, starts = np.unique(stem[order], return_index=True)
    work.write("stem_names", stems)
    work.write("stem_starts", np.append(starts, len(order)).astype(np.int32))
    work.write("label_names", label[order])
    work.write("label_starts", np.concatenate([[0], np.cumsum(sizes[order])]).astype(np.int32))
    work.write("sense_nodes", node[sense_order].astype(np.int32))
    work.write("sense_counts", np.minimum(counts[sense_order], 0x7FFFFFFF).astype(np.int32))
    return {"labels": len(order), "stems": len(stems), "senses": len(keys)}
