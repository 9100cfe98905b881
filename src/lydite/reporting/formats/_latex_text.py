"""Texts and numbers that LaTeX sets as they are."""

from __future__ import annotations

import re

from lydite.reporting.readable import escape_control

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    '"': r"\char34{}",
    "α": r"$\alpha$",
    "−": r"$-$",
    "→": r"$\rightarrow$",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "–": "--",
    "…": r"\dots{}",
    "∞": r"$\infty$",
}
_LIGATURES = re.compile(r"([-'!?,])(?=[-'`,])")


def escape(text: str) -> str:
    r"""Return a text that LaTeX sets as it is.

    >>> print(escape("50% of R&D_x -- {a}"))
    50\% of R\&D\_x -{}- \{a\}
    """
    parted = _LIGATURES.sub("\\1\0", escape_control(text))
    return "".join("{}" if c == "\0" else _SPECIAL.get(c, c) for c in parted)


def number(text: str) -> str:
    """Return a number, or what begins like one, with the signs of mathematics."""
    return escape(text.replace("-", "−") if re.match(r"[-\d\[]", text) else text)


def guarded(row: str) -> str:
    """Keep a row that starts with [ or * from being read as an argument of what ends the one above."""
    return f"{{}}{row}" if row.startswith(("[", "*")) else row
