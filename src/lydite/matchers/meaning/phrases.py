"""A phrase as the words that it is compared by: what they weigh, and whether they deny something."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.text import fold, strip_possessives, tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lydite.core.array_types import AnyArray, FloatArray

    Zipf = Callable[[Sequence[str]], AnyArray]

MOST = 64  # words of a phrase that are compared; what has more is no phrase
LONGEST = 20  # letters of a word within a hashtag
NEGATORS = "data/meaning/negators.txt"
PREFIXES = ("un", "non", "anti", "in", "im", "il", "ir", "a", "dis", "de", "mis", "counter")
ADJECTIVES = ("in", "im", "il", "ir", "a")  # prefixes that make opposites of adjectives alone: not income
SURE = ("un", "non", "anti")  # prefixes that make opposites of whatever they stand before
_FREE = re.compile(r"(?<=\w)[-‐‑]free\b|(?<=\w) free$|\bfree (?:of|from) ")
_NOT = re.compile(r"n['’]t$")
_HUMPS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_BESIDE = re.compile(r"^(.*\S)\s*\(([^()]+)\)$")


@dataclass(frozen=True, slots=True)
class PhraseParts:
    """The words of a phrase, folded and in order, without those that deny; and the phrase as a whole.

    ``joined`` is what remains without blanks and marks; ``initials`` those of all words, in order.
    """

    words: tuple[str, ...]
    denies: bool
    whole: str
    joined: str
    initials: str


def divide(phrase: str, language: str = "en", zipf: Zipf | None = None) -> PhraseParts:
    """Return the words of a phrase without those that deny, and whether there are such.

    Hashtags fall into words by their capitals, else by how often words are used. Initials in brackets behind
    what they stand for are left out.

    >>> divide("Without sugar").words, divide("without sugar").denies, divide("sugar-free").denies
    (('sugar',), True, True)
    >>> divide("#MachineLearning").words, divide("part of speech (POS)").words
    (('machine', 'learning'), ('part', 'of', 'speech'))
    """
    folded = fold(split_hashtag(phrase, language, zipf), language=language)
    words = tokens(folded, language=language)
    if (beside := _BESIDE.match(folded)) and words:
        before = tokens(beside[1], language=language)
        words = before if len(before) > 1 and initials(before) == beside[2].replace(".", "") else words
    if language == "en" and ("'" in folded or "’" in folded):
        words = strip_possessives(words)
    denying = negators(language)
    kept = [w for w in words if w not in denying and not (language == "en" and _NOT.search(w))]
    denies = (len(words) - len(kept)) % 2 == 1
    if language == "en" and "free" in kept and len(kept) > 1 and _FREE.search(folded):
        kept.remove("free")
        denies = not denies
    if not kept:  # words that deny, and nothing that they could deny
        kept, denies = words, False
    return PhraseParts(tuple(kept), denies, " ".join(words), "".join(words) or folded, initials(words))


def split_hashtag(phrase: str, language: str = "en", zipf: Zipf | None = None) -> str:
    """Return a hashtag as its words; every other phrase as it is."""
    if phrase.startswith("#") and phrase[1:].isalnum():
        return " ".join(_parts(phrase[1:], language, zipf))
    return phrase


def initials(words: Sequence[str]) -> str:
    """Return the first letters of words.

    >>> initials(["natural", "language", "processing"])
    'nlp'
    """
    return "".join(word[0] for word in words)


def _parts(tag: str, language: str, zipf: Zipf | None) -> list[str]:
    """Return the words of a hashtag."""
    humps = _HUMPS.findall(tag) if tag.isascii() else []
    if len(humps) > 1 and not tag.isupper() and "".join(humps) == tag:
        return list(humps)
    tag = fold(tag, language=language)
    if zipf is None or not 4 <= len(tag) <= MOST or not tag.isalpha():
        return [tag]
    spans = [(i, j) for i in range(len(tag)) for j in range(i + 1, min(len(tag), i + LONGEST) + 1)]
    common = zipf([tag[i:j] for i, j in spans])
    unseen = float(zipf(["\x00"])[0])
    best: list[tuple[float, tuple[str, ...]]] = [(-np.inf, ()) for _ in range(len(tag) + 1)]
    best[0] = (0.0, ())
    for (i, j), value in zip(spans, common.tolist(), strict=True):
        if value > unseen or j - i == len(tag):
            worth = best[i][0] + value - 9.0 - (2.0 if j - i == 1 else 0.0)
            if worth > best[j][0]:
                best[j] = (worth, (*best[i][1], tag[i:j]))
    return list(best[-1][1]) or [tag]


@functools.cache
def negators(language: str) -> frozenset[str]:
    """Return the words that deny what stands beside them: no, not, without, …; none where unknown."""
    text = resources.files("lydite").joinpath(NEGATORS).read_text("utf-8")
    rows = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return frozenset(next((words for code, *words in rows if code == language), ()))


def denied_forms(word: str) -> list[tuple[str, str]]:
    """Return what a word of English would deny if its beginning or end did, with that beginning or end.

    >>> denied_forms("unhappy"), denied_forms("painless"), denied_forms("income")
    ([('un', 'happy')], [('less', 'pain')], [('in', 'come')])
    """
    forms = [(p, word[len(p) :]) for p in PREFIXES if word.startswith(p) and len(word) >= len(p) + 4]
    return [*forms, ("less", word[:-4])] if word.endswith("less") and len(word) >= 8 else forms


def weigh(zipf: FloatArray) -> FloatArray:
    """Return what words weigh by how often they are used (Zipf's scale): clip(8 − Zipf, 1, 8) / 8.

    >>> weigh(np.array([7.7, 4.0, 0.0])).tolist()
    [0.125, 0.5, 1.0]
    """
    return np.clip(8.0 - zipf, 1.0, 8.0) / 8.0
