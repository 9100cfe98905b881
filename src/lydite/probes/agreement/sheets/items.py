"""What stands on sheets: questions, comparisons, lists of a system, single verdicts."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

Text = Annotated[str, Meta(min_length=1)]
Share = Annotated[float, Meta(gt=0, le=1)]
Weight = Annotated[float, Meta(gt=0, le=1e12)]

MOST_CIRCLED = 2


class _Item(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing but the fields that are declared."""

    choices: ClassVar[tuple[str, ...]] = ()
    """What one of is chosen; none where options are circled and crossed out."""

    @property
    def options(self) -> tuple[str, ...]:
        """The phrases (of questions) or sides (of comparisons) whose order is shuffled."""
        return ()

    @property
    def name(self) -> str:
        """What messages call it."""
        raise NotImplementedError


class QuestionItem(_Item, frozen=True, tag="question"):
    """A phrase and others that may stand for it: the best are circled, unsuitable ones crossed out."""

    id: str
    substitutee: Text
    substitutes: Annotated[list[Text], Meta(min_length=1)]
    columns: dict[str, str] = {}

    @property
    def options(self) -> tuple[str, ...]:
        """The substitutes."""
        return tuple(self.substitutes)

    @property
    def name(self) -> str:
        """The id of the question."""
        return self.id

    @property
    def context(self) -> tuple[str, str]:
        """The sentence before the phrase and after it; dots where there is none (Figure 4.1).

        >>> QuestionItem("1", "apples", ["fruit"], {"sentence": "John likes to eat apples"}).context
        ('John likes to eat ', '')
        """
        sentence = self.columns.get("sentence", "")
        found = re.search(re.escape(self.substitutee), sentence, re.IGNORECASE)
        if found is not None:
            return sentence[: found.start()], sentence[found.end() :]
        return f"{sentence} … " if sentence else "… ", " …"


class ComparisonItem(_Item, frozen=True, tag="comparison"):
    """Two substitutions, of which one is better, or both are similar."""

    choices = ("the first is better", "the second is better", "they are similar")

    candidate: Text
    reference: Text
    other_candidate: Text
    other_reference: Text

    @property
    def options(self) -> tuple[str, ...]:
        """The two substitutions."""
        return (
            f"{self.candidate} → {self.reference}",
            f"{self.other_candidate} → {self.other_reference}",
        )

    @property
    def sides(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """The two substitutions, each a candidate and a reference."""
        return (self.candidate, self.reference), (self.other_candidate, self.other_reference)

    @property
    def name(self) -> str:
        """Both substitutions."""
        return " or ".join(self.options)


class ListItem(_Item, frozen=True, tag="list", omit_defaults=True):
    """The gold phrases of a document and what one system predicted; the sheet does not say which system."""

    choices = ("1", "2", "3", "4", "5")

    system: Text
    id: str
    gold: list[str]
    predicted: list[str]
    text: str = ""
    """The document, a part a line, where it is known."""

    @property
    def name(self) -> str:
        """Document and system."""
        return f"{self.id} of {self.system}"


class VerdictItem(_Item, frozen=True, tag="verdict"):
    """One phrase in place of another: acceptable or not."""

    choices = ("yes", "no")

    candidate: Text
    reference: Text
    occurrences: Annotated[int, Meta(ge=1)] = 1
    """How often the pair is there, of all that could be drawn."""
    probability: Share = 1.0
    """That one draw gives this pair."""
    weight: Weight = 1.0
    """How many of all pairs a draw stands for, by their mean."""
    drawn: Annotated[int, Meta(ge=1)] = 1
    """How often it was drawn; it is asked once."""

    @property
    def name(self) -> str:
        """The pair."""
        return f"{self.candidate} → {self.reference}"


SheetItem = QuestionItem | ComparisonItem | ListItem | VerdictItem
