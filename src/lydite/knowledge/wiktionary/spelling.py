"""How a word of Wiktionary is looked up: folded, without the marks that its language is not written with.

Dictionaries mark long vowels of Latin, the stress of Russian, the vowels of Arabic and Hebrew; texts and the
titles of Wiktionary's own pages do not.
"""

from __future__ import annotations

import functools
import re
import unicodedata

from lydite.core.languages import known_code, names
from lydite.core.text import DOTLESS, SPACELESS, fold
from lydite.knowledge.wordnet.lexicon import plain

_LENGTH, _STRESS = "\u0304\u0306", "\u0300\u0301"
_MARKS = {
    **dict.fromkeys(("la", "grc"), _LENGTH),
    "ang": _LENGTH + "\u0307",
    **dict.fromkeys(("be", "bg", "mk", "ru", "uk"), _STRESS),
    **dict.fromkeys(("lt", "sh", "sl"), "\u0300\u0301\u0302\u0303\u030f\u0311"),
}
OWN, FORM, SYNONYM = range(3)  # how a label leads to a sense: it is its word, a form of it, a synonym
BETWEEN = "\t"  # parts the language of a label from its words: stores hold many languages in one table


def language_code(language: str) -> str:
    """Return the one form of a language; as it is written where no table knows it: Proto-Germanic is gem-pro.

    >>> language_code("deu"), language_code("Latin"), language_code("gem-pro")
    ('de', 'la', 'gem-pro')
    """
    name = language.strip().lower()
    if len(name) == 2 and name.isalpha():
        return known_code(name) or name
    return names().get(name, name)


def spelled(word: str, code: str) -> str:
    """Return a word as it is looked up.

    >>> spelled("Cōgitō", "la"), spelled("Garçon", "fr"), spelled("кни́га", "ru"), spelled("כֶּלֶב", "he")
    ('cogito', 'garçon', 'книга', 'כלב')
    """
    return unmarked(fold(word, language=code), code)


def unmarked(folded: str, code: str) -> str:
    """Return a folded word without the marks that only dictionaries write."""
    if not folded.isascii() and code in _MARKS:
        folded = unicodedata.normalize("NFC", _marks(code).sub("", unicodedata.normalize("NFD", folded)))
    return plain(folded, code)


class LabelCache(dict[str, str]):
    r"""The labels of words of one language, each made once: entries name the same words many times.

    >>> LabelCache("la")["Cōgitō"]
    'la\tcogito'
    """

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code, self.prefix = code, code + BETWEEN
        self.folded = code not in (*SPACELESS, *DOTLESS)
        """Whether the label of an ASCII word is the word in small letters: there are no marks to strip."""

    def __missing__(self, word: str) -> str:
        """Make the label of a word that is asked for the first time."""
        plain_word = self.folded and word.isascii()
        spelling = " ".join(word.lower().split()) if plain_word else spelled(word, self.code)
        made = self[word] = self.prefix + spelling
        return made


@functools.cache
def _marks(code: str) -> re.Pattern[str]:
    return re.compile(f"[{_MARKS[code]}]")
