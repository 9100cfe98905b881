"""How a table of results is laid out where its reader says so."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from lydite.errors import InputError

Rows = Literal["systems", "measures"]


@dataclass(frozen=True)
class TableLayout:
    """What goes down, what measures and systems are called in papers, and whether pairs are listed there."""

    rows: Rows | None = None
    """None for whichever reads better; in papers systems, where there are several."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Names in LaTeX or Markdown, as they are to stand there, for measures and systems."""
    pairwise: bool = False
    """Whether papers get the table of paired tests."""


def named(pairs: Sequence[str]) -> dict[str, str]:
    """Read ``F1(match=stem)@10=name``: the name stands after the first = outside brackets.

    >>> named(["F1@10=F$_1$", "F1(match=stem)@10=stems = words"])
    {'F1@10': 'F$_1$', 'F1(match=stem)@10': 'stems = words'}
    """
    names = {}
    for pair in pairs:
        opened = list(itertools.accumulate((c == "(") - (c == ")") for c in pair))
        place = next((i for i, c in enumerate(pair) if c == "=" and opened[i] <= 0), 0)
        key, name = pair[:place], pair[place + 1 :]
        if not key or not name:
            raise InputError(f"--names takes MEASURE=NAME or SYSTEM=NAME, not {pair!r}")
        names[key] = name
    return names
