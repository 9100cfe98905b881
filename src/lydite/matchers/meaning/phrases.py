"""A phrase as the words that it is compared by: what they weigh, and whether they deny something."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from lydite.text import fold, owners, tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 64  # words of a phrase that are compared; what has more is no phrase
NEGATORS = "data/meaning/negators.txt"
_FREE = re.compile(r"(?<=\w)[-‐‑ ]free$")
_NOT = re.compile(r"n['’]t$")


@dataclass(frozen=True, slots=True)
class Divided:
    """The words of a phrase, folded and in order; whether it denies; how many words it has in all."""

    words: tuple[str, ...]
    denies: bool
    whole: str
    folded: str


def divide(phrase: str, language: str = "en") -> Divided:
    """Return the words of a phrase without those that deny, and whether there are such.

    >>> divide("Without sugar").words, divide("without sugar").denies, divide("sugar-free").denies
    (('sugar',), True, True)
    """
    folded = fold(phrase, language=language)
    words = tokens(folded, language=language)
    if language == "en" and ("'" in folded or "’" in folded):
        words = owners(words)
    denying = negators(language)
    kept = [w for w in words if w not in denying and not (language == "en" and _NOT.search(w))]
    denies = (len(words) - len(kept)) % 2 == 1
    if language == "en" and len(kept) > 1 and _FREE.search(folded):
        kept, denies = kept[:-1], not denies
    if not kept:  # words that deny, and nothing that they could deny
        kept, denies = words, False
    return Divided(tuple(kept), denies, " ".join(words), folded)


@functools.cache
def negators(language: str) -> frozenset[str]:
    """Return the words that deny what stands beside them: no, not, without, …; none where unknown."""
    text = resources.files("lydite").joinpath(NEGATORS).read_text("utf-8")
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return frozenset(next((words for code, *words in rows if code == language), ()))


def weigh(zipf: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what words weigh by how often they are used (Zipf's scale): (clip(8 − Zipf, 1, 8) / 8)².

    >>> weigh(np.array([7.7, 4.0, 0.0])).round(4).tolist()
    [0.0156, 0.25, 1.0]
    """
    return np.square(np.clip(8.0 - zipf, 1.0, 8.0) / 8.0)
