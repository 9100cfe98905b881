"""Large collections in parts: what measures make on the way is held for one part at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.progress import track

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.array_types import FloatArray
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems


def part_of(items: PhraseItems, part: slice) -> PhraseItems:
    """Return the items of a slice, wide; scores of pairs are kept for all."""
    gold = items.gold.starts[[part.start, part.stop]]
    return replace(
        items,
        ids=items.ids[part],
        gold=items.gold.part(part),
        predicted=items.predicted.part(part),
        absent=items.absent[part],
        columns={k: v[part] for k, v in items.columns.items()},
        grades=None if items.grades is None else items.grades[slice(*gold)],
        _memory=items.scores_of_pairs(),
    )


def statistics_of(items: PhraseItems, measures: Sequence[Measure], told: str) -> list[FloatArray]:
    """Return the statistics of each measure, part by part."""
    if len(items.parts()) == 1:  # what measures share is found once for all
        return [m.statistics(items) for m in track(measures, told)]
    pieces = (part_of(items, part) for part in track(items.parts(), told))
    rows = [[m.statistics(piece) for m in measures] for piece in pieces]
    return [np.concatenate(each) for each in zip(*rows, strict=True)]
