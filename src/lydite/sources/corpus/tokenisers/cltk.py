"""The tokenisers of the Classical Language Toolkit."""

from __future__ import annotations

import functools
import importlib
from dataclasses import dataclass
from typing import Any

from lydite.errors import MissingExtra
from lydite.languages import code_of
from lydite.sources.corpus.steps import Tokeniser
from lydite.spec import param

_OWN = {  # languages with a tokeniser of their own; all others share one
    "akk": ("cltk.tokenizers.akk", "AkkadianWordTokenizer"),
    "arb": ("cltk.tokenizers.arb", "ArabicWordTokenizer"),
    "enm": ("cltk.tokenizers.enm", "MiddleEnglishWordTokenizer"),
    "fro": ("cltk.tokenizers.fro", "OldFrenchWordTokenizer"),
    "gmh": ("cltk.tokenizers.gmh", "MiddleHighGermanWordTokenizer"),
    "lat": ("cltk.tokenizers.lat.lat", "LatinWordTokenizer"),
    "non": ("cltk.tokenizers.non", "OldNorseWordTokenizer"),
}
_SHARED = ("cltk.tokenizers.word", "CLTKTreebankWordTokenizer")


def _code(language: str) -> str:
    """Return the code that CLTK has for a language."""
    code = code_of(language)
    return {"la": "lat", "ar": "arb"}.get(code, code)


@dataclass(frozen=True)
class Cltk(Tokeniser):
    """Words as CLTK splits them: Latin cenavin is cenavi and -ne, mecum is cum and me.

    CLTK's model of Latin sentences is fetched and unpickled, which is not done here: sentences within a line
    end by NLTK's rules, with CLTK's abbreviations.
    """

    name = "cltk"
    reference = "Johnson et al. 2014-2019, CLTK; document's section 3.4"

    language: str = param("lat", help="a code of ISO 639-3: lat, grc, non, …", alias=_code)

    def split(self, text: str) -> list[str]:
        """Return the words of a line."""
        words: list[str] = _tokeniser(self.language).tokenize(text)
        return words


@functools.cache
def _tokeniser(language: str) -> Any:
    module, name = _OWN.get(language, _SHARED)
    try:
        kind = getattr(importlib.import_module(module), name)
        return _latin(kind) if language == "lat" else kind()
    except ImportError as error:
        raise MissingExtra("cltk", "cltk") from error


def _latin(kind: Any) -> Any:
    """Return CLTK's tokeniser of Latin without its model of sentences."""
    from cltk.tokenizers.lat.lat import ABBREVIATIONS, LatinLanguageVars
    from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

    tokeniser = kind.__new__(kind)
    tokeniser.punkt_param = PunktParameters()
    tokeniser.punkt_param.abbrev_types = set(ABBREVIATIONS)
    tokeniser.sent_tokenizer = PunktSentenceTokenizer(tokeniser.punkt_param)
    tokeniser.word_tokenizer = LatinLanguageVars()
    return tokeniser
