"""Measures of walks: how many reach the target, in how many hops, and how directly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.core.spec.grammar import write
from lydite.inference.statistics import Scorable, ratio
from lydite.probes.hop.walk import WalkEnd

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.probes.hop.walk import Walks


ENDS = tuple(end.words for end in WalkEnd)
HOPS, EFFICIENCY, DIRECTNESS = "hops", "efficiency", "efficiency, all"
FIGURES = (*ENDS, HOPS, EFFICIENCY, DIRECTNESS)


@dataclass(frozen=True)
class WalkRatio(Scorable):
    """A measure of walks: the ratio of two sums over starts, with the settings it depends on."""

    name: str
    good: bool
    """Whether the more of it the better; the best is then 1, else 0."""
    settings: Mapping[str, Any]
    high = float("inf")

    def __str__(self) -> str:
        return self.name

    @property
    def better(self) -> Literal["higher", "lower"]:  # type: ignore[override]  # follows from parameters
        """The direction."""
        return "higher" if self.good else "lower"

    @property
    def best(self) -> float:
        """The value of a strategy that always goes straight."""
        return float(self.good)

    def value(self, sums: FloatArray) -> FloatArray:
        """Return above / below of sums ``(…, g, 2)``; NaN where nothing was counted."""
        return ratio(sums[..., 0], sums[..., 1])

    def arguments(self) -> dict[str, Any]:
        """Return the settings of the walk."""
        return dict(self.settings)

    def signature(self) -> str:
        """Return the name with all settings."""
        return write(self.name, {name: str(value) for name, value in self.settings.items()})


def measure(name: str, settings: Mapping[str, Any]) -> WalkRatio:
    """Return what is measured by name: an end, hops, or efficiency."""
    good = name in (WalkEnd.REACHED.words, EFFICIENCY, DIRECTNESS)
    return WalkRatio(name, good, settings)


def statistics(walks: Walks, floor: IntArray, name: str) -> FloatArray:
    """Return (above, below) of each start.

    Hops are counted over the walks that reached the target. Efficiency is the fewest hops possible divided
    by the hops made, over those that reached it; over all, a walk that did not has 0 (and a start from
    which there is no way at all is left out).
    """
    one = np.ones(len(walks.starts))
    if name in ENDS:
        return np.stack([walks.ends == ENDS.index(name), one], axis=1).astype(np.float64)
    reached = (walks.ends == WalkEnd.REACHED).astype(np.float64)
    if name == HOPS:
        return np.stack([walks.hops * reached, reached], axis=1)
    direct = reached * np.divide(floor, walks.hops, out=np.zeros(len(one)), where=walks.hops > 0)
    return np.stack([direct, reached if name == EFFICIENCY else (floor >= 0).astype(np.float64)], axis=1)


def describe_hops(rows: FloatArray) -> dict[str, float]:
    """Return median, sample standard deviation, least and most hops, given the statistics of ``hops``."""
    hops = rows[rows[:, 1] > 0, 0]
    if not len(hops):
        return dict.fromkeys(("median", "sd", "min", "max"), float("nan"))
    deviation = float(hops.std(ddof=1)) if len(hops) > 1 else float("nan")
    return {
        "median": float(np.median(hops)),
        "sd": deviation,
        "min": float(hops.min()),
        "max": float(hops.max()),
    }
