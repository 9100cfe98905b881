"""Columns of labels by name: which of them are ids, topics and labels, and how a label is written."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.reading.fields import FieldNames, ReadingSummary, first_known, name_given, only_ending
from lydite.reading.known_names import IDS, SCORES

if TYPE_CHECKING:
    from collections.abc import Sequence


LABELS = ("label", "labels", "class", "category", "sentiment", "polarity", "stance", "emotion", "rating", "y")
TRUE = (
    "gold", "gold_label", "true_label", "y_true", "target", "reference", "ground_truth", "truth", "expected",
    "answer",
)  # fmt: skip
PREDICTED = (
    "prediction", "predicted", "predicted_label", "pred", "y_pred", "output", "predictions", "response",
    "generated", "answer",
)  # fmt: skip
TOPICS = ("topic", "topics")
"""What is called otherwise is a topic only where users say so: values are averaged over topics."""
_DECIMALS = re.compile(r"[-+]?\d+\.\d*(?:[eE][-+]?\d+)?|\+\d+")


@dataclass(frozen=True)
class TextColumns:
    """Columns of texts by name, and the line of each row."""

    source: str
    cells: dict[str, list[str]]
    lines: Sequence[int] = field(default=())
    format: str = ""
    """What is said of where they came from."""

    def where(self, keep: Sequence[bool]) -> TextColumns:
        """Return some of the rows."""
        cells = {k: list(compress(v, keep)) for k, v in self.cells.items()}
        return replace(self, cells=cells, lines=list(compress(self.numbers, keep)))

    @property
    def numbers(self) -> Sequence[int]:
        """The line of each row; rows of what is no file are numbered from 1."""
        return self.lines or range(1, len(next(iter(self.cells.values()))) + 1)


@dataclass(frozen=True)
class LabelColumns:
    """Which columns of a table have ids, topics and labels; without labels, the others are classes."""

    id: str | None
    topic: str | None
    label: str | None
    user_said: bool = True
    """Whether the column of ids has a name that is known or was given; else it is the first of the others."""

    @classmethod
    def of(cls, names: Sequence[str], fields: FieldNames, role: str) -> LabelColumns:
        """Choose by what users said, else by known names; where gold and predictions are there, by role.

        >>> LabelColumns.of(["tweet", "gold", "prediction"], FieldNames(), "gold")
        LabelColumns(id='tweet', topic=None, label='gold', user_said=False)
        """
        mine, other = (TRUE, PREDICTED) if role == "gold" else (PREDICTED, TRUE if fields.same else ())
        column = next((n for f in fields.asked(role) if (n := name_given(names, f)) is not None), None)
        if column is None and role != "gold" and fields.gold_phrases:
            gold = {name_given(names, f) for f in fields.gold_phrases}
            column = first_known([n for n in names if n not in gold], (*mine, *LABELS))
        label = column or first_known(names, (*mine, *LABELS, *other))
        if label is None and role != "gold" and first_known(names, TRUE) is not None:
            label = only_ending(names, LABELS, TRUE)
        topic = name_given(names, fields.topic) or first_known([n for n in names if n != label], TOPICS)
        item = name_given(names, fields.id) or first_known([n for n in names if n not in (topic, label)], IDS)
        if item is not None or label is None:
            return cls(item, topic, label)
        taken = {
            label,
            topic,
            first_known(names, SCORES),
            *(first_known(names, [n]) for n in (*TRUE, *PREDICTED)),
        }
        return cls(next((n for n in names if n not in taken), None), topic, label, user_said=False)

    def understood(self, columns: TextColumns) -> ReadingSummary:
        """Return the reading summary of a table."""
        names, kind = tuple(columns.cells), columns.format
        if self.label is not None:
            return ReadingSummary(kind, names, self.id, (self.label,), answers="labels", topic=self.topic)
        return ReadingSummary(kind, names, self.topic, ("all others",), answers="prevalences")


def text(value: Any) -> str:
    """Write a value as it would stand in a file; nothing for what is missing.

    >>> text(np.int64(-1)), text(1.0), text(0.25), text("positive")
    ('-1', '1', '0.25', 'positive')
    """
    if value is None or value != value:  # noqa: PLR0124  no label; only what is no number differs from itself
        return ""
    if isinstance(value, float | np.floating):
        return str(int(value)) if float(value).is_integer() else repr(float(value))
    return str(value)


def label_text(cell: str) -> str:
    """Return a label as it is compared: whole numbers are the same however they are written.

    >>> [label_text(c) for c in ("1.0", "+1", "1.000e+00", "1", "0.50", "v1.0", "1.0e400", "nan")]
    ['1', '1', '1', '1', '0.5', 'v1.0', '1.0e400', '']
    """
    if cell[-3:].lower() == "nan" and len(cell) == 3:
        return ""
    return text(float(cell)) if _DECIMALS.fullmatch(cell) and np.isfinite(float(cell)) else cell
