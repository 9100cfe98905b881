"""What a store of Wikipedia answers with: senses of a label, leads, and the links of a lead."""

from __future__ import annotations

from typing import NamedTuple

from lydite.knowledge.wikipedia.format import ASIDE, BELOW, ITALIC, PARENTHESISED, TABLE, in_running_text


class PageSense(NamedTuple):
    """One page that a label may mean: its node, how many anchors say so, and what share that is."""

    node: int
    anchors: int
    prior: float


class LeadLink(NamedTuple):
    """One link of a lead: the article it leads to in the end, its words, and where it stands."""

    target: int
    anchor: str
    flags: int

    @property
    def parenthesised(self) -> bool:
        """Whether it stands in parentheses."""
        return bool(self.flags & PARENTHESISED)

    @property
    def italic(self) -> bool:
        """Whether it is in italics."""
        return bool(self.flags & ITALIC)

    @property
    def table(self) -> bool:
        """Whether it stands in a table or an infobox."""
        return bool(self.flags & TABLE)

    @property
    def aside(self) -> bool:
        """Whether it stands in a hatnote or a caption."""
        return bool(self.flags & ASIDE)

    @property
    def below(self) -> bool:
        """Whether it stands after the lead; there are such only where the lead has none to follow."""
        return bool(self.flags & BELOW)

    @property
    def in_running_text(self) -> bool:
        """Whether it stands in a sentence, outside parentheses: one that a reader would follow."""
        return in_running_text(self.flags)


class Lead(NamedTuple):
    """The beginning of an article: plain paragraphs, and all its links in reading order."""

    paragraphs: tuple[str, ...]
    links: tuple[LeadLink, ...]
    further: tuple[str, ...] = ()
    """Paragraphs further down that hold some of the links."""
