"""The items where spelling and meaning disagree most: a few that say much about a matcher."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.reporting.run_page.items import lines_of

if TYPE_CHECKING:
    from lydite.measures.phrases.explanation import ItemMatch
    from lydite.reporting.run_page.listed import ListedRun

MOST = 20


@dataclass(frozen=True)
class Disagreement:
    """An item of the system under which its two scores are farthest apart."""

    item: str
    system: str
    spelling: float
    meaning: float
    lines: tuple[ItemMatch, ...]


def disagreements(listed: ListedRun, most: int = MOST) -> list[Disagreement]:
    """Return the items with the largest difference of the two scores, largest first; of equals by id."""
    if not listed.by_meaning:
        return []
    pairs = [(listed.scores(s), listed.spelling_scores(s)) for s in listed.systems]
    if any(spelling is None for _, spelling in pairs):
        return []
    meaning, spelling = (np.stack([np.asarray(p[side], float) for p in pairs]) for side in (0, 1))
    apart = np.nan_to_num(np.abs(meaning - spelling), nan=0.0)
    best = apart.argmax(axis=0)
    largest = apart[best, np.arange(apart.shape[1])]
    chosen = [int(i) for i in np.argsort(-largest, kind="stable")[:most] if largest[i] > 0]
    found = []
    ids = listed.items(listed.systems[0]).ids
    for place in chosen:
        row = int(best[place])
        system = listed.systems[row]
        lines = lines_of(listed, system, np.array([place])).get(ids[place], [])
        scores = float(spelling[row, place]), float(meaning[row, place])
        found.append(Disagreement(ids[place], system, *scores, tuple(lines)))
    return found
