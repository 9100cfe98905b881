"""A wordnet as read from its files, before it is compiled."""

from __future__ import annotations

from dataclasses import dataclass, field

from lydite.languages import known_code
from lydite.text import fold

POS = "nvarx"  # nouns, verbs, adjectives (satellites too), adverbs, others


@dataclass
class Lexicon:
    """Synsets by number, with their words and pointers.

    ``senses`` maps (part of speech, word) to synsets, commonest first, for words whose order is known;
    ``derivations`` and ``antonyms`` join words: (synset, its word, synset pointed at, its word pointed at);
    ``counts`` says how often a word, as :meth:`label` writes it, was seen to mean a synset.
    """

    name: str = "wordnet"
    language: str = "en"
    pos: list[str] = field(default_factory=list)
    words: list[list[str]] = field(default_factory=list)
    hypernyms: list[tuple[int, int]] = field(default_factory=list)
    similar: list[tuple[int, int]] = field(default_factory=list)
    see_also: list[tuple[int, int]] = field(default_factory=list)
    derivations: list[tuple[int, str, int, str]] = field(default_factory=list)
    antonyms: list[tuple[int, str, int, str]] = field(default_factory=list)
    counts: dict[tuple[str, int], int] = field(default_factory=dict)
    senses: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    exceptions: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    @property
    def english(self) -> bool:
        """Whether its words are English."""
        return known_code(self.language) == "en"

    def label(self, word: str) -> str:
        """Return a word as it is found."""
        return fold(word, language=known_code(self.language) or "")
