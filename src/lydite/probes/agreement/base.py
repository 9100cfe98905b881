"""What every metric of agreement between a matcher and people is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

import numpy as np

from lydite.core.notes import Note
from lydite.core.spec import Declaration, param
from lydite.inference.statistics import Scorable, ratio

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lydite.core.array_types import BoolArray, FloatArray
    from lydite.matchers.base import Matcher


Needs = Literal["questions", "pairs", "comparisons"]
TOLERANCE = 1e-9
DIGITS = 12  # scores that are equal to so many digits are tied


class HumanJudgement(NamedTuple):
    """What people said of one phrase in place of another.

    >>> str(HumanJudgement("apples", "fruit", 3, 4)), str(HumanJudgement("smart", "intelligent", 9.2))
    ('+3 of 4', '9.2')
    """

    reference: str
    candidate: str
    value: float
    """Votes, or the mean grade."""
    voters: float | None = None
    """How many people voted."""

    def __str__(self) -> str:
        return f"{self.value:.4g}" if self.voters is None else f"{self.value:+g} of {self.voters:g}"

    def figures(self) -> dict[str, str | float | None]:
        """Return it as one row of data, under the names that JSON has."""
        return dict(zip(("reference", "candidate", "value", "of"), self, strict=True))


class Judgements:
    """Judgements of people: the items that matchers are scored on. Subclasses are frozen dataclasses."""

    offers: ClassVar[tuple[Needs, ...]] = ()
    """What metrics can be taken of it."""
    defaults: ClassVar[tuple[str, ...]] = ()
    """The metrics that are taken where none is asked for."""
    cluster: str | None = None
    """The column whose values are drawn whole, where items are not independent."""
    name: str
    notes: tuple[Note, ...]
    """What a reader must know: what was left out, what cannot be said with it."""

    @property
    def ids(self) -> tuple[str, ...]:
        """A name for each item, sorted."""
        raise NotImplementedError

    @property
    def columns(self) -> Mapping[str, tuple[str, ...]]:
        """Columns by name, a value for each item."""
        raise NotImplementedError

    @property
    def digest(self) -> str:
        """What identifies the content in signatures."""
        raise NotImplementedError

    @property
    def terms(self) -> list[tuple[str, ...]]:
        """Of each item a phrase and those that may stand for it."""
        raise NotImplementedError

    @property
    def judgements(self) -> list[HumanJudgement]:
        """What people said of each phrase, one by one, in the order of a matcher's scores."""
        return []

    def judge(self, matcher: Matcher) -> Any:
        """Return the input of metrics: people's judgements beside the matcher's scores."""
        raise NotImplementedError

    def people(self, *, left_out: bool) -> Callable[[Agreement], FloatArray] | None:
        """Return a function that gives the statistics of people as if they were a system; None if unknown.

        Each against all, themselves included, or (``left_out``) against all others.
        """
        del left_out
        return None


class Agreement(Declaration, Scorable):
    """How far a matcher agrees with people: statistics of each item, and the value of them all."""

    kind = "agreement"
    needs: ClassVar[Needs] = "questions"
    """What people said: answers to questions, grades of pairs, or comparisons."""
    chance_by: ClassVar[str] = "expectation"
    """How chance is taken, where it is."""
    soft: ClassVar[bool] = False
    """Whether its value means little without that of chance."""

    def statistics(self, judged: Any) -> FloatArray:
        """Return a row for each item: pairs of (value, 1), or of (0, 0) where there is none."""
        raise NotImplementedError

    def by_chance(self, statistics: FloatArray) -> FloatArray | None:
        """Return the statistics whose value is what the same scores have by chance, if that is known."""
        del statistics
        return None

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the mean over the items that have a value; NaN where none has."""
        return ratio(sums[..., 0], sums[..., 1])


class Correlation(Agreement):
    """A correlation of scores with people's grades; it does not follow from sums."""

    needs = "pairs"
    low = -1.0
    summable = False
    undefined = "there is none for fewer than two pairs, or where all scores or all grades are the same"

    def statistics(self, judged: Any) -> FloatArray:
        """Return (score, grade) of each pair."""
        return np.stack([judged.scores, judged.ratings], axis=1)

    def value(self, sums: FloatArray) -> FloatArray:
        """Return the correlation over rows ``(…, n, 2)``."""
        return each(sums, lambda rows: self.correlate(rows[:, 0], rows[:, 1]))

    def correlate(self, scores: FloatArray, grades: FloatArray) -> float:
        """Return the correlation of two lists."""
        raise NotImplementedError


def tolerance_option() -> Any:
    """Declare ``tolerance``: 0.8 > 0.7 + 0.1 in floating point, and on no sheet of paper."""
    return param(
        TOLERANCE, help="by how much numbers may miss a threshold and still stand on it", low=0, high=0.1
    )


def columns_of(items: Sequence[Mapping[str, str]]) -> dict[str, tuple[str, ...]]:
    """Return columns by name, a value for each item; nothing where an item has none.

    >>> columns_of([{"pos": "n"}, {}])
    {'pos': ('n', '')}
    """
    names = dict.fromkeys(name for one in items for name in one)
    return {name: tuple(one.get(name, "") for one in items) for name in names}


def rows(values: FloatArray, scored: BoolArray) -> FloatArray:
    """Return (value, 1) for each item that is scored and (0, 0) for the others.

    >>> rows(np.array([0.5, np.nan]), np.array([True, False])).tolist()
    [[0.5, 1.0], [0.0, 0.0]]
    """
    return np.stack([np.where(scored, values, 0.0), scored.astype(np.float64)], axis=1)


def each(sums: FloatArray, value: Callable[[FloatArray], float]) -> FloatArray:
    """Return the value of each table of rows, ``(…, n, d)`` to ``(…)``: what does not follow from sums."""
    flat = sums.reshape(-1, *sums.shape[-2:])
    return np.array([value(table) for table in flat]).reshape(sums.shape[:-2])
