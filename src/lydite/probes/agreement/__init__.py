"""Do matchers agree with people: questions, graded pairs, and metrics of agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.core.lazy import lazily
from lydite.probes.agreement.pairs import PairSet, read_pairs
from lydite.probes.agreement.questions import QuestionSet, read_questions, sample, write_questions
from lydite.probes.agreement.reading import read_judgements
from lydite.probes.agreement.run import AgreementRun, agree

if TYPE_CHECKING:
    from lydite.probes.agreement.base import Judgements
    from lydite.probes.agreement.pairs.pair import Pair
else:
    __getattr__ = lazily(
        __name__,
        {
            "base": "Judgements",
            "comparisons.comparison": "APART OrderScores",
            "comparisons.davidson": "fit",
            "comparisons.reading": "parse_comparisons",
            "examples": "table",
            "metrics.gap": "expected_precision",
            "pairs.pair": "Pair",
            "pairs.rated": "PairScores",
            "pairs.reading": "parse_pairs",
            "questions.ceiling": "HumanAnswers",
            "questions.judged": "SubstituteScores",
            "questions.reading": "parse_questions",
            "questions.runs": "judge_run read_run",
        },
    )

__all__ = [
    "AgreementRun",
    "Judgements",
    "Pair",
    "PairSet",
    "QuestionSet",
    "agree",
    "read_judgements",
    "read_pairs",
    "read_questions",
    "sample",
    "write_questions",
]
