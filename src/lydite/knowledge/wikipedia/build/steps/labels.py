"""Labels by stem, and the senses of each by falling count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import offsets
from lydite.core.io.writing import writing
from lydite.core.store.array_files import write_array
from lydite.knowledge.wikipedia.build.nodes import LOW, MISSING, SHIFT, pair
from lydite.knowledge.wikipedia.build.sorting import ExternalSorter
from lydite.knowledge.wikipedia.dumps.page import CATEGORY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lydite.core.array_types import IntArray, UInt64Array
    from lydite.knowledge.wikipedia.build.assembly import Assembly


def run(work: Assembly) -> dict[str, Any]:
    """Count how often each label means each page.

    Where titles are all that is known, those of categories are labels, too, and so is what stands before a
    bracketed term: no anchor says it.
    """
    tables = work.tables
    known = ExternalSorter(work.between, "known", memory=work.memory, combine="first")
    for part in work.columns("known_label", "known_stem"):
        known.add(part["known_label"], part["known_stem"].view(np.int64))
    pieces = list(known.merged())
    label = np.concatenate([np.zeros(0, np.uint64), *(k for k, _ in pieces)])
    stem = np.concatenate([np.zeros(0, np.int64), *(s for _, s in pieces)]).view(np.uint64)
    order = np.lexsort((label, stem))  # labels are numbered by stem, then by their own name
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    senses = ExternalSorter(work.between, "senses", memory=work.memory)
    columns = ("kind", "label", "link_page", "link_target", "link_label")
    for number, part in enumerate(work.columns(*columns)):
        to = tables.follow(tables.resolve(part["link_target"]))
        source = tables.nodes_of(number, part["link_page"])
        good = (to >= 0) & (to < tables.articles) & (source != MISSING) & (source < tables.articles)
        senses.add(pair(rank[np.searchsorted(label, part["link_label"][good])], to[good]))
        own = tables.nodes_of(number, np.arange(len(part["kind"])))
        titled = (own != MISSING) & (tables.follow(own) != MISSING) & (part["kind"] != CATEGORY)
        senses.add(pair(rank[np.searchsorted(label, part["label"][titled])], own[titled]))
    return _write(work, label[order], stem[order], senses)


def _write(work: Assembly, label: UInt64Array, stem: UInt64Array, senses: ExternalSorter) -> dict[str, Any]:
    """Write the labels that mean something, and the senses of each by falling count."""
    used: list[IntArray] = []
    sizes: list[IntArray] = []
    with (
        writing(work.store / "sense_nodes.bin", "wb") as nodes,
        writing(work.store / "sense_counts.bin", "wb") as anchors,
    ):
        for keys, counts in _whole_labels(senses.merged()):
            owner, node = (keys >> SHIFT).astype(np.int64), (keys & LOW).astype(np.int32)
            order = np.lexsort((node, -counts, owner))
            write_array(nodes, node[order])
            write_array(anchors, np.minimum(counts[order], 0x7FFFFFFF).astype(np.int32))
            labels, size = np.unique(owner, return_counts=True)
            used.append(labels)
            sizes.append(size)
    chosen = np.concatenate([np.zeros(0, np.int64), *used])
    starts = offsets(np.concatenate([np.zeros(0, np.int64), *sizes]))
    work.note("sense_nodes", np.int32, int(starts[-1]))
    work.note("sense_counts", np.int32, int(starts[-1]))
    stems, first = np.unique(stem[chosen], return_index=True)
    work.write("stem_names", stems)
    work.write("stem_starts", np.append(first, len(chosen)).astype(np.int32))
    work.write("label_names", label[chosen])
    work.write("label_starts", starts.astype(np.int32))
    return {"labels": len(chosen), "stems": len(stems), "senses": int(starts[-1])}


def _whole_labels(pieces: Iterator[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    """Yield the same keys and counts, cut only between labels."""
    left: tuple[Any, Any] = (np.zeros(0, np.uint64), np.zeros(0, np.int64))
    for piece in pieces:
        keys, counts = (np.concatenate(both) for both in zip(left, piece, strict=True))
        cut = int(np.searchsorted(keys, keys[-1] >> SHIFT << SHIFT))
        yield keys[:cut], counts[:cut]
        left = keys[cut:], counts[cut:]
    if len(left[0]):
        yield left
