"""What a knowledge base is asked by phrases that it is matched with and by others that it is joined with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.core.text import Accents
    from lydite.knowledge.graph import Graph


class KnowledgeBase(Protocol):
    """A knowledge base that phrases are matched with."""

    @property
    def english(self) -> bool:
        """Whether its labels are English."""

    @property
    def stemmer(self) -> str:
        """The stemmer of its language, ``none`` where there is none."""

    @property
    def language(self) -> str:
        """The code of its language, which says how capitals are folded."""

    @property
    def accents(self) -> Accents:
        """Whether what is not found as written is looked for without accents: ``fold`` where it is."""

    @property
    def longest(self) -> int:
        """How many words its longest label has."""

    def targets(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the entities that folded words may mean, none if they are no label (MATCHTARGETS)."""

    def pieces(self, phrase: str) -> Sequence[str]:
        """Return what a folded phrase is made of where spaces do not part its words; else nothing."""

    def name(self, entity: int, /) -> str:
        """Return an entity as people read it."""


class JoinableBase(KnowledgeBase, Protocol):
    """A knowledge base that can be searched together with others: a graph, and what it says of entities."""

    @property
    def graph(self) -> Graph:
        """The transitions between its entities."""

    @property
    def identity(self) -> str:
        """Name and digest of what was opened."""

    @property
    def matching(self) -> str:
        """What :meth:`targets` and :meth:`plain_texts` depend on: one store may be asked in several ways."""

    def plain_texts(self, *, redirects: bool = True) -> Iterator[tuple[str, Sequence[int]]]:
        """Yield the texts that entities are called by, each with these entities (section 5.3.6).

        Without ``redirects`` entities that only lead to another have none.
        """

    def explicit_links(self) -> Iterator[tuple[int, str, str]]:
        """Yield an entity, the code of a Wikipedia or ``wikidata``, and the name that it has there."""

    def find_linked(self, where: str, name: str, /) -> Sequence[int]:
        """Return the entities that explicit links of other knowledge bases to this name mean here."""
