"""From answers to judgements: question sets, comparisons, people's scores of lists, judged pairs."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.files import writing
from lydite.probes.agreement.comparisons.reading import COLUMNS
from lydite.probes.agreement.questions import Question, QuestionSet, write_questions
from lydite.probes.agreement.questions.marks import CIRCLED, CROSSED, UNMARKED
from lydite.probes.agreement.questions.question import Answer
from lydite.probes.agreement.sheets.items import ComparisonItem, ListItem, QuestionItem, VerdictItem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from lydite.probes.agreement.sheets.answers import SheetAnswer, SheetAnswers
    from lydite.probes.agreement.sheets.items import SheetItem
    from lydite.probes.agreement.sheets.sheet import SheetSet

WORDS = ("better", "worse", "similar")


@dataclass(frozen=True)
class JudgedItem:
    """One answer to one item; what was circled, crossed out or chosen is counted as the item has it."""

    item: SheetItem
    order: Sequence[int]
    answer: SheetAnswer
    by: str

    @property
    def choice(self) -> int | None:
        """The choice, from 0; of two sides as the item has them. None where nobody can say."""
        if self.answer.choice is None or self.answer.unknown:
            return None
        chosen = self.answer.choice - 1
        return self.order[chosen] if chosen < len(self.order) else chosen

    def marks(self) -> tuple[int, ...]:
        """Return what was made of each substitute, in the order of the question."""
        marks = [UNMARKED] * len(self.order)
        for places, mark in ((self.answer.circled, CIRCLED), (self.answer.crossed, CROSSED)):
            for place in places:
                marks[self.order[place - 1]] = mark
        return tuple(marks)


@dataclass(frozen=True)
class GatheredAnswers:
    """All answers to sheets, by the item they are about."""

    sheets: SheetSet
    people: int
    judged: dict[int, list[JudgedItem]]
    """By the place of an item among all."""

    @classmethod
    def of(cls, sheets: SheetSet, answers: Sequence[SheetAnswers]) -> GatheredAnswers:
        """Put the answers of all sheets together; nobody judges anything twice."""
        judged: dict[int, list[JudgedItem]] = defaultdict(list)
        for told in answers:
            sheet = sheets.sheet(told.sheet)
            entries = [] if sheet is None else sheet.entries
            for answer in told.answers:
                entry = entries[answer.item - 1]
                item = sheets.items[entry.item]
                if any(told.who == other.by for other in judged[entry.item]):
                    raise InputError(f"{told.who} judges {item.name} twice, on sheet {told.sheet} again")
                if not answer.empty:
                    judged[entry.item].append(JudgedItem(item, entry.order, answer, told.who))
        if not any(judged.values()):
            raise InputError(f"{sheets.name}: nothing is answered on {len(answers):,} sheets")
        return cls(sheets, len({a.who for a in answers}), {k: v for k, v in sorted(judged.items()) if v})

    @property
    def answers(self) -> list[JudgedItem]:
        """All answers, by item."""
        return [one for those in self.judged.values() for one in those]

    def write(self, path: str | Path) -> None:
        """Write the judgements in the form that ``lydite agree`` reads."""
        if type(self.sheets.items[0]) is QuestionItem:
            write_questions(self.questions(), path)
        else:
            write_table(path, *self.table())

    def table(self) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
        """Return the judgements as a head and rows."""
        return _TABLES[type(self.sheets.items[0])](self)

    def questions(self) -> QuestionSet:
        """Return the question set."""
        return QuestionSet(self.sheets.name, tuple(_question(those) for those in self.judged.values()))


def _question(judged: Sequence[JudgedItem]) -> Question:
    item = judged[0].item
    if not isinstance(item, QuestionItem):
        raise InputError("only sheets of questions give a question set")
    answers = [Answer(one.marks(), one.by, one.answer.unknown) for one in judged]
    return Question.of(item.id, item.substitutee, item.substitutes, answers, item.columns)


def _comparisons(gathered: GatheredAnswers) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
    rows = [
        (*one.item.sides[0], *one.item.sides[1], WORDS[one.choice], one.by)
        for one in gathered.answers
        if isinstance(one.item, ComparisonItem) and one.choice is not None
    ]
    return (*COLUMNS, "by"), rows


def _lists(gathered: GatheredAnswers) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
    rows = [
        (one.item.system, one.item.id, one.choice + 1, one.by)
        for one in gathered.answers
        if isinstance(one.item, ListItem) and one.choice is not None
    ]
    return ("system", "id", "score", "by"), rows


def _verdicts(gathered: GatheredAnswers) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
    """A row for each draw: the share of people who accept, and what the draw stands for."""
    rows = []
    for those in gathered.judged.values():
        item = those[0].item
        votes = [one.choice == 0 for one in those if one.choice is not None]
        if isinstance(item, VerdictItem) and votes:
            share = sum(votes) / len(votes)
            row = (item.candidate, item.reference, share, share, item.weight, item.probability, len(votes))
            rows += [row] * item.drawn
    return ("candidate", "reference", "rating", "accepted", "weight", "probability", "votes"), rows


def _substitutes(gathered: GatheredAnswers) -> tuple[Sequence[str], Iterable[Sequence[object]]]:
    rows = [
        (q.substitutee, s.phrase, s.accepted, (s.accepted or 0) - s.score, s.coverage)
        for q in gathered.questions().questions
        for s in q.substitutes
    ]
    return ("substitutee", "substitute", "circled", "crossed", "answers"), rows


_TABLES = {
    QuestionItem: _substitutes,
    ComparisonItem: _comparisons,
    ListItem: _lists,
    VerdictItem: _verdicts,
}


def write_table(path: str | Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table, comma-separated."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    with writing(path) as file:
        file.write(out.getvalue())
