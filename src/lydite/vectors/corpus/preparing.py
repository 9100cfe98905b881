"""From text to words: normalised, split, lemmatised; the same way for a corpus and for its test set."""

from __future__ import annotations

import functools
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lydite.core.choices import NORMALISERS
from lydite.core.errors import InputError
from lydite.core.io import opening
from lydite.core.text import words_as_written

if TYPE_CHECKING:
    from lydite.core.choices import Tokeniser
    from lydite.core.spec import Resource


@dataclass(frozen=True)
class TextPreparation:
    """How lines are split, the normalisers in the order in which they are applied, and perhaps lemmas.

    ``words`` are runs of letters and digits with their marks, ``spaces`` splits at white space only.

    >>> TextPreparation().words("Veni, vidi, vici."), TextPreparation("spaces", ()).words("Veni , vidi")
    (['veni', 'vidi', 'vici'], ['Veni', ',', 'vidi'])
    """

    tokeniser: Tokeniser = "words"
    normalisers: tuple[str, ...] = NORMALISERS
    lemmas: Resource | None = None
    """A table: ``form TAB lemma``."""
    encoding: str | None = None
    """Of the corpus and the table, if not UTF-8."""

    def policies(self) -> dict[str, str]:
        """Return what signatures say where words of test sets are prepared."""
        said = {"normaliser": "+".join(self.normalisers)}
        said["lemmas"] = "" if self.lemmas is None else self.lemmas.identity()
        return {k: v for k, v in said.items() if v}

    @property
    def unlemmatised(self) -> TextPreparation:
        """The same without lemmas."""
        return replace(self, lemmas=None)

    def normalise(self, text: str) -> str:
        """Return a text of any length as the normalisers leave it."""
        for one in self.normalisers:
            text = unicodedata.normalize("NFC", text) if one == "nfc" else text.lower()
        return text

    def lemma(self, word: str) -> str:
        """Return the lemma of a normalised word, normalised as well; unknown words stay as they are."""
        return self._lemmas.get(word, word)

    @functools.cached_property
    def _lemmas(self) -> dict[str, str]:
        """The most frequent lemma of each form; of equally frequent ones the first."""
        if self.lemmas is None:
            return {}
        seen: dict[str, Counter[str]] = {}
        path = self.lemmas.file
        for number, line in opening.lines(path, self.encoding):
            if not line.strip() or line.startswith("#"):
                continue
            cells = [cell.strip() for cell in line.split("\t")]
            if len(cells) != 2 or not all(cells):
                raise InputError(f"expected form TAB lemma; found {len(cells)} columns", path, number)
            seen.setdefault(self.normalise(cells[0]), Counter())[self.normalise(cells[1])] += 1
        if not seen:
            raise InputError("the table contains no lemmas", path)
        return {form: counted.most_common(1)[0][0] for form, counted in seen.items()}

    def words(self, text: str) -> list[str]:
        """Return the words of a line of a corpus."""
        line = self.normalise(text)
        words = words_as_written(line) if self.tokeniser == "words" else line.split()
        return words if self.lemmas is None else [w for word in words for w in self.lemma(word).split()]

    def word(self, item: str) -> str:
        """Return an item of a test set as it is written in a corpus prepared in this way."""
        return " ".join(map(self.lemma, self.normalise(item).split()))
