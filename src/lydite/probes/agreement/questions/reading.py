"""Question sets from files: JSON lines, SWORDS, SemEval-2007; the questions the thesis prints by name."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.io.writing import writing
from lydite.probes.agreement.questions import lexsub, swords
from lydite.probes.agreement.questions.lines import parse_lines
from lydite.reading.formats.json_text import decode_json

if TYPE_CHECKING:
    from os import PathLike

    from lydite.probes.agreement.questions.question import QuestionSet

EMBEDDED = "thesis"


def read_questions(path: str | PathLike[str], encoding: str | None = None) -> QuestionSet:
    """Return a question set: the embedded one by its name, or one from a file, told by content.

    >>> [q.substitutee for q in read_questions("thesis").questions][:2]
    ['alternating current', 'approximate']
    """
    if str(path) == EMBEDDED:
        content = resources.files("lydite").joinpath("data/questions/thesis.jsonl").read_text("utf-8")
        return parse_questions(content, EMBEDDED, EMBEDDED)
    name = Path(opening.bare_name(path)).stem
    return parse_questions(opening.text(path, encoding), opening.source_name(path), name)


def parse_questions(text: str, source: str, name: str) -> QuestionSet:
    """Return the questions in the text of a file."""
    start = text.lstrip()
    if not start:
        raise InputError("there are no questions in it", source)
    if not start.startswith("{"):
        return lexsub.parse_gold(text, source, name)
    line = start.partition("\n")[0]
    first = _object(line)
    known = first is not None and {swords.KEY, lexsub.KEY} & first.keys()
    if (first is not None and not known) or '"substitutee"' in line:
        return parse_lines(text, source, name)
    content = decode_json(text, source)
    if swords.KEY in content:
        return swords.convert(content, source, name)
    if lexsub.KEY in content:
        return lexsub.convert(content, source, name)
    raise InputError(
        "expected one question a line (substitutee, substitutes), SWORDS or SemEval-2007's substitutes",
        source,
    )


def write_questions(questions: QuestionSet, path: str | Path) -> None:
    """Write a question set as JSON lines, whatever it was read from."""
    with writing(path) as file:
        for question in questions.questions:
            file.write(json.dumps(question.record(), ensure_ascii=False) + "\n")


def _object(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
