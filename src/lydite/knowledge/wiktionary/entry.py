"""An entry as wiktextract writes it, one JSON object a line: only what is needed of it is read.

Editions differ: the German one says by number which sense a relation speaks of (``sense_index``), the French
one by its text (``sense``) and number, the English one lists most relations with their sense, the Greek one
says of whole entries what they are forms of. Other keys (translations, examples, sounds, …) are passed over.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec

from lydite.knowledge.graph import TransitionKind

if TYPE_CHECKING:
    from collections.abc import Iterator

RELATIONS = {
    "synonyms": TransitionKind.SAME,
    "coordinate_terms": TransitionKind.SIMILAR,
    "derived": TransitionKind.SIMILAR,
    "related": TransitionKind.SIMILAR,
    "hyponyms": TransitionKind.SPECIALISATION,
    "troponyms": TransitionKind.SPECIALISATION,
    "hypernyms": TransitionKind.GENERALISATION,
}
"""What the lists of an entry or a sense are to it: the kind of transition from it to the words named."""

_Text = str | list[str] | None
_Number = str | int | list[str | int] | None


class NamedWord(msgspec.Struct, gc=False):
    """A word that an entry or a sense names, and which sense of the entry it speaks of."""

    word: str | None = None
    sense: _Text = None
    sense_index: _Number = None


class Form(msgspec.Struct, gc=False):
    """An inflected or alternative form."""

    form: str | None = None
    tags: list[str] = []
    sense_index: _Number = None


class SharedFields(msgspec.Struct, gc=False):
    """What entries and their senses may both have."""

    synonyms: list[NamedWord] = []
    coordinate_terms: list[NamedWord] = []
    derived: list[NamedWord] = []
    related: list[NamedWord] = []
    hyponyms: list[NamedWord] = []
    troponyms: list[NamedWord] = []
    hypernyms: list[NamedWord] = []
    form_of: list[NamedWord] = []
    alt_of: list[NamedWord] = []
    wikipedia: _Text = None
    wikidata: _Text = None

    def relations(self) -> Iterator[tuple[TransitionKind, NamedWord]]:
        """Yield each word that is named, and what it is to this."""
        for name, kind in RELATIONS.items():
            if listed := getattr(self, name):
                for named in listed:
                    yield kind, named

    def origins(self) -> list[str]:
        """Return the words that this is a form of."""
        return [named.word for named in (*self.form_of, *self.alt_of) if named.word]


class Sense(SharedFields, gc=False):
    """One sense: its glosses from the general to the special, its relations, its links."""

    glosses: list[str] = []
    sense_index: _Number = None
    links: list[list[str]] = []

    @property
    def gloss(self) -> str:
        """The most special gloss."""
        return self.glosses[-1] if self.glosses else ""


class Entry(SharedFields, gc=False):
    """A word of a language in one part of speech; or a redirect, which has no language."""

    word: str | None = None
    lang_code: str | None = None
    pos: str = ""
    senses: list[Sense] = []
    forms: list[Form] = []
    redirect: str | None = None
    redirects: list[str] = []

    def origins(self) -> list[str]:
        """Return the words that all of this is a form of, soft redirects included."""
        return [*super().origins(), *self.redirects]


@functools.cache
def _decoder() -> msgspec.json.Decoder[Entry]:
    return msgspec.json.Decoder(Entry)


def read_entry(line: bytes) -> Entry | None:
    """Return the entry of a line, None for a line that holds none.

    >>> read_entry(b'{"word": "cat", "lang_code": "en", "senses": [{"glosses": ["A pet."]}]}').senses[0].gloss
    'A pet.'
    """
    try:
        return _decoder().decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def texts(value: _Text) -> list[str]:
    """Return what one text or a list of texts holds."""
    return [value] if isinstance(value, str) else list(value or ())
