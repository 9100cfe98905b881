"""Questions of substitutability, people's answers to them, and where they are read from."""

from lydite.probes.agreement.questions.question import Answer, Question, QuestionSet, Substitute
from lydite.probes.agreement.questions.reading import read_questions, write_questions
from lydite.probes.agreement.questions.sampling import sample

__all__ = ["Answer", "Question", "QuestionSet", "Substitute", "read_questions", "sample", "write_questions"]
