"""Do matchers agree with people: questions, graded pairs, and metrics of agreement."""

from lydite.probes.agreement.pairs import PairSet, read_pairs
from lydite.probes.agreement.questions import QuestionSet, read_questions, sample, write_questions
from lydite.probes.agreement.reading import read_judgements
from lydite.probes.agreement.run import AgreementRun, agree

__all__ = [
    "AgreementRun",
    "PairSet",
    "QuestionSet",
    "agree",
    "read_judgements",
    "read_pairs",
    "read_questions",
    "sample",
    "write_questions",
]
