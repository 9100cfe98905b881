"""Measures of labels as functions of two columns, in the manner of scikit-learn.

Every measure of labels is here under its name in lower case: ``macro_mae``, ``macro_recall``, ``kld``, ….

>>> from lydite import metrics
>>> metrics.macro_mae([1, 3, 3, 5], [3, 3, 3, 3], labels=[1, 2, 3, 4, 5])
1.3333333333333333

Each takes ``y_true`` and ``y_pred`` and gives a float, so that it can be made a scorer::

    make_scorer(lydite.metrics.macro_mae, greater_is_better=False, labels=[1, 2, 3, 4, 5])

``labels`` is the scale in ascending order (all values that occur, where it is left out); ``topics`` a
third column within which the measure is taken before it is averaged. Other keywords are the measure's
own parameters (``average="pooled"``, ``absent="zero"``). Integer arrays are counted without a copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def __getattr__(name: str) -> Callable[..., float]:
    if name.startswith("_"):
        raise AttributeError(name)
    by_name = {one.name.lower(): one for one in _measures()}
    if name not in by_name:
        from lydite.errors import did_you_mean

        raise AttributeError(f"there is no measure of labels called {name!r}{did_you_mean(name, by_name)}")
    function = globals()[name] = _function(name, by_name[name])
    return function


def __dir__() -> list[str]:
    return sorted(one.name.lower() for one in _measures())


def _measures() -> list[Any]:
    from lydite.spec import REGISTRIES

    return [one for one in REGISTRIES["measure"].all().values() if getattr(one, "input_kind", "") == "labels"]


def _function(name: str, measure: Any) -> Callable[..., float]:
    def score(
        y_true: Any, y_pred: Any, *, labels: Any = None, topics: Any = None, **parameters: Any
    ) -> float:
        value: float = measure(**parameters).score(y_true, y_pred, labels=labels, topics=topics)
        return value

    # found again under these names by pickle, and by scikit-learn when it shows a scorer
    score.__name__ = score.__qualname__ = name
    score.__module__ = __name__
    score.__doc__ = f"{measure.summary()}\n\n``lydite list {measure.name}`` tells more."
    return score
