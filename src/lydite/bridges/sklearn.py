"""Measures as scorers of scikit-learn, for ``cross_val_score``, ``GridSearchCV`` and the like.

Measures of labels take columns of labels; measures of phrases take, for each sample, a list of gold phrases
and one of predicted ones (ranked).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lydite.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lydite.measures.base import Measure


def scorer(
    spec: str | Measure,
    *,
    labels: Sequence[Any] | None = None,
    let: Mapping[str, str] | None = None,
    response_method: str = "predict",
) -> Callable[..., float]:
    """Return a scorer; scikit-learn wants more to be better, so what is better when lower comes negated.

    ``labels`` is the scale of measures of labels in ascending order, ``let`` names resources of the spec.

    >>> from sklearn.dummy import DummyClassifier
    >>> always = DummyClassifier(strategy="constant", constant=3).fit([[0]] * 4, [1, 3, 3, 5])
    >>> scorer("macro_MAE", labels=[1, 2, 3, 4, 5])(always, [[0]] * 4, [1, 3, 3, 5])
    -1.3333333333333333
    """
    from lydite.spec import parse

    try:
        from sklearn.metrics import make_scorer
    except ImportError as error:
        raise MissingExtra("scikit-learn", "bridges") from error
    measure: Measure = parse(spec, "measure", let) if isinstance(spec, str) else spec
    function = _score_labels if measure.input_kind == "labels" else _score_phrases
    made: Callable[..., float] = make_scorer(
        function,
        greater_is_better=measure.better != "lower",
        response_method=response_method,
        measure=measure,
        **({"labels": labels} if measure.input_kind == "labels" else {}),
    )
    return made


def _score_labels(y_true: Any, y_pred: Any, *, measure: Any, labels: Any) -> float:
    value: float = measure.score(y_true, y_pred, labels=labels)
    return value


def _score_phrases(y_true: Any, y_pred: Any, *, measure: Measure) -> float:
    from lydite.api.scoring import evaluate

    gold, predicted = ({str(i): list(phrases) for i, phrases in enumerate(y)} for y in (y_true, y_pred))
    return evaluate(gold, predicted, measure, bootstrap=0, chance=0)[0].value
