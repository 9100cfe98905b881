"""Which score is the best: what users say or, where the order of the lists contradicts it, a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.errors import InputError

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray, IntArray
    from lydite.core.choices import Best
    from lydite.reading.fields import ReadingContext

Order = Literal["list", "rows", "mapping"]
"""Where scores stand: a list claims an order, rows do where all their scores rise, a mapping hardly does."""
_SURE = 5  # scores higher than the one before, in all lists together: fewer say nothing
_SHARES = {"list": 0.5, "rows": 0.5, "mapping": 0.8}
"""The share of lists whose order contradicts their scores, above which users are asked."""


def by_best(
    scores: FloatArray, owners: IntArray, context: ReadingContext, order: Order = "list"
) -> FloatArray | None:
    """Return scores of which the highest is the best; None where the order counts, whatever the scores.

    ``owners`` says which list each score is of. Where users said nothing, the highest is the best, unless
    most lists are in another order than that of their scores, which is an error.
    """
    best = context.fields.best
    context.scored = True
    if best is None:
        steps = Steps()
        steps.add(scores, owners, order)
        steps.check(context.source)
    return directed(scores, best)


def directed(scores: FloatArray, best: Best | None) -> FloatArray | None:
    """Return scores of which the highest is the best; None where they do not count.

    >>> directed(np.array([0.1, 0.9]), "lowest"), directed(np.array([0.1, 0.9]), "order")
    (array([-0.1, -0.9]), None)
    """
    if best == "order":
        return None
    return -scores if best == "lowest" else scores


class Steps:
    """How scores go from entry to entry, by where they stand."""

    def __init__(self) -> None:
        self.up = 0
        """Scores that are higher than the one before."""
        self.counts: dict[Order, IntArray] = {}
        """How many lists have scores that differ, have some that rise, and have only such."""

    def add(self, scores: FloatArray, owners: IntArray, order: Order) -> None:
        """Take scores; those of one list need not stand together."""
        if len(scores) < 2:
            return
        if (np.diff(owners) < 0).any():
            together = np.argsort(owners, kind="stable")
            owners, scores = owners[together], scores[together]
        same = owners[1:] == owners[:-1]
        up, down = (scores[1:] > scores[:-1]) & same, (scores[1:] < scores[:-1]) & same
        size = int(owners[-1]) + 1
        rises, falls = (np.bincount(owners[1:][steps], minlength=size) > 0 for steps in (up, down))
        found = np.array([(rises | falls).sum(), rises.sum(), (rises & ~falls).sum()])
        self.counts[order] = self.counts.get(order, np.zeros(3, np.int64)) + found
        self.up += int(up.sum())

    def check(self, source: str) -> None:
        """Refuse lists of which most contradict their scores: one of the two is not what it seems."""
        for order, counts in self.counts.items():
            scored, some, all_rise = counts.tolist()
            against = some if order == "list" else all_rise
            if self.up < _SURE or against <= _SHARES[order] * scored:
                continue
            how = "rise from first to last" if 2 * all_rise > scored else "are not in order"
            raise InputError(
                f"in {against:,} of {scored:,} lists the scores {how}, so that the first phrase does not "
                "have the highest score; say which score is best: --best highest, --best lowest, or --best "
                "order (the order of the list, whatever the scores)",
                source,
            )
