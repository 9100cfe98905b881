"""Which score is the best: what users say or, where the order of the lists contradicts it, a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lydite.errors import InputError

if TYPE_CHECKING:
    from lydite.array_types import FloatArray, IntArray
    from lydite.choices import Best
    from lydite.reading.fields import ReadingContext

_SURE = 5  # scores higher than the one before, in all lists together: fewer say nothing
_NEARLY = 0.8  # the share of mappings, which claim no order, whose scores all rise


def by_best(scores: FloatArray, owners: IntArray, context: ReadingContext) -> FloatArray | None:
    """Return scores of which the highest is the best; None where the order counts, whatever the scores.

    ``owners`` says which list each score is of. Where users said nothing, the highest is the best, unless
    most lists are in another order than that of their scores, which is an error.
    """
    best = context.fields.best
    if best is None:
        steps = Steps()
        steps.add(scores, owners)
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
    """How scores go from entry to entry of lists, and of mappings, which claim no order."""

    def __init__(self) -> None:
        self.up = 0
        """Scores of lists that are higher than the one before."""
        self.counts = np.zeros(3, np.int64)
        """Lists whose scores differ; those in which some rise; those in which all do."""
        self.mappings = np.zeros(3, np.int64)

    def add(self, scores: FloatArray, owners: IntArray, *, mapping: bool = False) -> None:
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
        counts = np.array([(rises | falls).sum(), rises.sum(), (rises & ~falls).sum()])
        if mapping:
            self.mappings += counts
        else:
            self.counts += counts
        self.up += int(up.sum())

    def check(self, source: str) -> None:
        """Refuse lists of which most are not in the order of their scores: one of the two is not what it seems."""
        scored, against, rising = self.counts.tolist()
        pairs, _, up = self.mappings.tolist()
        if self.up < _SURE or not (2 * against > scored or (pairs and up >= _NEARLY * pairs)):
            return
        if 2 * against <= scored:
            scored, against, rising = pairs, up, up
        how = "rise from first to last" if 2 * rising > scored else "are not in order"
        raise InputError(
            f"in {against:,} of {scored:,} lists the scores {how}, so that the first phrase is not the one with "
            "the highest score; say which score is best: --best highest, --best lowest, or --best order (the "
            "order of the list, whatever the scores)",
            source,
        )
