"""Whether a tweet may be English (#REval, 3.1.1 removes the others), by an embedded identifier."""

from __future__ import annotations

import functools
from typing import Any

from lydite.errors import MissingExtra

DOUBT = 0.01  # of 11,335 health tweets this turns away one, the one in Spanish; 0.05 would lose 16 headlines


def may_be_english(text: str, doubt: float = DOUBT) -> bool:
    """Return False where English is improbable (below ``doubt``) and another language 10 times as probable.

    Headlines of three words are easily taken for Latin, so that it is not asked which language is likeliest;
    a text of emoji alone is equally probable in all of them, and stays.
    """
    ranking = _identifier().rank(text)
    english = float(dict(ranking)["en"])
    return english >= doubt or float(ranking[0][1]) < 10 * english


@functools.cache
def _identifier() -> Any:
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    except ImportError as error:
        raise MissingExtra("py3langid", "hashtags") from error
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
