"""Whether a tweet may be English (#REval, 3.1.1 removes the others), by an embedded identifier."""

from __future__ import annotations

import functools
from typing import Any

from lydite.errors import MissingExtra

DOUBT = 0.01  # of 11,335 health tweets this turns away one, the one in Spanish; 0.05 would lose 16 headlines


def may_be_english(text: str, doubt: float = DOUBT) -> bool:
    """Return False where the identifier gives English a probability below ``doubt``.

    Headlines of three words are easily taken for Latin, so that it is not asked which language is likeliest.

    >>> may_be_english("Heute ist ein schöner Tag"), may_be_english("Harpoon-Chondriacs? Obamacare")
    (False, True)
    """
    return float(dict(_identifier().rank(text)).get("en", 1.0)) >= doubt


@functools.cache
def _identifier() -> Any:
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    except ImportError as error:
        raise MissingExtra("py3langid", "hashtags") from error
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
