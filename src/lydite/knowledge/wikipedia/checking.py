"""What the arrays and notes of a store of Wikipedia must be to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.store.checking import check_note
from lydite.core.text import stemmers
from lydite.knowledge.checking import KnowledgeChecker
from lydite.knowledge.wikipedia.format import BELOW, BLOCK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.store.store import Arrays


def check(arrays: Arrays, notes: Mapping[str, Any]) -> None:
    """Raise ValueError unless titles, labels, graph, links, leads and words belong together."""
    counts = check_note(notes, "counts", dict)
    articles, redirects, categories = (
        check_note(counts, name, int, 0) for name in ("articles", "redirects", "categories")
    )
    nodes = articles + redirects + categories
    kinds: dict[str, Any] = {
        "language": str,
        "stemmer": str,
        "first_letter": (bool, int),
        "lead": (bool, int),
    }
    for name, kind in kinds.items():
        check_note(notes, name, kind)
    if notes["stemmer"] not in ("none", *stemmers()):
        raise ValueError(f"there is no stemmer {notes['stemmer']!r:.60}")
    checker = KnowledgeChecker(arrays)
    checker.texts("title_ends", "title_text", nodes)
    checker.codes("title_nodes", checker.names("title_names"), nodes)
    checker.codes("redirect_ends", redirects, nodes, least=-1)
    checker.codes("hidden", categories, 2, kinds="|u1")
    checker.graph(nodes)
    _check_labels(checker, nodes)
    for part, ends in (("inlink", "sources"), ("outlink", "targets")):
        if f"{part}_starts" in arrays:
            checker.offsets(f"{part}_starts", articles, len(checker.codes(f"{part}_{ends}", None, articles)))
            checker.ascending(f"{part}_{ends}", f"{part}_starts")
    for part, pages in (("word", "word_pages"), ("near", "near_concepts")):
        if f"{part}_names" in arrays:
            entries = len(checker.codes(pages, None, articles))
            checker.weights(f"{part}_weights", entries)
            checker.offsets(f"{part}_starts", checker.names(f"{part}_names"), entries)
            checker.ascending(pages, f"{part}_starts")
    if notes["lead"]:
        links = len(checker.codes("lead_targets", None, articles))
        checker.codes("lead_flags", links, 2 * BELOW, kinds="|u1")
        checker.offsets("lead_starts", articles, links)
        size = len(checker.array("lead_text", "|u1"))
        stops = checker.codes("lead_ends", -(-articles // BLOCK), size + 1, kinds="<i8")
        if (np.diff(stops) < 0).any() or size != (stops[-1] if len(stops) else 0):
            raise ValueError("lead_ends does not divide lead_text")


def _check_labels(checker: KnowledgeChecker, nodes: int) -> None:
    labels = checker.array("label_names", "<i8 <u8")
    senses = len(checker.codes("sense_nodes", None, nodes))
    seen = checker.codes("sense_counts", senses, 2**62, kinds="<i4 <i8")
    checker.offsets("label_starts", len(labels), senses, "<i4 <i8")
    starts = checker.arrays["label_starts"]
    total = np.concatenate([[0], np.cumsum(seen, dtype=np.int64)])
    if ((np.diff(starts) > 0) & (np.diff(total[starts]) == 0)).any():
        raise ValueError("a label was never seen to mean what it means")
    checker.offsets("stem_starts", checker.names("stem_names"), len(labels), "<i4 <i8")
