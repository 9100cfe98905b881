"""Whether a test set is written in another script than the vectors' words."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

from lydite.core.notes import Note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.vectors import Vectors

_LOOKED = 5_000  # words that are enough to tell
_OTHER = "the test set is in {wanted} script, most of these words in {known}"


def script(words: Sequence[str]) -> str:
    """Return the script that most words begin in, nothing where no word begins with a letter.

    >>> script(["Riga", "виски", "Vilnius"]), script(["犬", "猫"]), script(["❄"])
    ('Latin', 'Cjk', '')
    """
    first = (word[0] for word in words[:_LOOKED] if word and word[0].isalpha())
    named = Counter(unicodedata.name(letter, "").partition(" ")[0] for letter in first)
    return named.most_common(1)[0][0].capitalize() if named else ""


def advice(words: Sequence[str], vectors: Vectors, *, fold: bool) -> str:
    """Return what may be the matter where vectors know no word of a test set, as messages end."""
    if other := other_script(words, vectors):
        return f"; {_OTHER.format_map(other[0].values)}"
    return "" if fold else "; folding may help (fold=yes, --fold)"


def other_script(words: Sequence[str], vectors: Vectors) -> list[Note]:
    """Return a warning where most words of a test set begin in another script than most of the vectors'."""
    wanted = script(words)
    known = script([vectors.words[i] for i in range(min(len(vectors), _LOOKED))])
    if not wanted or not known or wanted == known:
        return []
    return [Note(f"warning: {_OTHER}", vectors.name, wanted=wanted, known=known)]
