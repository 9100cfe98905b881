"""Questions put to people: which of these phrases can stand for that one."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from lydite.core.arrays import content_digest
from lydite.core.notes import Note
from lydite.probes.agreement.base import HumanJudgement, Judgements, columns_of
from lydite.probes.agreement.questions.ceiling import HumanAnswers
from lydite.probes.agreement.questions.judged import SubstituteScores
from lydite.probes.agreement.questions.marks import CIRCLED, CROSSED, Mark

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.matchers.base import Matcher
    from lydite.probes.agreement.base import Agreement


@dataclass(frozen=True, slots=True)
class Answer:
    """What one person said: a mark for each substitute of the question, in its order."""

    marks: tuple[Mark, ...]
    by: str = ""
    """Who; empty where nobody knows."""
    unknown: bool = False
    """"Don't know all the terms": it counts for nothing."""


@dataclass(frozen=True, slots=True)
class Substitute:
    """One phrase, and what people made of it."""

    phrase: str
    score: float
    """How often it was circled, less how often it was crossed out."""
    coverage: float
    """How many people judged it."""
    accepted: float | None = None
    """How many circled it, where that is known."""


@dataclass(frozen=True)
class Question:
    """One phrase (the substitutee) and others that may stand for it."""

    id: str
    substitutee: str
    substitutes: tuple[Substitute, ...]
    answers: tuple[Answer, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)
    """What else is known of it: part of speech, the sentence."""

    @classmethod
    def of(
        cls,
        id: str,
        substitutee: str,
        phrases: Sequence[str],
        answers: Sequence[Answer],
        columns: Mapping[str, str] | None = None,
    ) -> Question:
        """Aggregate answers: +1 for each circle, −1 for each cross (section 4.1).

        >>> asked = [Answer((1, -1, -1, 0)), Answer((1, 0, -1, 0)), Answer((0, 0, 1, 0), unknown=True)]
        >>> apples = Question.of("1", "apples", ["fruit", "pear", "vegetables", "food"], asked)
        >>> [s.score for s in apples.substitutes], apples.substitutes[0].coverage
        ([2, -1, -2, 0], 2)
        """
        counted = [a.marks for a in answers if not a.unknown]
        substitutes = []
        for place, phrase in enumerate(phrases):
            marks = [m[place] for m in counted if m[place] is not None]
            circled, crossed = marks.count(CIRCLED), marks.count(CROSSED)
            substitutes.append(Substitute(phrase, circled - crossed, len(marks), circled))
        return cls(id, substitutee, tuple(substitutes), tuple(answers), columns or {})

    @property
    def phrases(self) -> tuple[str, ...]:
        """The substitutes as texts."""
        return tuple(s.phrase for s in self.substitutes)

    def choose(self, places: Sequence[int]) -> Question:
        """Return the question with some of its substitutes."""
        return replace(
            self,
            substitutes=tuple(self.substitutes[i] for i in places),
            answers=tuple(replace(a, marks=tuple(a.marks[i] for i in places)) for a in self.answers),
        )

    def record(self) -> dict[str, Any]:
        """Return what stands on a line of a file."""
        record: dict[str, Any] = {"id": self.id, **self.columns, "substitutee": self.substitutee}
        record["substitutes"] = [
            {k: v for k in ("phrase", "score", "coverage", "accepted") if (v := getattr(s, k)) is not None}
            for s in self.substitutes
        ]
        if self.answers:
            record["answers"] = [self._answer(a) for a in self.answers]
        return record

    def _answer(self, answer: Answer) -> dict[str, Any]:
        marked = list(zip(self.phrases, answer.marks, strict=True))
        record: dict[str, Any] = {"by": answer.by} if answer.by else {}
        record["circled"] = [p for p, m in marked if m == CIRCLED]
        record["crossed"] = [p for p, m in marked if m == CROSSED]
        if None in answer.marks:
            record["shown"] = [p for p, m in marked if m is not None]
        return record | ({"unknown": True} if answer.unknown else {})


@dataclass(frozen=True)
class QuestionSet(Judgements):
    """Questions together, sorted by id."""

    offers = ("questions",)
    defaults = ("CW", "Combo", "SR", "GS", "BS")  # as in Table 5.3

    name: str
    questions: tuple[Question, ...]
    notes: tuple[Note, ...] = ()

    def __post_init__(self) -> None:
        ordered = tuple(sorted(self.questions, key=lambda q: q.id))
        object.__setattr__(self, "questions", ordered)

    def __len__(self) -> int:
        return len(self.questions)

    @functools.cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids, sorted."""
        return tuple(q.id for q in self.questions)

    @functools.cached_property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """Columns by name, a value for each question."""
        return columns_of([q.columns for q in self.questions])

    @functools.cached_property
    def digest(self) -> str:
        """What identifies the content in signatures."""
        return content_digest([json.dumps(q.record(), ensure_ascii=False) for q in self.questions])

    @property
    def terms(self) -> list[tuple[str, ...]]:
        """The substitutee of each question and its substitutes."""
        return [(q.substitutee, *q.phrases) for q in self.questions]

    @property
    def judgements(self) -> list[HumanJudgement]:
        """The votes for each substitute, of how many people."""
        those = ((q.substitutee, s) for q in self.questions for s in q.substitutes)
        return [HumanJudgement(reference, s.phrase, s.score, s.coverage) for reference, s in those]

    def judge(self, matcher: Matcher) -> SubstituteScores:
        """Score all substitutes with a matcher."""
        phrases = [p for q in self.questions for p in q.phrases]
        targets = [q.substitutee for q in self.questions for _ in q.substitutes]
        return replace(self._votes, scores=matcher.pairs(phrases, targets))

    @functools.cached_property
    def _votes(self) -> SubstituteScores:
        """The votes, whose pairs are numbered once for all matchers."""
        return SubstituteScores.of(self.questions)

    def people(self, *, left_out: bool) -> Callable[[Agreement], FloatArray] | None:
        """Return the mean over the answers to each question, each answer as if it were a system's."""
        answers = HumanAnswers.of(self.questions, left_out=left_out)
        return None if answers is None else answers.statistics
