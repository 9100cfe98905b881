"""What best and oot of lexical substitution share: guesses, and what they are worth by people's answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from lydite.core.spec import param
from lydite.probes.agreement.base import DIGITS, Agreement, rows
from lydite.probes.agreement.questions.judged import Guesses

if TYPE_CHECKING:
    from lydite.core.array_types import BoolArray, FloatArray
    from lydite.probes.agreement.questions.judged import SubstituteScores

Over = Literal["all", "attempted"]
Credit = Literal["answers", "mode"]
MOST = 10  # guesses that oot looks at


@dataclass(frozen=True)
class GuessMetric(Agreement):
    """Base of the two measures: each weighs the substitutes by how they were guessed.

    As in the organisers' scorer a guess that nobody gave earns nothing and takes its place among the guesses.
    A substitute that nobody was asked about (coverage 0) is no such guess: it is left out.
    """

    reference = "McCarthy and Navigli 2007 (SemEval-2007 Task 10)"
    undefined = "items without answers, for the mode those without one mode, are left out"

    over: Over = param("all", help="recall over all items, or precision over those attempted")
    credit: Credit = param("answers", help="all of people's answers, or the most frequent one")

    def weights(self, guesses: Guesses) -> FloatArray:
        """Return how much of the guess each substitute is."""
        raise NotImplementedError

    def statistics(self, judged: SubstituteScores) -> FloatArray:
        """Return (credit, 1) for each question that counts."""
        guesses = judged.guesses or ranked_guesses(judged)
        given, layout = judged.accepted, judged.layout
        counted = layout.count(given) > 0
        if self.credit == "mode":
            worth, single = modes(judged)
            counted &= single
        else:
            whole = layout.count(given)
            worth = given / np.where(whole > 0, whole, 1)[layout.question]
        if self.over == "attempted":
            counted &= guesses.attempted
        credit = layout.count(worth * self.weights(guesses))
        return rows(credit, counted)


def modes(judged: SubstituteScores) -> tuple[FloatArray, BoolArray]:
    """Return 1 for the answer that most people gave, and which questions have one alone."""
    layout = judged.layout
    most = np.zeros(len(layout.sizes))
    np.maximum.at(most, layout.question, judged.accepted)
    top = (judged.accepted == most[layout.question]) & (judged.accepted > 0)
    return top.astype(float), layout.count(top) == 1


def ranked_guesses(judged: SubstituteScores) -> Guesses:
    """Return the guesses of a system that ranks all substitutes; of equal scores each order is as likely."""
    layout = judged.layout
    scores = np.where(judged.judged, np.round(judged.scores, DIGITS), -np.inf)
    order = np.lexsort((-scores, layout.question))
    new = np.ones(len(order), np.bool_)
    same = (scores[order][1:] == scores[order][:-1]) & (np.diff(layout.question[order]) == 0)
    new[1:] = ~same
    block = np.cumsum(new) - 1
    size = np.bincount(block)[block]
    first = np.flatnonzero(new)[block] - layout.starts[layout.question[order]]
    chances = {}
    for most in (1, MOST):
        chances[most] = np.empty(len(order))
        chances[most][order] = np.where(judged.judged[order], np.clip((most - first) / size, 0.0, 1.0), 0.0)
    return Guesses(chances[1], chances[1], chances[MOST], np.ones(len(layout.sizes), np.bool_))
