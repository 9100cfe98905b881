"""Transitions between entities and what each is worth (section 3.1.3 of the thesis on substitutability).

A transition moves from the entity that acts as substitute to the one that acts as substitutee. What
it is worth depends on its kind and, up and down a hierarchy, on its *breadth*: how many entities
hang from the more general one.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Kind(enum.IntEnum):
    """Kinds of transition; the numbers are part of the stored format."""

    NONE = 0
    SAME = 1
    REDIRECT = 2
    SIMILAR = 3
    SEE_ALSO = 4
    DERIVATION = 5
    LEMMA_DERIVATION = 6
    SPECIALISATION = 7
    GENERALISATION = 8
    CROSS = 9

    @property
    def label(self) -> str:
        """The kind as people read it."""
        return _LABELS[self]


_LABELS = {
    Kind.NONE: "none",
    Kind.SAME: "same",
    Kind.REDIRECT: "redirect",
    Kind.SIMILAR: "similar to",
    Kind.SEE_ALSO: "see also",
    Kind.DERIVATION: "derivation",
    Kind.LEMMA_DERIVATION: "derivation",
    Kind.SPECIALISATION: "specialisation",
    Kind.GENERALISATION: "generalisation",
    Kind.CROSS: "inter-knowledge",
}


def specialisation(breadth: Any, low: float = 0.2, high: float = 0.99) -> Any:
    """Return Equation 3.2: low + (high - low) / breadth^(1/3).

    >>> [round(float(specialisation(b)), 2) for b in (1, 2, 9, 50)]
    [0.99, 0.83, 0.58, 0.41]
    """
    return low + (high - low) / np.cbrt(np.maximum(breadth, 1))


def generalisation(breadth: Any, high: float = 0.99) -> Any:
    """Return Equation 3.3: max(0, high (1.1 / breadth^1.5 - 0.1)), nothing beyond breadth 4.

    >>> [round(float(generalisation(b)), 2) for b in (1, 2, 4, 5, 9)]
    [0.99, 0.29, 0.04, 0.0, 0.0]
    """
    return np.maximum(0.0, high * (1.1 / np.maximum(breadth, 1) ** 1.5 - 0.1))


@dataclass(frozen=True)
class Scores:
    """What each kind of transition is worth; the defaults are those of Table 5.5.

    ``lemma_derivation`` is the score of derivations that hold between words but not between the very
    senses joined by a pointer.
    """

    same: float = 1.0
    redirect: float = 0.99
    similar: float = 0.5
    derivation: float = 0.7
    lemma_derivation: float = 0.7
    specialisation_low: float = 0.2
    specialisation_high: float = 0.99
    generalisation_high: float = 0.99
    cross: float = 0.9

    def of(self, kinds: NDArray[Any], breadths: NDArray[Any]) -> NDArray[np.float64]:
        """Return the score of each (kind, breadth)."""
        flat = np.zeros(len(Kind))
        flat[Kind.SAME] = self.same
        flat[Kind.REDIRECT] = self.redirect
        flat[[Kind.SIMILAR, Kind.SEE_ALSO]] = self.similar
        flat[Kind.DERIVATION] = self.derivation
        flat[Kind.LEMMA_DERIVATION] = self.lemma_derivation
        flat[Kind.CROSS] = self.cross
        scores: NDArray[np.float64] = flat[kinds]
        down, up = kinds == Kind.SPECIALISATION, kinds == Kind.GENERALISATION
        scores[down] = specialisation(breadths[down], self.specialisation_low, self.specialisation_high)
        scores[up] = generalisation(breadths[up].astype(np.float64), self.generalisation_high)
        return scores
