"""Which judgements parameters may be chosen on, and which are held out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from lydite.core.errors import InputError
from lydite.probes.agreement import QuestionSet
from lydite.probes.agreement.comparisons import ComparisonSet
from lydite.probes.agreement.coverage import PhraseCoverage
from lydite.probes.agreement.pairs.pair import QUESTION

if TYPE_CHECKING:
    from lydite.core.array_types import BoolArray, IntArray
    from lydite.matchers.base import Matcher
    from lydite.probes.agreement.base import Judgements

SomeJudgements = TypeVar("SomeJudgements", bound="Judgements")


def select(data: SomeJudgements, places: IntArray) -> SomeJudgements:
    """Return some of the items of a set, by their places among its ids."""
    if isinstance(data, ComparisonSet):
        return cast("SomeJudgements", data.restrict(places))
    field = "questions" if isinstance(data, QuestionSet) else "pairs"
    items = getattr(data, field)
    return replace(data, **{field: tuple(items[i] for i in places.tolist())})  # type: ignore[type-var]  # sets are dataclasses


def trainable(data: Judgements, matcher: Matcher) -> BoolArray:
    """Return which items have phrases that a matcher knows, all of them.

    What it does not know scores 0 whatever its parameters are, so that nothing can be learned from it
    (section 5.3.5: 68 of the thesis's 88 questions were left).
    """
    return np.array([way != "none" for way in PhraseCoverage.of(data.terms, matcher).worst], np.bool_)


def fold_of(data: Judgements, folds: int, seed: int) -> IntArray:
    """Return the fold of each item; those of one target, or of the same two phrases, are in one fold.

    >>> from lydite.probes.agreement import read_questions
    >>> np.bincount(fold_of(read_questions("thesis"), 3, seed=0)).tolist()
    [3, 2, 2]
    """
    keys = _keys(data)
    groups = sorted(set(keys))
    if folds > len(groups):
        raise InputError(
            f"{data.name}: {folds} folds, and only {len(groups)} of what is held out together "
            "(questions of one target, comparisons or pairs of the same phrases)"
        )
    order = np.random.default_rng([seed, folds]).permutation(len(groups)) % folds
    place = dict(zip(groups, order.tolist(), strict=True))
    return np.array([place[key] for key in keys], np.int64)


def _keys(data: Judgements) -> list[str]:
    if isinstance(data, QuestionSet):
        return [q.substitutee.lower() for q in data.questions]
    if QUESTION in data.columns:  # pairs that were questions: those of one target stay together
        return [reference.lower() for reference, *_ in data.terms]
    return ["\t".join(sorted(term.lower() for term in terms)) for terms in data.terms]
