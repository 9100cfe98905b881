"""Sweeps: one line that stands for many measures. A sweep is not a measure; ``parse`` refuses it."""

from __future__ import annotations

import itertools
import math
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from lydite.errors import SpecError
from lydite.spec.grammar import STRING
from lydite.spec.parsing import parse

if TYPE_CHECKING:
    from collections.abc import Mapping

_RANGE = re.compile(r"(?<=[=(,|])\s*(-?\d+(?:\.\d+)?):(-?\d+(?:\.\d+)?)(?::(-?\d+(?:\.\d+)?))?(?=\s*[,|)])")
_CHOICE = re.compile(r'(?<==)\s*([\w./~+"-]+(?:\s*\|\s*[\w./~+"-]+)+)')
_KEPT = re.compile(r'"(\d+)"')
_CUTS = re.compile(r"@((?:\d+|[MO])(?:\s*,\s*(?:\d+|[MO]))+)\s*$")
_MOST = 10_000


def expand(text: str, kind: str = "measure", let: Mapping[str, str] | None = None) -> list[Any]:
    """Return the measures of a sweep: ``a:b:step`` (b included), ``x|y`` and ``@1,5,10``.

    >>> [str(m) for m in expand("F1(match=exact|stem)@5,10")]
    ['F1@5', 'F1@10', 'F1(match=stem)@5', 'F1(match=stem)@10']
    """
    quoted: list[str] = []  # whatever stands in a string is no sweep

    def keep(string: re.Match[str]) -> str:
        quoted.append(string[0])
        return f'"{len(quoted) - 1}"'

    def restored(text: str) -> str:
        return _KEPT.sub(lambda place: quoted[int(place[1])], text)

    text = STRING.sub(keep, text)
    text = _RANGE.sub(lambda m: "|".join(_steps(m[1], m[2], m[3] or "1")), text)
    cuts = _CUTS.search(text)
    ends = [f"@{c.strip()}" for c in cuts[1].split(",")] if cuts else [""]
    if cuts:
        text = text[: cuts.start()]
    parts = _CHOICE.split(text)
    options = [re.split(r"\s*\|\s*", p) if i % 2 else [p] for i, p in enumerate(parts)]
    if (count := math.prod(map(len, options)) * len(ends)) > _MOST:
        raise SpecError(f"the sweeps of one line make {count:,} measures; the most is {_MOST:,}")
    specs = ["".join(chosen) + end for chosen in itertools.product(*options) for end in ends]
    return [parse(restored(spec), kind, let) for spec in specs]


def _steps(first: str, last: str, step: str) -> list[str]:
    low, high, by = Decimal(first), Decimal(last), Decimal(step)
    if by == 0 or (high - low) / by < 0:
        raise SpecError(f"the sweep {first}:{last}:{step} never ends")
    count = int((high - low) / by) + 1
    if count > _MOST:
        raise SpecError(f"the sweep {first}:{last}:{step} has {count:,} steps; the most is {_MOST:,}")
    return [str(low + by * i) for i in range(count)]
