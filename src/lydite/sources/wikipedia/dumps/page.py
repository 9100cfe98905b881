"""One page on its way from a dump into a store, whatever the dump's form."""

from __future__ import annotations

from dataclasses import dataclass, field

ARTICLE, REDIRECT, CATEGORY = 0, 1, 2


@dataclass(slots=True)
class Page:
    """What is kept of a page. Pages point at each other by 64-bit names; anchors are the words as shown.

    ``links`` are (name of the target, anchor) in order; ``lead`` has (name, anchor, flags) of the links
    before the first heading; ``categories`` are names; ``target`` is where a redirect leads (0: nowhere).
    """

    kind: int
    title: str
    name: int
    target: int = 0
    hidden: bool = False
    links: list[tuple[int, str]] = field(default_factory=list)
    categories: list[int] = field(default_factory=list)
    lead: list[tuple[int, str, int]] = field(default_factory=list)
    paragraphs: tuple[str, ...] = ()
    further: tuple[str, ...] = ()  # paragraphs below the lead; only where links are taken from there
    body: str = ""  # running text; only where words are counted
