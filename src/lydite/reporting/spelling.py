"""Letters and signs for which the encoding of a stream has no bytes: spelled, so that people can read on."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_SIGNS = {
    "→": "->", "←": "<-", "↔": "<->", "↑": "^", "↓": "v", "–": "-", "—": "--", "−": "-", "─": "-", "│": "|",
    "├": "|", "└": "`", "█": "#", "…": "...", "·": "*", "•": "*", "×": "x", "÷": "/", "±": "+/-", "≤": "<=",
    "≥": ">=", "≠": "!=", "≈": "~", "≡": "==", "∞": "inf", "√": "sqrt", "Σ": "sum", "∩": "&", "∪": "|",
    "∈": "in", "∅": "{}", "‘": "'", "’": "'", "“": '"', "”": '"', "′": "'", "⌊": "floor(", "⌋": ")",
    "\u00a0": " ", "\u2009": " ", "\u202f": " ",
}  # fmt: skip
_RAISED = {"<super>": "^", "<sub>": "_"}


def spell_unprintable(error: UnicodeError) -> tuple[str, int]:
    """Spell for people what an encoding has no bytes for: signs by others like them, letters as JSON does."""
    return _each(error, _spell)


def escape_unprintable(error: UnicodeError) -> tuple[str, int]:
    """Escape in data what an encoding has no bytes for, as JSON does: nothing becomes something else."""
    return _each(error, _escape)


def _each(error: UnicodeError, spelled: Callable[[str], str]) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(spelled, error.object[error.start : error.end])), error.end


def _spell(char: str) -> str:
    r"""Spell one letter or sign.

    >>> [_spell(c) for c in "→ᵢ²é😀"]
    ['->', '_i', '^2', '\\u00e9', '\\ud83d\\ude00']
    """
    kind, _, of = unicodedata.decomposition(char).partition(" ")
    if kind in _RAISED and " " not in of:
        base = chr(int(of, 16))
        return _RAISED[kind] + (base if base.isascii() else _spell(base))
    return _SIGNS.get(char) or _escape(char)


def _escape(char: str) -> str:
    r"""Escape one letter or sign.

    >>> [_escape(c) for c in "→😀"]
    ['\\u2192', '\\ud83d\\ude00']
    """
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))
