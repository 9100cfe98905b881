"""From texts to what is asked: questions and comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.errors import InputError
from lydite.probes.agreement.comparisons.reading import is_comparisons, parse_unanswered
from lydite.probes.agreement.questions import sample
from lydite.probes.agreement.questions.lexsub import is_gold
from lydite.probes.agreement.questions.reading import parse_questions
from lydite.probes.agreement.sheets.items import ComparisonItem, QuestionItem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.agreement.questions import QuestionSet
    from lydite.probes.agreement.sheets.items import SheetItem


def parse_asked(
    text: str, source: str, name: str, size: int | None = None, seed: int = 0
) -> Sequence[SheetItem]:
    """Return the questions or comparisons of a text; what was answered before plays no part.

    ``size`` draws so many substitutes of each question, as :func:`sample` does.
    """
    if not text.strip():
        raise InputError("there are no questions or comparisons in it", source)
    if is_comparisons(text):
        return [ComparisonItem(*one, *other) for one, other in parse_unanswered(text, source)]
    if text.lstrip().startswith("{") or is_gold(text):
        return question_items(parse_questions(text, source, name, judged=False), size, seed)
    raise InputError(
        "expected questions (substitutee, substitutes), comparisons (candidate, reference, other_candidate, "
        "other_reference) or a saved run",
        source,
    )


def question_items(questions: QuestionSet, size: int | None, seed: int) -> list[SheetItem]:
    """Return the questions of a set."""
    drawn = questions if size is None else sample(questions, size, seed)
    return [QuestionItem(q.id, q.substitutee, [*q.phrases], dict(q.columns)) for q in drawn.questions]
