"""Base forms of English words (morphy(7WN)); of other languages, those words that share their stems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lydite.sources.labels import Labels
from lydite.text import stems, tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.sources.store import Store

    Exceptions = Mapping[str, Mapping[str, Sequence[str]]]  # by part of speech: inflected → base forms

RULES = {
    "n": (
        ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"),
        ("ies", "y"),
    ),
    "v": (
        ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
    ),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
    "x": (),
}  # fmt: skip


def base_forms(word: str, pos: str, exceptions: Exceptions) -> list[str]:
    """Return what one word may be an inflection of; whether such words exist is for the caller to see.

    >>> base_forms("cakes", "n", {}), base_forms("mice", "n", {"n": {"mice": ["mouse"]}})
    (['cake'], ['mouse'])
    """
    known = exceptions.get(pos, {}).get(word)
    if known is not None:
        return list(known)
    if pos == "n" and word.endswith("ful") and len(word) > 3:
        return [f"{stem}ful" for stem in base_forms(word[:-3], pos, exceptions)]
    if pos == "n" and (word.endswith("ss") or len(word) <= 2):
        return []
    return [word[: -len(end)] + new for end, new in RULES[pos] if word.endswith(end) and len(word) > len(end)]


def phrase_forms(words: Sequence[str], pos: str, exceptions: Exceptions) -> list[str]:
    """Return what a phrase may be an inflection of: any one word of it inflected, or all that can be.

    >>> phrase_forms(["attorneys", "general"], "n", {})
    ['attorney general']
    """
    if len(words) == 1:
        return base_forms(words[0], pos, exceptions)
    found = list(exceptions.get(pos, {}).get(" ".join(words), ()))
    bases = [base_forms(word, pos, exceptions) for word in words]
    for i, options in enumerate(bases):
        found += [" ".join([*words[:i], base, *words[i + 1 :]]) for base in options]
    if sum(map(bool, bases)) > 1:
        found.append(
            " ".join(options[0] if options else word for word, options in zip(words, bases, strict=True))
        )
    return found


def _shared(one: str, other: str) -> int:
    """Return how many letters two words begin with that are the same."""
    return next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


class Stems:
    """The labels of a language by their stems."""

    def __init__(self, store: Store, part: str, labels: Labels, stemmer: str) -> None:
        self.table = Labels.of(store, f"{part}stem_")
        self.labels, self.stemmer = labels, stemmer

    def find(self, words: Sequence[str]) -> list[int]:
        """Return the labels that have the stems of some words; of several, those with least endings."""
        written = tokens(" ".join(words))
        number = self.table.find(" ".join(stems(written, self.stemmer)))
        if number < 0:
            return []
        found = self.table.senses(number).tolist()
        phrase = " ".join(written)
        keys = [self.labels.key(label) for label in found]
        ends = [len(key) - 2 * _shared(phrase, key) for key in keys]
        return [label for label, end in zip(found, ends, strict=True) if end == min(ends)]
