"""The phrases of parts, joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import RaggedArray, Vocabulary, offsets
from lydite.measures.phrases.items import PhraseItems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import IntArray
    from lydite.inference.statistics import ItemStatistics


def join_phrases(parts: Sequence[PhraseItems], whole: ItemStatistics, order: IntArray) -> PhraseItems:
    """Return the phrases of all items; ``order`` says where they stand in the parts one after the other."""
    words, numbers = Vocabulary([]), []
    for part in parts:
        words, places = words.union(part.words)
        numbers.append(places)
    return PhraseItems(
        whole.ids,
        words,
        _joined([part.gold for part in parts], numbers).take(order),
        _joined([part.predicted for part in parts], numbers).take(order),
        np.concatenate([part.absent for part in parts])[order],
        whole.columns,
    )


def _joined(lists: Sequence[RaggedArray], numbers: Sequence[IntArray]) -> RaggedArray:
    codes = np.concatenate([places[each.codes] for each, places in zip(lists, numbers, strict=True)])
    starts = offsets(np.concatenate([each.sizes for each in lists]))
    if all(each.concepts is None for each in lists):
        return RaggedArray(codes, starts)
    return RaggedArray(codes, starts, np.concatenate([_concepts(each) for each in lists]))


def _concepts(lists: RaggedArray) -> IntArray:
    """Return for each phrase which of its item's concepts it stands for; its own where none are given."""
    if lists.concepts is not None:
        return lists.concepts
    return lists.places
