"""What is to be high: a metric of agreement, a product of some, or the mean over several sets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.errors import InputError, SpecError
from lydite.core.spec import parse
from lydite.inference.statistics import total
from lydite.probes.agreement import PairSet, QuestionSet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray
    from lydite.matchers.base import Matcher
    from lydite.probes.agreement.base import Agreement, Judgements

DEFAULTS = {"questions": "Combo*SR", "pairs": "spearman", "comparisons": "order"}


@dataclass(frozen=True)
class Objective:
    """A product of metrics on one set of judgements, such as the thesis's ``Combo*SR``.

    A metric that is the better the lower counts as 1 less it.
    """

    metrics: tuple[Agreement, ...]
    data: Judgements

    def __str__(self) -> str:
        return f"{'*'.join(map(str, self.metrics))} on {self.data.name}"

    def statistics(self, matcher: Matcher) -> tuple[FloatArray, ...]:
        """Return each metric's rows of a matcher, one for each item."""
        judged = self.data.judge(matcher)
        return tuple(m.statistics(judged) for m in self.metrics)

    def value(self, statistics: Sequence[FloatArray]) -> float:
        """Return the product over rows; −∞ where a metric has no value, since nothing can be said for it."""
        factors = []
        for metric, rows in zip(self.metrics, statistics, strict=True):
            value = float(metric.value(total(rows, None) if metric.summable else rows))
            factors.append(value if metric.better == "higher" else 1.0 - value)
        product = math.prod(factors)
        return product if math.isfinite(product) else -math.inf


def objectives(sets: Sequence[Judgements], asked: Sequence[str] = ()) -> list[Objective]:
    """Return an objective for each set: those asked for that it can have, or the default of its kind.

    >>> from lydite.probes.agreement import read_questions
    >>> [str(one) for one in objectives([read_questions("thesis")])]
    ['Combo*SR on thesis']
    """
    parsed = {text: _metrics(text) for text in asked}
    for text, metrics in parsed.items():
        if len({m.needs for m in metrics}) > 1:
            raise SpecError(f"{text}: {metrics[0]} is taken over {metrics[0].needs}, others are not")
    graded = any("pairs" in data.offers for data in sets)
    used: set[str] = set()
    made = []
    for data in sets:
        own = {t: m for t, m in parsed.items() if m[0].needs in data.offers}
        if isinstance(data, QuestionSet) and not graded:  # each substitute is a graded pair, too
            own |= {t: m for t, m in parsed.items() if m[0].needs == "pairs"}
        if not asked:
            default = DEFAULTS[data.offers[0]]
            own = {default: _metrics(default)}
        if not own:
            raise SpecError(f"{data.name} has {data.offers[0]}: none of the objectives is taken of these")
        used |= set(own)
        for metrics in own.values():
            if isinstance(data, QuestionSet) and metrics[0].needs == "pairs":
                made.append(Objective(metrics, PairSet.of_questions(data)))
            else:
                made.append(Objective(metrics, data))
    if unused := [text for text in parsed if text not in used]:
        needs = parsed[unused[0]][0].needs
        raise SpecError(f"the objective {unused[0]} is taken over {needs}, which no set here has")
    return made


def _metrics(text: str) -> tuple[Agreement, ...]:
    return tuple(parse(part.strip(), "agreement") for part in _factors(text))


def _factors(text: str) -> list[str]:
    """Split at each asterisk outside parentheses.

    >>> _factors("sr*gap(k=2*3)")
    ['sr', 'gap(k=2*3)']
    """
    parts, depth = [""], 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if char == "*" and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def ensure_varying(values: FloatArray, what: Sequence[Objective]) -> None:
    """Refuse an objective that is the same, or has no value, whatever the parameters are."""
    finite = values[np.isfinite(values)]
    said = ", ".join(map(str, what))
    if not len(finite):
        raise InputError(
            f"the objective ({said}) has no value on these judgements, at any of {len(values)} points"
        )
    if np.ptp(finite) == 0:
        raise InputError(
            f"the objective ({said}) is constant: {finite[0]:.4g} at all of {len(values)} random points; "
            "there is nothing to tune"
        )
