"""Functions of users are asked for all pairs of phrases at once; before, a line says how many these are."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.core.arrays import RaggedArray
from lydite.matchers.custom import Custom
from lydite.measures.chance import chance
from lydite.measures.phrases.base import PhraseMeasure, statistics_of
from lydite.measures.phrases.gains import scores_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.measures.base import Measure
    from lydite.measures.chance import GoldShuffles, ShufflePlan
    from lydite.measures.phrases.items import PhraseItems


def ask_ahead(systems: Mapping[str, PhraseItems], measures: Sequence[Measure], shuffles: ShufflePlan) -> None:
    """Ask the functions that measures match by for every pair that scoring will need, each pair once."""
    asked: dict[Custom, list[PhraseMeasure]] = {}
    for measure in measures:
        if isinstance(measure, PhraseMeasure) and isinstance(measure.match, Custom):
            asked.setdefault(measure.match, []).append(measure)
    for match, its in asked.items():
        _ask(match, list(systems.values()), its, shuffles)


def _ask(
    match: Custom, systems: Sequence[PhraseItems], measures: Sequence[PhraseMeasure], shuffles: ShufflePlan
) -> None:
    """Collect the pairs by scoring with every score 0, say how many there are, and ask for them."""
    alike = {(m.part, m.nets): m for m in measures}  # the others need the same pairs
    few: list[Any] = [replace(m, assign="max") for m in alike.values()]
    lists = [replace(items, _memory={}) for items in systems]  # which are forgotten with these scores
    cache = scores_of(lists[0], match)
    cache.collects = True
    try:
        rows = [statistics_of(items, few, "pairs") for items in lists]
        counts = {"the score": len(cache)}
        known: list[GoldShuffles] = []
        nothing = RaggedArray(np.zeros(0, np.int64), np.zeros(len(lists[0]) + 1, np.int64))
        chance(replace(lists[0], predicted=nothing, _memory={}), few, shuffles, rows[0], known)
        counts["gold"] = len(cache) - sum(counts.values())
        for items, real in zip(lists, rows, strict=True):
            chance(items, few, shuffles, real, known)
        counts["chance"] = len(cache) - sum(counts.values())
    finally:
        cache.collects = False
    kept = ""
    if match.file is not None:
        left, right = cache.unscored()
        phrases = np.array([*cache.phrases, None], object)
        new = int(np.isnan(match.file.find(phrases[left].tolist(), phrases[right].tolist())).sum())
        kept = f"; {len(left) - new:,} are in {match.file.path.name}, {new:,} are asked for"
    print(f"lydite: {match.function}: {_told(counts)}{kept}", file=sys.stderr, flush=True)
    cache.ask(match)


def _told(counts: Mapping[str, int]) -> str:
    """Return how many pairs there are, and what for.

    >>> _told({"the score": 1200, "gold": 30, "chance": 400})
    '1,630 distinct pairs: 1,200 for the score, 30 for gold, 400 for chance (chance=0: score only)'
    """
    total = sum(counts.values())
    if counts["the score"] == total:
        return f"{total:,} distinct pair{'s' if total != 1 else ''} for the score"
    each = ", ".join(f"{count:,} for {what}" for what, count in counts.items())
    return f"{total:,} distinct pairs: {each} (chance=0: score only)"
