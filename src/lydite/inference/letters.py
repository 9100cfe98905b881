"""Letters: groups of systems that do not differ significantly."""

from __future__ import annotations

from string import ascii_letters
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lydite.inference.comparison import PairedTest


def tie_letters(
    values: Mapping[str, float],
    tests: Sequence[PairedTest],
    higher: bool,  # noqa: FBT001
    alpha: float,
) -> dict[str, str]:
    """Return letters by system, best first: two share a letter if and only if their test is not significant.

    Where none has a value there are none.

    Whenever two systems of a group differ, the group is split in two, and groups inside others are
    dropped (Piepho 2004, An algorithm for a letter-based representation of all-pairwise comparisons).

    >>> from lydite.inference import PairedTest
    >>> tests = [PairedTest("F1", "A", "B", .01, 0, 0, .5, .5),
    ...          PairedTest("F1", "A", "C", .2, 0, 0, .01, .01),
    ...          PairedTest("F1", "B", "C", .19, 0, 0, .2, .2)]
    >>> tie_letters({"A": .5, "B": .49, "C": .3}, tests, True, .05)
    {'A': 'a', 'B': 'ab', 'C': 'b'}
    """
    if np.isnan([*values.values()]).all():
        return dict.fromkeys(values, "")
    order = sorted(values, key=lambda s: (np.isnan(values[s]), -values[s] if higher else values[s]))
    bits = {name: 1 << place for place, name in enumerate(order)}  # groups as numbers: there are many
    groups = [(1 << len(order)) - 1]
    for test in tests:
        if not test.p_holm < alpha:
            continue
        one, two = bits[test.first], bits[test.second]
        for group in [g for g in groups if g & one and g & two]:
            groups.remove(group)
            for part in (group & ~one, group & ~two):
                if all(part & ~other for other in groups):
                    groups.append(part)
    members = sorted([i for i in range(len(order)) if group >> i & 1] for group in groups)
    marks: dict[str, str] = dict.fromkeys(order, "")
    for number, places in enumerate(members):
        for place in places:
            marks[order[place]] += _letter(number)
    return marks


def _letter(number: int) -> str:
    return ascii_letters[number] if number < len(ascii_letters) else f"({number + 1})"
