"""Labels for the page: gold and what each system answered, as they stand in any run of labels."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.inference.label_lists import read_labels
from lydite.inference.statistics import TOPIC
from lydite.measures.labels.items import UNANSWERED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import IntArray
    from lydite.inference.statistics import ItemStatistics
    from lydite.runs.run import Run


@dataclass(frozen=True, eq=False)
class LabelAnswers:
    """Systems that labelled the same items: codes of gold and of each system's answers."""

    systems: tuple[str, ...]
    names: tuple[str, ...]
    """The labels by code, and what stands for no answer after them."""
    gold: IntArray
    answers: tuple[IntArray, ...]
    ids: tuple[str, ...]
    topics: tuple[str, ...] | None
    ordinal: bool
    """Whether an answer may be farther off than another."""
    unanswered: int | None
    """The code of no answer, which a label may be called, too; None where all were given."""

    def __len__(self) -> int:
        return len(self.ids)

    def head(self) -> dict[str, Any]:
        """Return what is said once."""
        return {
            "kind": "labels", "systems": [*self.systems], "names": [*self.names], "ordinal": self.ordinal,
            "unanswered": self.unanswered,
        }  # fmt: skip

    def first(self, most: int) -> dict[str, Any]:
        """Return the first items: id, topic, gold, answers."""
        topics: tuple[str | None, ...] = (self.topics or (None,) * len(self))[:most]
        number = {topic: n for n, topic in enumerate(dict.fromkeys(topics)) if topic is not None}
        places = [None if topic is None else number[topic] for topic in topics]
        gold = self.gold[:most].tolist()
        answers = zip(*(a[:most].tolist() for a in self.answers), strict=True)
        rows = [
            [item, place, label, [*given]]
            for item, place, label, given in zip(self.ids[:most], places, gold, answers, strict=True)
        ]
        return {"topics": [*number], "items": rows}


def label_answers(run: Run, order: Sequence[str]) -> LabelAnswers | None:
    """Return what systems answered; None where they have prevalences, or not the same items and gold."""
    by_name = {s.system: s for s in run.blocks[0].systems}
    systems = tuple(s for s in order if s in by_name)
    first = by_name[systems[0]]
    known = [_codes(by_name[s]) for s in systems]
    if any(one is None for one in known) or any(by_name[s].ids != first.ids for s in systems):
        return None
    names, gold, _, unanswered = known[0] or ((), np.zeros(0, np.int64), None, None)
    if any(one is None or one[0] != names or not np.array_equal(one[1], gold) for one in known):
        return None
    return LabelAnswers(
        systems,
        names,
        gold,
        tuple(one[2] for one in known if one is not None),
        first.ids,
        first.columns.get(TOPIC),
        any(getattr(m, "ordinal", False) for m in first.measures),
        unanswered,
    )


def _codes(scored: ItemStatistics) -> tuple[tuple[str, ...], IntArray, IntArray, int | None] | None:
    """Return the names of labels, gold, answers (which an item's row number spells), the code of no answer.

    A row is gold · answers + answer, of n labels and n answers, or n + 1 where some may be missing.
    """
    cells = len(scored.statistics[0])
    size = isqrt(cells)
    width = size if size * size == cells else size + 1
    if scored.rows is None or size * width != cells:
        return None
    labels = read_labels(scored.policies.get("labels", ""))
    if len(labels) != size:  # of an earlier version, where a comma is part of a label
        labels = tuple(f"label {n + 1}" for n in range(size))
    names = (*labels, UNANSWERED) if width > size else labels
    return names, scored.rows // width, scored.rows % width, size if width > size else None
