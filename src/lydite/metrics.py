"""Measures of labels and of prevalences as functions, in the manner of scikit-learn.

Functions of labels take two columns, ``y_true`` and ``y_pred``, and give a float, so that they can be made
scorers::

    make_scorer(lydite.metrics.macro_mae, greater_is_better=False, labels=[1, 2, 3, 4, 5])

>>> from lydite import metrics
>>> metrics.macro_mae([1, 3, 3, 5], [3, 3, 3, 3], labels=[1, 2, 3, 4, 5])
1.3333333333333333

``labels`` are the labels in ascending order (default: all that occur). ``topics`` is a third column: the
value is then the mean over topics, unless ``average="pooled"`` asks for one value over all rows. Integer
arrays are counted without a copy.

``kld``, ``ae``, ``rae``, ``emd`` and ``nmd`` take the prevalences of the classes, true and estimated: a
mapping, a vector, or a row for each topic. ``n`` is the number of items of each topic, by which ``kld`` and
``rae`` smooth. ``kld_of_labels`` and the like count two columns of labels first.

>>> round(metrics.kld({"yes": 0.75, "no": 0.25}, {"yes": 1.0, "no": 0.0}, n=60), 4)
0.66
>>> metrics.emd_of_labels([1, 2, 3], [1, 1, 3])
0.3333333333333333
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Literal

from lydite.core.errors import did_you_mean
from lydite.core.spec import REGISTRIES
from lydite.measures.labels.given import check_labels, prevalences

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping, Sequence

    from lydite.core.array_types import AnyArray
    from lydite.measures.labels.base import LabelMeasure
    from lydite.measures.labels.quantification import QuantificationMeasure

    Column = Sequence[Hashable] | AnyArray
    Average = Literal["pooled", "topics"]
    Absent = Literal["skip", "zero"]
    Prevalences = (
        Mapping[Hashable, float]
        | Mapping[Hashable, Mapping[Hashable, float]]
        | Sequence[float]
        | Sequence[Sequence[float]]
        | AnyArray
    )
    Counts = int | Sequence[int] | Mapping[Hashable, int] | AnyArray

__all__ = [
    "accuracy", "ae", "ae_of_labels", "average_f1", "class_mae", "emd", "emd_of_labels", "f1_pn", "kld",
    "kld_of_labels", "macro_f1", "macro_mae", "macro_recall", "micro_mae", "nmd", "nmd_of_labels",
    "one_class", "rae", "rae_of_labels",
]  # fmt: skip


def accuracy(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
) -> float:
    """Return the share of rows whose predicted label is the true one."""
    return _of_labels("accuracy", y_true, y_pred, labels, topics, average)


def macro_f1(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
    absent: Absent = "skip",
) -> float:
    """Return the mean of the F1 of classes; ``absent`` is what a class without true rows counts."""
    return _of_labels("macro_F1", y_true, y_pred, labels, topics, average, absent=absent)


def average_f1(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
    absent: Absent = "skip",
) -> float:
    """Return ``macro_f1``, as the organisers of SemEval-2016 Task 4 call it."""
    return _of_labels("average_F1", y_true, y_pred, labels, topics, average, absent=absent)


def macro_recall(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
    absent: Absent = "skip",
) -> float:
    """Return the mean of the recall of classes."""
    return _of_labels("macro_recall", y_true, y_pred, labels, topics, average, absent=absent)


def f1_pn(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
    absent: Absent = "skip",
    positive: str = "positive",
    negative: str = "negative",
) -> float:
    """Return the mean of the F1 of two classes; others count as errors only."""
    own = {"absent": absent, "positive": positive, "negative": negative}
    return _of_labels("F1_PN", y_true, y_pred, labels, topics, average, **own)


def macro_mae(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
    absent: Absent = "skip",
) -> float:
    """Return the mean over true classes of the mean distance, in steps of the scale."""
    return _of_labels("macro_MAE", y_true, y_pred, labels, topics, average, absent=absent)


def micro_mae(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
) -> float:
    """Return the mean distance, in steps of the scale."""
    return _of_labels("micro_MAE", y_true, y_pred, labels, topics, average)


def class_mae(
    y_true: Column,
    y_pred: Column,
    *,
    label: str,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
) -> float:
    """Return the mean distance, in steps of the scale, over the rows of one true class."""
    return _of_labels("class_MAE", y_true, y_pred, labels, topics, average, label=str(label))


def one_class(
    y_true: Column,
    y_pred: Column,
    *,
    label: str,
    figure: Literal["precision", "recall", "F1"] = "F1",
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
) -> float:
    """Return precision, recall or F1 of one class."""
    own = {"label": str(label), "figure": figure}
    return _of_labels("one_class", y_true, y_pred, labels, topics, average, **own)


def kld(
    true: Prevalences,
    estimated: Prevalences,
    *,
    n: Counts | None = None,
    labels: Sequence[Hashable] | None = None,
    average: Average = "topics",
    epsilon: float | None = None,
    normaliser: Literal["sum", "one"] = "sum",
) -> float:
    """Return the Kullback-Leibler divergence; smoothed by 1 / (2 n), or by ``epsilon``."""
    own = {"average": average, "normaliser": normaliser} | _smoothing(epsilon)
    return _of_prevalences("KLD", true, estimated, n, labels, **own)


def rae(
    true: Prevalences,
    estimated: Prevalences,
    *,
    n: Counts | None = None,
    labels: Sequence[Hashable] | None = None,
    average: Average = "topics",
    epsilon: float | None = None,
    normaliser: Literal["sum", "one"] = "sum",
) -> float:
    """Return the relative absolute error; smoothed by 1 / (2 n), or by ``epsilon``."""
    own = {"average": average, "normaliser": normaliser} | _smoothing(epsilon)
    return _of_prevalences("RAE", true, estimated, n, labels, **own)


def ae(
    true: Prevalences,
    estimated: Prevalences,
    *,
    n: Counts | None = None,
    labels: Sequence[Hashable] | None = None,
    average: Average = "topics",
) -> float:
    """Return the absolute error, the mean over classes."""
    return _of_prevalences("AE", true, estimated, n, labels, average=average)


def emd(
    true: Prevalences,
    estimated: Prevalences,
    *,
    n: Counts | None = None,
    labels: Sequence[Hashable] | None = None,
    average: Average = "topics",
) -> float:
    """Return the Earth Mover's Distance, in steps of the scale; ``labels`` are the classes in their order."""
    return _of_prevalences("EMD", true, estimated, n, labels, average=average)


def nmd(
    true: Prevalences,
    estimated: Prevalences,
    *,
    n: Counts | None = None,
    labels: Sequence[Hashable] | None = None,
    average: Average = "topics",
) -> float:
    """Return the Earth Mover's Distance as a share of the length of the scale."""
    return _of_prevalences("NMD", true, estimated, n, labels, average=average)


def kld_of_labels(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
    epsilon: float | None = None,
    normaliser: Literal["sum", "one"] = "sum",
) -> float:
    """Return ``kld`` of the prevalences of two columns of labels, within topics where given."""
    own = {"normaliser": normaliser} | _smoothing(epsilon)
    return _of_labels("KLD", y_true, y_pred, labels, topics, average, **own)


def rae_of_labels(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
    epsilon: float | None = None,
    normaliser: Literal["sum", "one"] = "sum",
) -> float:
    """Return ``rae`` of the prevalences of two columns of labels, within topics where given."""
    own = {"normaliser": normaliser} | _smoothing(epsilon)
    return _of_labels("RAE", y_true, y_pred, labels, topics, average, **own)


def ae_of_labels(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
) -> float:
    """Return ``ae`` of the prevalences of two columns of labels, within topics where given."""
    return _of_labels("AE", y_true, y_pred, labels, topics, average)


def emd_of_labels(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
) -> float:
    """Return ``emd`` of the prevalences of two columns of labels, within topics where given."""
    return _of_labels("EMD", y_true, y_pred, labels, topics, average)


def nmd_of_labels(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
) -> float:
    """Return ``nmd`` of the prevalences of two columns of labels, within topics where given."""
    return _of_labels("NMD", y_true, y_pred, labels, topics, average)


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Callable[..., float]:
        """Return a measure of labels of another package as a function, by its name in lower case."""
        if name.startswith("_"):
            raise AttributeError(name)
        found = REGISTRIES["measure"].find(name)
        if found is None or found.name.lower() != name or found.input_kind != "labels":
            raise AttributeError(
                f"there is no measure of labels called {name!r}{did_you_mean(name, __all__)}"
            )
        return functools.partial(_of_labels, found.name)


def __dir__() -> list[str]:
    return __all__


def _of_labels(
    measure: str,
    y_true: Column,
    y_pred: Column,
    labels: Sequence[Hashable] | None = None,
    topics: Column | None = None,
    average: Average | None = None,
    **parameters: Any,
) -> float:
    """Return the value of a measure for two columns; topics ask for the mean over them."""
    sides = {"y_true": y_true, "y_pred": y_pred} | ({} if topics is None else {"topics": topics})
    check_labels(sides, labels)
    chosen = average or ("pooled" if topics is None else "topics")
    one: LabelMeasure = REGISTRIES["measure"][measure](average=chosen, **parameters)  # type: ignore[call-arg, assignment]
    return one.score(y_true, y_pred, labels=labels, topics=topics)


def _of_prevalences(
    measure: str,
    true: Prevalences,
    estimated: Prevalences,
    n: Counts | None,
    labels: Sequence[Hashable] | None,
    **parameters: Any,
) -> float:

    one: QuantificationMeasure = REGISTRIES["measure"][measure](**parameters)  # type: ignore[assignment]
    return float(one.value(one.totals(prevalences(one, true, estimated, n, labels))))


def _smoothing(epsilon: float | None) -> dict[str, Any]:
    return {} if epsilon is None else {"epsilon": epsilon}
