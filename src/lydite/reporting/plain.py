"""Text that is safe to show: nothing in a phrase or a name may steer a terminal, a page or a drawing."""

from __future__ import annotations

import unicodedata

_HIDDEN = {"Cc", "Cs", "Zl", "Zp"}
_STEERING = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe\uffff")


def visible(text: str, keep: str = "") -> str:
    r"""Spell out what would act instead of being seen: control characters, line ends, half characters.

    >>> visible("red\x1b[31m\n")
    'red\\x1b[31m\\n'
    """
    if text.isprintable():
        return text
    return "".join(c if c in keep or not _acts(c) else _spell(c) for c in text)


def _acts(char: str) -> bool:
    return char in _STEERING or unicodedata.category(char) in _HIDDEN


def _spell(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
