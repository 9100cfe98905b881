"""How a matcher knows the phrases that people judged: whole, part by part, or not at all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.notes import Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.core.array_types import FloatArray
    from lydite.matchers.base import Matcher

_ORDER = ("none", "aspects", "direct")
_SAID = {"direct": "matched directly", "aspects": "by aspects", "none": "not matched"}
SUBSETS = {"direct only": ("direct",), "non-empty": ("direct", "aspects"), "all": _ORDER}
"""The subsets of Table 5.8, by how the worst known phrase of a question is known."""


@dataclass(frozen=True)
class PhraseCoverage:
    """What a matcher knows of each item."""

    counts: FloatArray
    """How many phrases of each item are known, and how many there are."""
    worst: tuple[str, ...]
    """How the worst known phrase of each item is known."""
    pairs: Counter[str]
    """How many pairs of phrases are matched directly, by aspects, or not at all (Figure 5.1)."""

    @classmethod
    def of(cls, terms: Sequence[Sequence[str]], matcher: Matcher) -> PhraseCoverage:
        """Look all phrases up; the first of each item is the one that the others may stand for."""
        side, other = matcher.sides
        known = _known(side, (term for item in terms for term in (item[1:] if other is not side else item)))
        first = known if other is side else _known(other, (item[0] for item in terms))
        ways = [[(first if i == 0 else known)[term] for i, term in enumerate(item)] for item in terms]
        shares = _shares(side, (term for item in terms for term in item))
        firsts = shares if other is side else _shares(other, (item[0] for item in terms))
        counts = [
            [sum((firsts if i == 0 else shares)[term] for i, term in enumerate(item)), len(item)]
            for item in terms
        ]
        pairs = Counter(_worst((item[0], way)) for item in ways for way in item[1:])
        return cls(np.array(counts, np.float64).reshape(-1, 2), tuple(map(_worst, ways)), pairs)

    def describe(self, name: str) -> Note | None:
        """Return a note on how phrases were found, where not all were found whole."""
        total = self.pairs.total()
        if self.pairs["direct"] == total:
            return None
        shares = ", ".join(f"{{{k}:,}} {words} ({{{k}_share:.1%}})" for k, words in _SAID.items())
        values = {"total": total, **{k: self.pairs[k] for k in _SAID}}
        of_pairs = {f"{k}_share": self.pairs[k] / total for k in _SAID}
        if total == len(self.worst):
            return Note(f"of {{total:,}} pairs {shares}", name, **values, **of_pairs)
        subsets = ", ".join(f"{{{subset}:,}} {subset}" for subset in SUBSETS)
        values |= {subset: sum(w in kinds for w in self.worst) for subset, kinds in SUBSETS.items()}
        return Note(f"of {{total:,}} pairs {shares}; questions: {subsets}", name, **values, **of_pairs)


def _shares(matcher: Matcher, terms: Iterable[str]) -> dict[str, float]:
    distinct = list(dict.fromkeys(terms))
    return dict(zip(distinct, matcher.known_shares(distinct).tolist(), strict=True))


def _known(matcher: Matcher, terms: Iterable[str]) -> dict[str, str]:
    distinct = list(dict.fromkeys(terms))
    return dict(zip(distinct, matcher.known_as(distinct), strict=True))


def _worst(ways: Sequence[str]) -> str:
    return min(ways, key=_ORDER.index)
