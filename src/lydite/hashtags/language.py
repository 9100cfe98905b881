"""Whether a tweet may be in a language (#REval, 3.1.1 removes others than English), by an identifier."""

from __future__ import annotations

import functools
from typing import Any

from lydite.core.errors import MissingExtra
from lydite.core.text import stop_word_languages, stop_words

DOUBT = 0.01  # of 11,335 health tweets this turns away one, the one in Spanish; 0.05 would lose 16 headlines


def identify(text: str, language: str = "en", doubt: float = DOUBT) -> str:
    """Return the code of another language that a text is surely in; empty where it may be in this one.

    It is surely in another where this one is improbable (below ``doubt``) and another 10 times as probable.
    Headlines of three words are easily taken for Latin, so that it is not asked which language is likeliest;
    a text of emoji alone is equally probable in all of them, and stays. Languages that the identifier does
    not know turn nothing away. Two words that are stop words of this language alone settle it at once.
    """
    if len(_own_words(language).intersection(text.lower().split())) > 1:
        return ""
    model = _identifier()
    likeliest, probability = model.classify(text)
    if likeliest == language or language not in languages():
        return ""
    own = float(dict(model.rank(text))[language])
    return "" if own >= doubt or float(probability) < 10 * own else str(likeliest)


@functools.cache
def languages() -> frozenset[str]:
    """Return the codes of the languages that are distinguished."""
    return frozenset(_identifier().labels)


@functools.cache
def _own_words(language: str) -> frozenset[str]:
    """Return the stop words of a language that are none of another one's."""
    others = (stop_words(code) for code in ("en", *stop_word_languages()) if code != language)
    return stop_words(language).difference(*others)


@functools.cache
def _identifier() -> Any:
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    except ImportError as error:
        raise MissingExtra("py3langid", "hashtags") from error
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
