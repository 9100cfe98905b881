"""Large collections in parts: what measures make on the way is held for one part at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lydite.measures.phrases.items import PhraseItems


def part_of(items: PhraseItems, part: slice) -> PhraseItems:
    """Return the items of a slice, wide."""
    gold = items.gold.starts[[part.start, part.stop]]
    return replace(
        items,
        ids=items.ids[part],
        gold=items.gold.part(part),
        predicted=items.predicted.part(part),
        absent=items.absent[part],
        columns={k: v[part] for k, v in items.columns.items()},
        grades=None if items.grades is None else items.grades[slice(*gold)],
        _memory={},
    )
