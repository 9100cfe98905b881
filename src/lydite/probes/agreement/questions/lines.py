"""One question a line: ``{"substitutee", "substitutes": [{"phrase", …}], "answers": [{"by", …}]}``."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError, did_you_mean
from lydite.core.notes import Note
from lydite.probes.agreement.questions.marks import CIRCLED, CROSSED, UNMARKED
from lydite.probes.agreement.questions.question import Answer, Question, QuestionSet, Substitute
from lydite.reading.fields import ReadingContext
from lydite.reading.formats.json_text import decode_json, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.agreement.questions.marks import Mark

_KEYS = ("id", "substitutee", "substitutes", "answers")
_ANSWER = ("by", "circled", "crossed", "shown", "unknown")
_MOST = 2  # substitutes that a volunteer of the thesis might circle, of four


def parse_lines(text: str, source: str, name: str) -> QuestionSet:
    """Read JSON lines; keys other than those of a question are columns. The faults of all lines are told."""
    questions: dict[str, Question] = {}
    first: dict[str, int] = {}
    context = ReadingContext(source)
    for number, row in enumerate(text.split("\n"), 1):
        if not row.strip():
            continue
        with context.keep_fault():
            line = _QuestionLine(source, number)
            question = line.question(decode_json(row, source, number))
            if question.id in questions:
                raise line.wrong(
                    f"question {question.id!r} is there twice, first on line {first[question.id]}"
                )
            questions[question.id], first[question.id] = question, number
    context.raise_faults()
    if not questions:
        raise InputError("there are no questions in it", source)
    if not any(s.coverage for q in questions.values() for s in q.substitutes):
        raise InputError("nobody judged any substitute in it", source)
    notes = tuple(_notes(list(questions.values()), source))
    return QuestionSet(name, tuple(questions.values()), notes)


def _notes(questions: Sequence[Question], source: str) -> list[Note]:
    many = sum(
        a.marks.count(CIRCLED) > _MOST for q in questions if len(q.substitutes) <= 4 for a in q.answers
    )
    unseen = sum(s.coverage == 0 for q in questions for s in q.substitutes)
    alone = sum(len(q.substitutes) == 1 for q in questions)
    told = {
        f"answers that circle more than {_MOST} substitutes of four at most": many,
        "substitutes that nobody judged (coverage 0), left out": unseen,
        "questions with one substitute, which have no ranking": alone,
    }
    return [Note(f"{what}: {{count:,}}", source, count=count) for what, count in told.items() if count]


@dataclass(frozen=True, slots=True)
class _QuestionLine:
    source: str
    number: int

    def wrong(self, message: str) -> InputError:
        return InputError(message, self.source, self.number)

    def question(self, record: Any) -> Question:
        if not isinstance(record, dict):
            raise self.wrong(f"expected an object with substitutee and substitutes, found {kind_of(record)}")
        substitutee = self.phrase(record.get("substitutee"), "substitutee")
        identity = str(record.get("id", substitutee))
        given = self.listed(record.get("substitutes"), "substitutes")
        entries = [self.entry(one) for one in given]
        if not entries:
            raise self.wrong("the question has no substitutes")
        phrases = [self.phrase(one.get("phrase"), "phrase") for one in entries]
        if (twice := _twice(phrases)) is not None:
            raise self.wrong(f"substitute {twice!r} is there twice")
        answers = [self.answer(one, phrases) for one in self.listed(record.get("answers", []), "answers")]
        if (twice := _twice([a.by for a in answers if a.by])) is not None:
            raise self.wrong(f"{twice!r} answered this question twice")
        columns = {
            k: str(v) for k, v in record.items() if k not in _KEYS and isinstance(v, str | int | float)
        }
        if answers:
            derived = Question.of(identity, substitutee, phrases, answers, columns)
            self.compare(entries, derived)
            return derived
        return Question(identity, substitutee, tuple(map(self.substitute, entries)), (), columns)

    def entry(self, one: Any) -> dict[str, Any]:
        if isinstance(one, str):
            return {"phrase": one}
        if not isinstance(one, dict):
            raise self.wrong(f"expected a substitute with phrase, score and coverage, found {kind_of(one)}")
        return one

    def substitute(self, one: dict[str, Any]) -> Substitute:
        score, coverage = (self.amount(one, key) for key in ("score", "coverage"))
        if score is None or coverage is None:
            raise self.wrong(
                f"{one['phrase']!r} has no {'score' if score is None else 'coverage'}, and nobody answered"
            )
        accepted = self.amount(one, "accepted")
        if coverage < 0 or abs(score) > coverage or not 0 <= (accepted or 0) <= coverage:
            raise self.wrong(
                f"{one['phrase']!r}: score {score:g}{'' if accepted is None else f', accepted {accepted:g}'}"
                f" cannot come from {coverage:g} people"
            )
        return Substitute(one["phrase"], score, coverage, accepted)

    def compare(self, entries: Sequence[dict[str, Any]], derived: Question) -> None:
        """Refuse scores that are not those of the answers."""
        for one, made in zip(entries, derived.substitutes, strict=True):
            for key in ("score", "coverage", "accepted"):
                given = self.amount(one, key)
                if given is not None and given != getattr(made, key):
                    raise self.wrong(
                        f"{made.phrase!r} has {key} {given:g}, but {getattr(made, key):g} by the answers"
                    )

    def answer(self, one: Any, phrases: Sequence[str]) -> Answer:
        if not isinstance(one, dict):
            raise self.wrong(f"expected an answer with circled and crossed, found {kind_of(one)}")
        by = one.get("by", "")
        if by is not None and not isinstance(by, str | int):
            raise self.wrong(f"expected the name of who answered as by, found {kind_of(by)}")
        by = "" if by is None else str(by)
        who = f"the answer of {by!r}" if by else "an answer"
        if (strange := next((k for k in one if k not in _ANSWER), None)) is not None:
            hint = did_you_mean(strange, _ANSWER) or f"; there are {', '.join(_ANSWER)}"
            raise self.wrong(f"{who} has an unknown key {strange!r:.40}{hint}")
        sets = {}
        for key in ("circled", "crossed", "shown"):
            named = [self.phrase(p, key) for p in self.listed(one.get(key) or [], key)]
            strange = next((p for p in named if p not in phrases), None)
            if strange is not None:
                raise self.wrong(f"{who} has {strange!r} {key}, which is no substitute here")
            sets[key] = set(named)
        both = sets["circled"] & sets["crossed"]
        if both:
            raise self.wrong(f"{who} has {min(both)!r} both circled and crossed")
        shown = set(phrases) if one.get("shown") is None else sets["shown"]
        hidden = (sets["circled"] | sets["crossed"]) - shown
        if hidden:
            raise self.wrong(f"{who} marks {min(hidden)!r}, which was not shown")
        if not isinstance(one.get("unknown", False), bool):
            raise self.wrong(f"{who}: unknown is true or false, not {one['unknown']!r:.40}")
        return Answer(tuple(_mark(p, sets, shown) for p in phrases), str(by), one.get("unknown", False))

    def phrase(self, value: Any, what: str) -> str:
        if not isinstance(value, str) or not value.strip():
            instead = "nothing" if value is None else "an empty text" if value == "" else f"{value!r:.40}"
            raise self.wrong(f"expected a phrase as {what}, found {instead}")
        return value.strip()

    def listed(self, value: Any, what: str) -> list[Any]:
        if not isinstance(value, list):
            raise self.wrong(
                f"expected a list of {what}, found {'nothing' if value is None else kind_of(value)}"
            )
        return value

    def amount(self, one: dict[str, Any], key: str) -> float | None:
        value = one.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise self.wrong(f"expected a number as {key} of {one['phrase']!r}, found {value!r:.40}")
        return value


def _mark(phrase: str, sets: dict[str, set[str]], shown: set[str]) -> Mark:
    if phrase not in shown:
        return None
    return CIRCLED if phrase in sets["circled"] else CROSSED if phrase in sets["crossed"] else UNMARKED


def _twice(names: Sequence[str]) -> str | None:
    return next((name for name, count in Counter(names).items() if count > 1), None)
