"""Which votes a matcher may be fitted on, and which are kept to judge it: one rule for both.

A part follows from the checksum (CRC-32) of what must not be divided: both words of a pair, in alphabetical
order and lower case, or the target of a question; so that nobody has to keep a list.
"""

from __future__ import annotations

import functools
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

import lydite
from lydite.matchers import Matcher

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lydite.probes.agreement.pairs import Pair

FOLDS = 5
MARK = "{fold}"


def pair_key(a: str, b: str) -> str:
    """Return what stands for a pair, whichever way round it is."""
    return "\t".join(sorted((a.lower(), b.lower())))


def fold(key: str, count: int = FOLDS) -> int:
    """Return the fold of a pair (its :func:`pair_key`) or of a target."""
    return zlib.crc32(key.encode()) % count


def fitted_half(pair: Pair) -> bool:
    """Tell whether a pair of SimLex is in the half that coefficients may be learned from."""
    return fold(pair_key(pair.candidate, pair.reference), 2) == 0


@dataclass(frozen=True)
class Folded(Matcher):
    """A matcher for each fold, named by a spec with {fold} in it: each scores what it was not fitted on.

    ``by`` says what a fold is made of: ``pair``, or ``reference`` (the target of a question).
    """

    name = "folded"
    identity = False
    symmetric = False
    spec: str = ""
    by: str = "pair"

    def pairs(self, candidates: Sequence[str], references: Sequence[str]) -> Any:
        """Return the scores, fold by fold."""
        return self._each("pairs", candidates, references)

    def acceptance(self, candidates: Sequence[str], references: Sequence[str]) -> Any:
        """Return what share of people is expected to accept, fold by fold; None where that is not claimed."""
        return self._each("acceptance", candidates, references)

    def short(self) -> str:
        """Return the name of the row."""
        return self.spec

    def _each(self, what: str, candidates: Sequence[str], references: Sequence[str]) -> Any:
        keys = map(pair_key, candidates, references) if self.by == "pair" else map(str.lower, references)
        places = np.array([fold(key) for key in keys], np.int64)
        found = np.zeros(len(places))
        for number, matcher in enumerate(self._matchers):
            those = np.flatnonzero(places == number)
            scores = getattr(matcher, what)([candidates[i] for i in those], [references[i] for i in those])
            if scores is None:
                return None
            found[those] = scores
        return found

    @functools.cached_property
    def _matchers(self) -> list[Matcher]:
        return [lydite.matcher(self.spec.replace(MARK, str(number))) for number in range(FOLDS)]
