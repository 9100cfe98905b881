"""One page on its way from a dump into a store, whatever the dump's form."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

ARTICLE, REDIRECT, CATEGORY = 0, 1, 2
LEAD = 300  # links of a lead that are kept
HELD = 30  # links whose paragraphs are kept wherever these stand: a reader follows none further down


class PageLinks:
    """(Name of the target, anchor) of a page's links, in order; in columns, for there may be a million."""

    __slots__ = ("anchors", "targets")

    def __init__(self) -> None:
        self.targets = array("Q")
        self.anchors: list[str] = []

    def __iter__(self) -> Iterator[tuple[int, str]]:
        return zip(self.targets, self.anchors, strict=True)

    def append(self, target: int, anchor: str) -> None:
        """Add one link."""
        self.targets.append(target)
        self.anchors.append(anchor)


@dataclass(slots=True)
class Page:
    """What is kept of a page. Pages point at each other by 64-bit names; anchors are the words as shown.

    ``lead`` has (name, anchor, flags) of the links before the first heading, at least of those that are kept;
    ``categories`` are names; ``target`` is where a redirect leads (0: nowhere).
    """

    kind: int
    title: str
    name: int
    target: int = 0
    hidden: bool = False
    links: PageLinks = field(default_factory=PageLinks)
    categories: list[int] = field(default_factory=list)
    lead: list[tuple[int, str, int]] = field(default_factory=list)
    paragraphs: tuple[str, ...] = ()
    further: tuple[str, ...] = ()  # paragraphs below the lead; only where links are taken from there
    body: str = ""  # running text; only where words are counted
