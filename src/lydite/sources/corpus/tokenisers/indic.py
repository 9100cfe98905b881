"""The tokeniser of the Indic NLP Library."""

from __future__ import annotations

from dataclasses import dataclass

from lydite.errors import MissingExtra
from lydite.languages import code_of
from lydite.sources.corpus.steps import Tokeniser
from lydite.spec import param


@dataclass(frozen=True)
class Indic(Tokeniser):
    """Words as the Indic NLP Library splits them: at blanks and signs, the danda among them."""

    name = "indic"
    reference = "Kunchukuttan 2020, The IndicNLP Library; document's section 3.4"

    language: str = param("hi", help="a code or English name: hi, te, Bengali, …", alias=code_of)

    def split(self, text: str) -> list[str]:
        """Return the words of a line."""
        try:
            from indicnlp.tokenize.indic_tokenize import trivial_tokenize
        except ImportError as error:
            raise MissingExtra("indic-nlp-library", "indic") from error
        words: list[str] = trivial_tokenize(text, lang=self.language)
        return words
