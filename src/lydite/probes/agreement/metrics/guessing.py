"""What best and oot of lexical substitution share: guesses, and what they are worth by people's answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.probes.agreement.base import Agreement
from lydite.probes.agreement.questions.judged import Guesses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lydite.probes.agreement.base import FloatArray
    from lydite.probes.agreement.questions.judged import Judged

Over = Literal["all", "attempted"]
Credit = Literal["answers", "mode"]
MOST = 10  # guesses that oot looks at
_DIGITS = 12


class Guessing(Agreement):
    """Base of the two measures: each weighs the substitutes by how they were guessed."""

    over: Over
    credit: Credit

    def weights(self, guesses: Guesses) -> FloatArray:
        """Return how much of the guess each substitute is."""
        raise NotImplementedError

    def statistics(self, judged: Judged) -> FloatArray:
        """Return (credit, 1) for each question that counts."""
        guesses = judged.guesses or ranked(judged)
        given, layout = judged.accepted, judged.layout
        asked = layout.count(given) > 0
        if self.credit == "mode":
            worth, single = modes(judged)
            asked &= single
        else:
            worth = given / np.maximum(layout.count(given), 1)[layout.question]
        if self.over == "attempted":
            asked &= guesses.attempted
        credit = layout.count(worth * self.weights(guesses))
        return np.stack([np.where(asked, credit, 0.0), asked.astype(float)], axis=1)


def modes(judged: Judged) -> tuple[FloatArray, NDArray[np.bool_]]:
    """Return 1 for the answer that most people gave, and which questions have one alone."""
    layout = judged.layout
    most = np.zeros(len(layout.sizes))
    np.maximum.at(most, layout.question, judged.accepted)
    top = (judged.accepted == most[layout.question]) & (judged.accepted > 0)
    return top.astype(float), layout.count(top) == 1


def ranked(judged: Judged) -> Guesses:
    """Return the guesses of a system that ranks all substitutes; of equal scores each order is as likely."""
    layout = judged.layout
    scores = np.round(judged.scores, _DIGITS)
    order = np.lexsort((-scores, layout.question))
    new = np.ones(len(order), np.bool_)
    same = (np.diff(scores[order]) == 0) & (np.diff(layout.question[order]) == 0)
    new[1:] = ~same
    block = np.cumsum(new) - 1
    size = np.bincount(block)[block]
    first = np.flatnonzero(new)[block] - layout.starts[layout.question[order]]
    chances = {}
    for most in (1, MOST):
        chances[most] = np.empty(len(order))
        chances[most][order] = np.clip((most - first) / size, 0.0, 1.0)
    return Guesses(chances[1], chances[1], chances[MOST], np.ones(len(layout.sizes), np.bool_))
