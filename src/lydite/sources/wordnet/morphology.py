"""Base forms of inflected English words: exception lists, then rules of detachment (morphy(7WN))."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


Exceptions = Mapping[str, Mapping[str, Sequence[str]]]  # by part of speech: inflected → base forms


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
