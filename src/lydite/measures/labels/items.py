"""What is measured: labelled rows, or prevalences of whole topics."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from lydite.core.errors import InputError
from lydite.measures.labels.counting import as_array, confusion, distinct, encode, integer_counts

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from lydite.core.array_types import AnyArray, FloatArray

    Column = Sequence[Hashable] | AnyArray


UNANSWERED = "no answer"
"""What stands in the place of a label that was not given."""
TOLERANCE = 0.01  # of prevalences around a sum of 1: what the most lenient of the scorers allows


@dataclass(frozen=True, eq=False)
class LabelItems:
    """Rows with a gold and a predicted label each, perhaps within topics; labels and topics as codes.

    >>> items = LabelItems.of(["a", "b", "b"], ["a", "a", "b"], topics=["x", "x", "y"])
    >>> items.confusion.tolist()
    [[[1.0, 0.0], [1.0, 0.0]], [[0.0, 0.0], [0.0, 1.0]]]
    """

    labels: tuple[Any, ...]
    gold: AnyArray
    predicted: AnyArray
    topics: tuple[Any, ...] = ("",)
    topic: AnyArray | None = None
    ids: Sequence[str] | None = None
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What else is known of each row."""
    unanswered: bool = False
    """Whether rows may have no answer, which is wrong: a code after those of the labels."""

    @classmethod
    def of(
        cls,
        gold: Column,
        predicted: Column,
        *,
        labels: Sequence[Hashable] | None = None,
        topics: Column | None = None,
        ids: Sequence[str] | None = None,
        columns: Mapping[str, Sequence[str]] | None = None,
        unanswered: bool = False,
    ) -> LabelItems:
        """Encode columns of equal length; without ``labels``, all values that occur, in ascending order.

        With ``unanswered`` a predicted None is no answer.
        """
        gold, predicted = as_array(gold), as_array(predicted)
        sides = {"gold": gold, "predicted": predicted}
        if topics is not None:
            sides["topics"] = topics = as_array(topics)
        if len({len(c) for c in sides.values()}) > 1:
            sizes = ", ".join(f"{len(c)} {name}" for name, c in sides.items())
            raise InputError(f"the columns differ in length: {sizes}")
        if not len(gold):
            raise InputError("there are no rows to score")
        if labels is None:
            known, more = distinct(gold), distinct(predicted)
            labels = known if known == more else distinct([*known, *more])
        named = () if topics is None else distinct(topics)
        return cls(
            tuple(labels),
            encode(gold, labels, "gold"),
            encode(predicted, [*labels, None] if unanswered else labels, "predicted"),
            named or ("",),
            None if topics is None else encode(topics, named, "topic"),
            ids,
            columns or {},
            unanswered,
        )

    @property
    def answers(self) -> tuple[Any, ...]:
        """The labels and, where rows may have none, what stands for no answer."""
        return (*self.labels, UNANSWERED) if self.unanswered else self.labels

    def keys(self) -> list[Any]:
        """Return the identity of each row: id and topic."""
        ids = range(len(self)) if self.ids is None else self.ids
        topic = np.zeros(len(self), int) if self.topic is None else self.topic
        return [(i, self.topics[t]) for i, t in zip(ids, topic.tolist(), strict=True)]

    def select(self, places: AnyArray) -> LabelItems:
        """Return some of the rows."""
        return replace(
            self,
            gold=self.gold[places],
            predicted=self.predicted[places],
            topic=None if self.topic is None else self.topic[places],
            ids=None if self.ids is None else [self.ids[i] for i in places.tolist()],
            columns={k: [v[i] for i in places.tolist()] for k, v in self.columns.items()},
        )

    def __len__(self) -> int:
        return len(self.gold)

    @functools.cached_property
    def confusion(self) -> FloatArray:
        """Counts by topic, gold class and answer."""
        size, answers = len(self.labels), len(self.answers)
        return confusion(self.gold, self.predicted, self.topic, size, len(self.topics), answers).astype(float)

    def prevalences(self) -> Prevalences:
        """Classify and count: the prevalences that the labels of each topic amount to.

        >>> LabelItems.of(["a", "b", "b", "b"], ["a", "a", "b", "b"]).prevalences().predicted.tolist()
        [[0.5, 0.5]]
        """
        counts = self.confusion
        n = counts.sum((-1, -2))
        return Prevalences(
            self.labels, self.topics, counts.sum(-1) / n[:, None], counts.sum(-2) / n[:, None], n
        )


@dataclass(frozen=True, eq=False)
class ConfusionCounts:
    """Rows of which only the confusion matrix of each topic is kept: all that a value needs."""

    labels: tuple[Any, ...]
    topics: tuple[Any, ...]
    confusion: FloatArray


def count(
    gold: Column,
    predicted: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
) -> ConfusionCounts | LabelItems:
    """Count columns of equal length; integers without encoding them first.

    >>> count(np.array([7, 7, 9]), np.array([7, 9, 9])).confusion.tolist()
    [[[1.0, 1.0], [0.0, 1.0]]]
    """
    gold, predicted = as_array(gold), as_array(predicted)
    topics = None if topics is None else as_array(topics)
    same = len(gold) == len(predicted) and (topics is None or len(gold) == len(topics))
    counted = integer_counts(gold, predicted, topics) if same else None
    if counted is None or not (labels is None or all(isinstance(v, int | np.integer) for v in labels)):
        return LabelItems.of(gold, predicted, labels=labels, topics=topics)
    counts, low, first = counted
    seen = np.flatnonzero(counts.sum((0, 2)) + counts.sum((0, 1))) + low
    named = tuple(seen.tolist()) if labels is None else tuple(labels)
    for value in seen.tolist():
        encode([value], named, "gold or predicted")
    chosen = np.flatnonzero(counts.sum((1, 2)))
    grid = np.zeros((len(chosen), len(named), len(named)))
    place = {int(v): i for i, v in enumerate(cast("tuple[int, ...]", named))}
    into, out = [place[v] for v in seen.tolist()], seen - low
    grid[:, np.array(into)[:, None], into] = counts[chosen][:, out[:, None], out]
    return ConfusionCounts(named, ("",) if topics is None else tuple((chosen + first).tolist()), grid)


@dataclass(frozen=True, eq=False)
class Prevalences:
    """Topics with a true and an estimated prevalence of each class, and how many rows each stands for."""

    labels: tuple[Any, ...]
    topics: tuple[Any, ...]
    gold: FloatArray  # (topics, classes)
    predicted: FloatArray
    counts: FloatArray | None = None  # rows of each topic

    @classmethod
    def of(cls, gold: Any, predicted: Any, *, rows: Any = None) -> Prevalences:
        """Take prevalences of one topic (classes) or of several (topics, classes) as they are."""
        true, estimated = np.atleast_2d(np.asarray(gold, float)), np.atleast_2d(np.asarray(predicted, float))
        if true.ndim != 2 or true.shape != estimated.shape:
            raise InputError(f"prevalences differ in shape: gold {true.shape}, predicted {estimated.shape}")
        for side, p in (("gold", true), ("predicted", estimated)):
            check_prevalences(p, side)
        counts = None if rows is None else np.broadcast_to(np.asarray(rows, float), len(true))
        if counts is not None and not (counts > 0).all():
            raise InputError("every topic needs at least one row")
        topics, classes = true.shape
        return cls(tuple(range(classes)), tuple(range(topics)), true, estimated, counts)

    def __len__(self) -> int:
        return len(self.topics)

    def keys(self) -> list[Any]:
        """Return the identity of each row: its topic."""
        return list(self.topics)

    def select(self, places: AnyArray) -> Prevalences:
        """Return some of the topics."""
        counts = None if self.counts is None else self.counts[places]
        topics = tuple(self.topics[i] for i in places.tolist())
        return replace(
            self, topics=topics, gold=self.gold[places], predicted=self.predicted[places], counts=counts
        )


def off_one(total: Any) -> Any:
    """Whether a sum is further from 1 than TOLERANCE; 0.99 is not, whatever binary digits say.

    >>> bool(off_one(0.99)), bool(off_one(0.9899))
    (False, True)
    """
    return np.abs(total - 1) > TOLERANCE + 1e-9


def check_prevalences(p: FloatArray, side: str) -> None:
    """Refuse what is not a distribution: negative, not a number, or not summing to 1 within TOLERANCE."""
    if not np.isfinite(p).all() or (p < 0).any():
        raise InputError(f"{side} prevalences must be numbers from 0 to 1")
    off = off_one(p.sum(-1))
    if off.any():
        raise InputError(f"{side} prevalences sum to {p[off][0].sum():g}, not to 1 (tolerance {TOLERANCE})")
