"""The five subtasks as presets of the measures: labels, and what the organisers print."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from lydite.core.arguments import check_texts, wrong
from lydite.core.errors import InputError, did_you_mean
from lydite.measures.labels.accuracy import accuracy
from lydite.measures.labels.ae import AE
from lydite.measures.labels.average_f1 import average_F1
from lydite.measures.labels.emd import EMD
from lydite.measures.labels.f1_pn import F1_PN
from lydite.measures.labels.kld import KLD
from lydite.measures.labels.macro_mae import macro_MAE
from lydite.measures.labels.macro_recall import macro_recall
from lydite.measures.labels.micro_mae import micro_MAE
from lydite.measures.labels.nmd import NMD
from lydite.measures.labels.rae import RAE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.measures.labels.base import LabelMeasure

POLARITY = ("positive", "neutral", "negative")
FIVE_POINT = ("-2", "-1", "0", "1", "2")


@dataclass(frozen=True)
class Subtask:
    """One subtask: what is asked, on which scale, and what it is measured by, the ranking measure first."""

    letter: str
    title: str
    labels: tuple[str, ...]
    quantifies: bool
    measures: tuple[LabelMeasure, ...]
    official: tuple[LabelMeasure, ...]
    """What the organisers' scorer prints, in its order."""
    unit: str = "tweets"
    """What is labelled."""

    @property
    def heading(self) -> str:
        """The title above results: the subtask or, on other labels, the kind of task."""
        if self.labels == SUBTASKS[self.letter].labels:
            return f"Subtask {self.letter}, {self.title}"
        kind = "quantification" if self.quantifies else "classification"
        if self.measures[0].ordinal:
            return f"Ordinal {kind} on the scale {' < '.join(self.labels)}"
        return f"{kind.capitalize()} of {', '.join(self.labels)}"

    def with_labels(self, labels: Sequence[str] | None) -> Subtask:
        """Return the same task on another label set or scale (ascending where it is ordinal).

        Where neither is called so, the first is the positive class and the last the negative one.
        """
        if labels is None:
            return self
        if isinstance(labels, str):
            raise wrong("labels", "a list of labels", labels)
        named = tuple(str(v) for v in labels)
        if len(named) < 2 or len(set(named)) < len(named):
            raise InputError(
                f"a label set needs two or more distinct labels, not {', '.join(named) or 'none'}"
            )
        if named == self.labels:
            return self
        measures, official = (_of_classes(m, named) for m in (self.measures, self.official))
        return replace(self, labels=named, unit="items", measures=measures, official=official)


def _of_classes(measures: Sequence[LabelMeasure], labels: tuple[str, ...]) -> tuple[LabelMeasure, ...]:
    """Return measures with the first and the last label in the places of positive and negative."""
    if {"positive", "negative"} & set(labels):
        return tuple(measures)
    first, last = labels[0], labels[-1]
    return tuple(replace(m, positive=first, negative=last) if isinstance(m, F1_PN) else m for m in measures)


def subtask(letter: str) -> Subtask:
    """Return a subtask by its letter.

    >>> subtask("c").title
    'tweet classification on a five-point scale'
    """
    check_texts(task=letter, optional=False)
    found = SUBTASKS.get(letter.upper())
    if found is None:
        hint = did_you_mean(letter, SUBTASKS)
        raise InputError(f"unknown subtask {letter!r}; expected one of {', '.join(SUBTASKS)}{hint}")
    return found


def _organisers(
    *measures: type[LabelMeasure], average: Literal["topics", "pooled"]
) -> tuple[LabelMeasure, ...]:
    """Return measures as the scorers compute them."""
    as_they_do: dict[str, Any] = {"average": average, "absent": "zero", "normaliser": "one"}
    return tuple(m(**{k: v for k, v in as_they_do.items() if k in m.parameters()}) for m in measures)


def _over_topics(*measures: type[LabelMeasure]) -> tuple[LabelMeasure, ...]:
    """Return measures as the document defines them."""
    return tuple(m(average="topics") for m in measures)


SUBTASKS = {
    s.letter: s
    for s in (
        Subtask(
            "A",
            "message polarity classification",
            POLARITY,
            quantifies=False,
            measures=_over_topics(F1_PN, macro_recall, accuracy),
            official=_organisers(F1_PN, macro_recall, accuracy, average="pooled"),
        ),
        Subtask(
            "B",
            "tweet classification on a two-point scale",
            ("positive", "negative"),
            quantifies=False,
            measures=_over_topics(macro_recall, average_F1, accuracy),
            official=_organisers(macro_recall, average_F1, accuracy, average="pooled"),
        ),
        Subtask(
            "C",
            "tweet classification on a five-point scale",
            FIVE_POINT,
            quantifies=False,
            measures=_over_topics(macro_MAE, micro_MAE),
            official=_organisers(macro_MAE, micro_MAE, average="pooled"),
        ),
        Subtask(
            "D",
            "tweet quantification on a two-point scale",
            ("positive", "negative"),
            quantifies=True,
            measures=_over_topics(KLD, AE, RAE),
            official=_organisers(KLD, AE, RAE, average="topics"),
        ),
        Subtask(
            "E",
            "tweet quantification on a five-point scale",
            FIVE_POINT,
            quantifies=True,
            measures=_over_topics(EMD, NMD),
            official=_organisers(EMD, average="topics"),
        ),
    )
}
