"""What each kind of sheet says: how to fill it in, and an example that is filled in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lydite.probes.agreement.sheets.answers import SheetAnswer
from lydite.probes.agreement.sheets.items import (
    MOST_CIRCLED,
    ComparisonItem,
    ListItem,
    QuestionItem,
    VerdictItem,
)

if TYPE_CHECKING:
    from lydite.probes.agreement.sheets.items import SheetItem

_WORDS = {1: "one", 2: "two", 3: "three"}


@dataclass(frozen=True)
class SheetForm:
    """The words of a sheet, and its example."""

    instructions: str
    """A paragraph a line."""
    example: SheetItem
    answer: SheetAnswer
    unknown: str = "Don't know all the terms"


FORMS: dict[type[SheetItem], SheetForm] = {
    QuestionItem: SheetForm(
        (
            "How well can a phrase be used in place of another? Of the phrases in each box, circle the one "
            f"that stands best for the phrase in bold; {_WORDS[MOST_CIRCLED]}, if you cannot decide.\n"
            "Cross out every phrase that cannot stand for it at all. Leave the others as they are. Tick the "
            "box on the side if you do not know what all of the phrases mean."
        ),
        QuestionItem(
            "", "APPLES", ["Food", "Vegetables", "Pear", "Fruit"], {"sentence": "John likes to eat APPLES"}
        ),
        SheetAnswer(1, circled=[4], crossed=[2]),
    ),
    ComparisonItem: SheetForm(
        (
            "In each box two phrases are used in place of others. Which of the two keeps more of what was "
            "meant? Tick one; tick the last box instead if you do not know what all of the phrases mean."
        ),
        ComparisonItem("fruit", "apples", "vegetables", "apples"),
        SheetAnswer(1, choice=1),
    ),
    ListItem: SheetForm(
        (
            "Each box has the phrases that people gave to a document, and those that a system found for it. "
            "How well would the second list do in place of the first? 1 is useless, 5 is as good.\n"
            "Phrases need not be the same to be as good. Tick the last box instead if you do not know what "
            "the phrases mean."
        ),
        ListItem("example", "", ["apples", "orchards", "pest control"], ["apple growing", "pests", "music"]),
        SheetAnswer(1, choice=3),
    ),
    VerdictItem: SheetForm(
        (
            "Somebody asked for the phrase in bold and got the other one. Is that acceptable in its place? "
            "Tick the last box instead if you do not know what both phrases mean."
        ),
        VerdictItem("fruit", "apples"),
        SheetAnswer(1, choice=1),
    ),
}
