"""How far people agree with each other: each answer as if it were a system's (section 5.1)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.arrays import offsets
from lydite.probes.agreement.questions.judged import QuestionLayout, SubstituteScores
from lydite.probes.agreement.questions.marks import CIRCLED, CROSSED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.probes.agreement.base import Agreement
    from lydite.probes.agreement.questions.question import Question


IMPLIED = {CIRCLED: 0.8, CROSSED: 0.0}
"""The scores that marks stand for; what is unmarked has 0.4."""
UNMARKED_SCORE = 0.4


@dataclass(frozen=True)
class HumanAnswers:
    """All answers, each beside the votes it is compared with."""

    judged: SubstituteScores
    """One "question" for each answer, with the substitutes that it was shown."""
    question: IntArray
    """The place of the question of each answer."""
    count: int
    """How many questions there are."""
    by: tuple[str, ...]

    @classmethod
    def of(cls, questions: Sequence[Question], *, left_out: bool = False) -> HumanAnswers | None:
        """Compare each answer with the votes of all, or (``left_out``) of all others; None without answers.

        Answers of those who don't know all the terms count for nothing. The answers of people who crossed
        out nothing in any question are excused from BS.
        """
        crossed: dict[str, bool] = defaultdict(bool)
        answers = [(place, a) for place, q in enumerate(questions) for a in q.answers if not a.unknown]
        for _, answer in answers:
            crossed[answer.by] |= CROSSED in answer.marks
        kept = [(p, a) for p, a in answers if any(m is not None for m in a.marks)]
        if not kept:
            return None
        columns: list[FloatArray] = []
        for place, answer in kept:
            shown = [
                (s.score, s.coverage, s.accepted or 0, m)
                for s, m in zip(questions[place].substitutes, answer.marks, strict=True)
                if m is not None
            ]
            columns.append(np.array(shown, np.float64))
        table = np.concatenate(columns)
        votes, coverage, accepted, marks = table.T
        if left_out:
            votes, coverage, accepted = votes - marks, coverage - 1, accepted - (marks == CIRCLED)
        scores = np.where(
            marks == CIRCLED, IMPLIED[CIRCLED], np.where(marks == CROSSED, IMPLIED[CROSSED], UNMARKED_SCORE)
        )
        excused = np.array([bool(a.by) and not crossed[a.by] for _, a in kept])
        layout = QuestionLayout(offsets([*map(len, columns)]))
        judged = SubstituteScores(layout, votes, coverage, accepted, scores, excused)
        return cls(judged, np.array([p for p, _ in kept]), len(questions), tuple(a.by for _, a in kept))

    def statistics(self, metric: Agreement, *, over_questions: bool = True) -> FloatArray:
        """Return a row for each question (the mean over its answers), or for each answer."""
        rows = metric.statistics(self.judged)
        if not over_questions:
            return rows
        sums = np.zeros((self.count, rows.shape[1]))
        np.add.at(sums, self.question, rows)
        for column in range(0, rows.shape[1], 2):
            values, counts = sums[:, column], sums[:, column + 1]
            sums[:, column] = np.divide(values, counts, out=np.zeros(self.count), where=counts > 0)
            sums[:, column + 1] = counts > 0
        return sums
