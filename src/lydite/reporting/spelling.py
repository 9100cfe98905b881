"""Letters and signs for which the encoding of a stream has no bytes: spelled, so that people can read on."""

from __future__ import annotations

import re
import unicodedata

_SIGNS = {
    "→": "->", "←": "<-", "↔": "<->", "↑": "^", "↓": "v", "–": "-", "—": "--", "−": "-", "─": "-", "│": "|",
    "├": "|", "└": "`", "█": "#", "…": "...", "·": "*", "•": "*", "×": "x", "÷": "/", "±": "+/-", "≤": "<=",
    "≥": ">=", "≠": "!=", "≈": "~", "≡": "==", "∞": "inf", "√": "sqrt", "Σ": "sum", "∩": "&", "∪": "|",
    "∈": "in", "∅": "{}", "‘": "'", "’": "'", "“": '"', "”": '"', "′": "'", "⌊": "floor(", "⌋": ")",
    "\u00a0": " ", "\u2009": " ", "\u202f": " ",
}  # fmt: skip
_RAISED = {"<super>": "^", "<sub>": "_"}
_JSON = re.compile(r"\s*[\[{]")


def spell_unprintable(error: UnicodeError) -> tuple[str, int]:
    """Spell what an encoding has no bytes for: signs by others like them, letters as JSON does.

    In JSON signs are spelled as letters are, so that it stays the same JSON.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    is_json = _JSON.match(error.object) is not None  # a copy without spaces would be one for each letter
    return "".join(_spell(c, is_json=is_json) for c in error.object[error.start : error.end]), error.end


def _spell(char: str, *, is_json: bool) -> str:
    r"""Spell one letter or sign.

    >>> [_spell(c, is_json=False) for c in "→ᵢ²é😀"]
    ['->', '_i', '^2', '\\u00e9', '\\ud83d\\ude00']
    >>> _spell("→", is_json=True)
    '\\u2192'
    """
    if not is_json:
        kind, _, of = unicodedata.decomposition(char).partition(" ")
        if kind in _RAISED and " " not in of:
            base = chr(int(of, 16))
            return _RAISED[kind] + (base if base.isascii() else _spell(base, is_json=False))
        if char in _SIGNS:
            return _SIGNS[char]
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))
