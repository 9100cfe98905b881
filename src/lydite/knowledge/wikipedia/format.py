"""What a store of Wikipedia holds, as those who write it and those who read it must agree."""

from __future__ import annotations

import re

from lydite.core.text import DOTLESS, fold, stem, tokens
from lydite.knowledge.wikipedia.titles import REMEMBERED, name64

KIND, VERSION = "wikipedia", 1
BLOCK = 64  # leads packed together
FURTHER = "\x1d"  # between a lead and the paragraphs below it that are kept
PARENTHESISED, ITALIC, TABLE = 1, 2, 4  # flags of a lead's link
ASIDE = 8  # in a hatnote, caption or footnote
BELOW = 16  # stands after the lead; kept where the lead has no link in its running text
_PLAIN = re.compile("[a-z0-9]+(?: [a-z0-9]+)*")  # labels for which folding is lower case


def in_running_text(flags: int) -> bool:
    """Whether a link stands in a sentence, outside parentheses: one that a reader would follow.

    >>> in_running_text(ITALIC), in_running_text(TABLE), in_running_text(PARENTHESISED)
    (True, False, False)
    """
    return not flags & (PARENTHESISED | TABLE | ASIDE)


class Labeller:
    """Names labels twice: as folded words, and as the stems of these words."""

    def __init__(self, stemmer: str, language: str = "") -> None:
        self.stemmer, self.language = stemmer, language
        self._seen: dict[str, tuple[int, int]] = {}
        self._stems: dict[str, str] = {}

    def __call__(self, text: str) -> tuple[int, int]:
        """Return the 64-bit names of the folded label and of its stem."""
        found = self._seen.get(text)
        if found is None:
            if len(self._seen) > REMEMBERED:
                self._seen.clear()
            label = text.lower()
            if _PLAIN.fullmatch(label) and self.language not in DOTLESS:
                words = label.split(" ")
            else:
                words = tokens(text, language=self.language)
                label = " ".join(words) or fold(text, language=self.language)
            stemmed = " ".join(map(self._stem, words)) if words and self.stemmer != "none" else label
            name = name64(label)
            found = self._seen[text] = (name, name if stemmed == label else name64(stemmed))
        return found

    def _stem(self, word: str) -> str:
        found = self._stems.get(word)
        if found is None:
            if len(self._stems) > REMEMBERED:
                self._stems.clear()
            found = self._stems[word] = stem(word, self.stemmer, cache=0)
        return found
