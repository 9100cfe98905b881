"""Phrases that the source of a measure does not know: what it could not match, however good the system."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.measures.phrases.base import known_phrases

if TYPE_CHECKING:
    from lydite.reporting.run_page.listed import ListedRun


@dataclass(frozen=True)
class UnknownPhrases:
    """How often each of them occurs, most often first."""

    phrases: tuple[tuple[str, int, int], ...]
    """Phrase, times in gold, times among the predictions of all systems."""
    distinct: int
    """Distinct phrases, known or not."""


def unknown_phrases(listed: ListedRun) -> UnknownPhrases | None:
    """Return the phrases that the matcher's source does not know; None where it has no source."""
    gold: Counter[str] = Counter()
    predicted: Counter[str] = Counter()
    distinct: set[str] = set()
    for number, system in enumerate(listed.systems):
        items = listed.items(system)
        known = known_phrases(listed.measure, items)
        if known is None:
            return None
        words = items.words.phrases
        for counts, lists, there in zip((gold, predicted), (items.gold, items.predicted), known, strict=True):
            if counts is gold and number:  # all systems have the same gold
                continue
            times = np.bincount(lists.codes, minlength=len(words))
            used = np.flatnonzero(times).tolist()
            distinct.update(words[i] for i in used)
            counts.update({words[i]: int(times[i]) for i in used if not there[i]})
    both = gold + predicted
    order = sorted(both, key=lambda p: (-both[p], p))
    return UnknownPhrases(tuple((p, gold[p], predicted[p]) for p in order), len(distinct))
