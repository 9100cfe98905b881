"""Answers to sheets: what a page downloads, and what is typed in by the number of a sheet (Figure 4.2)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from lydite.errors import InputError
from lydite.probes.agreement.sheets.items import MOST_CIRCLED
from lydite.probes.agreement.sheets.sheet import Number
from lydite.reading import opening
from lydite.reading.formats.json_text import decode_json

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from lydite.probes.agreement.sheets.items import SheetItem
    from lydite.probes.agreement.sheets.sheet import Sheet, SheetSet

PATTERN = "answers-*.json"
Counted = Annotated[int, Meta(ge=1, le=2**31)]
_LONGEST = 80
_NUMBER = re.compile("-?[0-9]{1,6}")


class SheetAnswer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was said of one item; numbers are those of the sheet, from 1, and so are those of options."""

    item: Counted
    circled: list[Counted] = []
    crossed: list[Counted] = []
    choice: Counted | None = None
    unknown: bool = False
    """"Don't know all the terms"."""

    @property
    def empty(self) -> bool:
        """Whether nothing was said."""
        return not (self.circled or self.crossed or self.unknown or self.choice is not None)


class SheetAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    """What one person made of one sheet."""

    kind: Literal["lydite answers"]
    schema: Literal[1]
    sheets: str
    """The digest of the sheets that it belongs to."""
    sheet: Number
    by: Annotated[str, Meta(max_length=_LONGEST)]
    answers: list[SheetAnswer]

    @property
    def who(self) -> str:
        """The name that was given; a sheet without one is one person's."""
        return self.by.strip() or f"sheet {self.sheet}"


def read_answers(path: str | PathLike[str], sheets: SheetSet) -> SheetAnswers:
    """Read what a page downloaded, and hold every number against the sheet it names."""
    source = opening.source_name(path)
    try:
        told = msgspec.convert(decode_json(opening.text(path), source), SheetAnswers)
    except msgspec.ValidationError as error:
        raise InputError(f"is not what a sheet downloads: {error}", source) from error
    sheet = sheets.sheet(told.sheet)
    if sheet is None:
        raise InputError(
            f"answers sheet {told.sheet}, which is not there (there is {sheets.numbers})", source
        )
    if told.sheets != sheets.digest:
        raise InputError(f"answers sheet {told.sheet} of other sheets than these", source)
    seen: set[int] = set()
    for answer in told.answers:
        if answer.item > len(sheet.entries):
            last = len(sheet.entries)
            raise InputError(f"sheet {told.sheet} has {last} items, and no {answer.item}", source)
        if answer.item in seen:
            raise InputError(f"answers item {answer.item} twice", source)
        seen.add(answer.item)
        if wrong := fault(answer, sheets.items[sheet.entries[answer.item - 1].item]):
            raise InputError(f"item {answer.item}: {wrong}", source)
    return told


def fault(answer: SheetAnswer, item: SheetItem) -> str:
    """Return what is wrong with an answer to an item; nothing where it is right."""
    marks = [*answer.circled, *answer.crossed]
    if item.choices:
        if marks:
            return "nothing can be circled or crossed out there"
        most = len(item.choices)
        return f"expected 1 to {most}, found {answer.choice}" if (answer.choice or 1) > most else ""
    if answer.choice is not None:
        return "expected what is circled and crossed out, not a choice"
    if max(marks, default=1) > len(item.options):
        return f"there are {len(item.options)} phrases, and no {max(marks)}"
    if len(set(marks)) < len(marks):
        return "a phrase is marked twice"
    if len(answer.circled) > MOST_CIRCLED:
        return f"at most {MOST_CIRCLED} can be circled, not {len(answer.circled)}"
    return ""


def read_all(
    folder: str | PathLike[str], files: Sequence[str | PathLike[str]], sheets: SheetSet
) -> list[SheetAnswers]:
    """Read answers from files, or where none is named all ``answers-*.json`` beside the sheets."""
    paths = [*files] or sorted(beside(folder).glob(PATTERN))
    if not paths:
        raise InputError(f"there are no answers in it ({PATTERN}): name their files", folder)
    seen: dict[tuple[int, str], str] = {}
    answers = []
    for path in paths:
        one = read_answers(path, sheets)
        key = one.sheet, one.who
        if key in seen:
            named = f"by {one.by.strip()!r}" if one.by.strip() else "without a name"
            raise InputError(f"sheet {one.sheet} is answered twice {named}, first in {seen[key]}", path)
        seen[key] = opening.source_name(path)
        answers.append(one)
    return answers


def typed_answer(line: str, number: int, item: SheetItem) -> SheetAnswer:
    """Return the answer that a line spells: ``2 -1`` circles the second and crosses out the first.

    ``?`` is "don't know all the terms"; where one is chosen the line is its number. Nothing is no answer.

    >>> from lydite.probes.agreement.sheets.items import QuestionItem
    >>> asked = QuestionItem("1", "walmart", ["ebay", "shop", "tesco", "supermarket"])
    >>> answer = typed_answer("-1 2 ?", 1, asked)
    >>> answer.circled, answer.crossed, answer.unknown
    ([2], [1], True)
    """
    words = line.split()
    numbers = [w for w in words if w != "?"]
    if strange := next((w for w in numbers if not _NUMBER.fullmatch(w)), None):
        raise InputError(f"expected numbers (-1 crosses the first out) and ?, found {strange!r:.40}")
    values = [int(w) for w in numbers]
    unknown = "?" in words
    if 0 in values:
        raise InputError("phrases are numbered from 1")
    if item.choices:
        if len(values) > 1 or min(values, default=1) < 1:
            raise InputError(f"expected one number from 1 to {len(item.choices)}, or ?")
        answer = SheetAnswer(number, choice=values[0] if values else None, unknown=unknown)
    else:
        circled, crossed = [v for v in values if v > 0], [-v for v in values if v < 0]
        answer = SheetAnswer(number, circled, crossed, unknown=unknown)
    if wrong := fault(answer, item):
        raise InputError(wrong)
    return answer


def ensure_new(folder: str | PathLike[str], sheet: int, by: str) -> None:
    """Refuse a name that is too long, or whose answers are kept already: before anybody types a sheet in."""
    if len(by) > _LONGEST:
        raise InputError(f"a name has at most {_LONGEST} letters, not {len(by)}")
    kept = beside(folder) / answers_name(sheet, by)
    if kept.exists():
        raise InputError("is there already; give another name (--by), or remove it", kept)


def beside(folder: str | PathLike[str]) -> Path:
    """Return the folder of the sheets, where their file itself is named, too."""
    place = Path(folder)
    return place if place.is_dir() else place.parent


def collected(sheets: SheetSet, sheet: Sheet, by: str, answers: Sequence[SheetAnswer]) -> SheetAnswers:
    """Put typed answers together as a page would; what was not answered is left out."""
    said = [a for a in answers if not a.empty]
    return SheetAnswers("lydite answers", 1, sheets.digest, sheet.number, by.strip(), said)


def answers_name(sheet: int, by: str) -> str:
    """Return the name of the file of answers.

    >>> answers_name(127, "Ann B")
    'answers-127-ann-b.json'
    """
    plain = "-".join("".join(c if c.isalnum() else " " for c in by.lower()).split())
    return f"answers-{sheet:03}{'-' if plain else ''}{plain}.json"
