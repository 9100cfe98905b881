"""Labels that fit: long names are broken into lines, never cut short."""

from __future__ import annotations

import re
import textwrap

from lydite.reporting.readable import escape_control

_BREAKS = re.compile(r"(?<=[,/])(?=\S)")
LETTER = 10
"""Pixels that a letter of a panel's heading takes in a wide font."""


def label(text: str, width: int = 44) -> str:
    """Break a name after spaces, commas, slashes and the like; what is longer still is broken anywhere.

    >>> label("F1(match=wordnet(preset=thesis), assign=one_to_one)@10").splitlines()
    ['F1(match=wordnet(preset=thesis),', 'assign=one_to_one)@10']
    """
    text = escape_control(text)
    if len(text) <= width:
        return text
    lines: list[str] = [""]
    for word in _BREAKS.sub("\0", text).replace(" ", " \0").split("\0"):
        for piece in textwrap.wrap(word, width, drop_whitespace=False) or [word]:
            if len(lines[-1]) + len(piece.rstrip()) > width and lines[-1]:
                lines.append("")
            lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def heading(text: str, panel: int) -> str:
    """Break the heading of a panel so many pixels wide, so that it does not meet that of the next one.

    >>> heading("hashtags = tags/synonyms.tsv", 200).splitlines()
    ['hashtags = tags/', 'synonyms.tsv']
    """
    return label(text, panel // LETTER)
