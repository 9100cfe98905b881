"""A wordnet as read from its files, before it is compiled."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lydite.core.languages import known_code
from lydite.core.text import SPACELESS, fold

_POINTS = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670]"
)
POS = "nvarx"  # nouns, verbs, adjectives (satellites too), adverbs, others


@dataclass
class Lexicon:
    """Synsets by number, with their words and pointers.

    ``parts`` joins wholes with parts, members and substances, ``beside`` synsets by attribute or pertainym;
    ``senses`` maps (part of speech, word) to synsets, commonest first, for words whose order is known;
    ``derivations`` and ``antonyms`` join words: (synset, its word, synset pointed at, its word pointed at);
    ``counts`` says how often a word, as :meth:`label` writes it, was seen to mean a synset; ``forms`` are
    words by which a synset is found, too, though they are none of its words.
    """

    name: str = "wordnet"
    language: str = "en"
    pos: list[str] = field(default_factory=list)
    words: list[list[str]] = field(default_factory=list)
    hypernyms: list[tuple[int, int]] = field(default_factory=list)
    similar: list[tuple[int, int]] = field(default_factory=list)
    see_also: list[tuple[int, int]] = field(default_factory=list)
    parts: list[tuple[int, int]] = field(default_factory=list)
    beside: list[tuple[int, int]] = field(default_factory=list)
    derivations: list[tuple[int, str, int, str]] = field(default_factory=list)
    antonyms: list[tuple[int, str, int, str]] = field(default_factory=list)
    counts: dict[tuple[str, int], int] = field(default_factory=dict)
    forms: dict[int, list[str]] = field(default_factory=dict)
    senses: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    exceptions: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    _known: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def english(self) -> bool:
        """Whether its words are English."""
        return known_code(self.language) == "en"

    def label(self, word: str) -> str:
        """Return a word as it is found."""
        label = self._known.get(word)
        if label is None:
            code = known_code(self.language) or ""
            label = self._known[word] = plain(fold(word, language=code), code)
        return label


def plain(label: str, language: str) -> str:
    """Return a folded label as it is usually written: other apostrophes, no vowel points, no idle spaces.

    Arabic and Hebrew are written without points; Chinese, Japanese or Thai without spaces.

    >>> plain("aujourd’hui", "fr"), plain("كِتَاب", "ar") == "كتاب", plain("犬 小屋", "ja")
    ("aujourd'hui", True, '犬小屋')
    """
    if language == "en" or label.isascii():
        return label.replace(" ", "") if language in SPACELESS else label
    label = _POINTS.sub("", label.replace("’", "'")) or label
    return label.replace(" ", "") if language in SPACELESS else label
