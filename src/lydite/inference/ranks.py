"""Ranks of systems: the place of each, and the places that the tests leave open to it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lydite.inference.comparison import Comparison
    from lydite.inference.result import Result

_LETTERS = re.compile(r"\(\d+\)|.")


@dataclass(frozen=True, slots=True)
class Rank:
    """The place of a system by the figure that is judged, and the best and worst place it may have.

    The best is one after all systems that are better beyond doubt, the worst one before all that are worse
    beyond doubt (as in the tables of the Conference on Machine Translation; with Holm's correction all ranges
    of a measure hold together: Mogstad et al. 2024, Inference for ranks, The Review of Economic Studies 91).
    """

    place: int
    best: int
    worst: int

    def __str__(self) -> str:
        return f"{self.best}" if self.best == self.worst else f"{self.best}–{self.worst}"


def ranks(comparison: Comparison) -> dict[str, dict[str, Rank]]:
    """Return the ranks by measure (with its part, where it was compared in parts) and system, best first.

    Without tests a rank is the place alone. References (people, baselines) have none, and where no system has
    a value there are none at all.
    """
    by_measure: dict[str, dict[str, Result]] = {}
    for result in (r for r in comparison.results if r.system not in comparison.references):
        name = result.measure if result.group is None else f"{result.measure}, {result.group}"
        by_measure.setdefault(name, {})[result.system] = result
    compared = list(comparison.letters) or [r.measure for r in comparison.results if r.group is None]
    return {
        m: _ranked(comparison, m, by_measure[m])
        for m in compared
        if any(not math.isnan(r.value) for r in by_measure.get(m, {}).values())
    }


def _ranked(comparison: Comparison, measure: str, results: Mapping[str, Result]) -> dict[str, Rank]:
    losses = {s: _loss(r, comparison.judged_figures.get(measure, "value")) for s, r in results.items()}
    marks = {s: set(_LETTERS.findall(text)) for s, text in comparison.letters.get(measure, {}).items()}
    if marks:
        losses = {s: loss for s, loss in losses.items() if s in marks}
    ranks_by_system = {}
    for system, loss in losses.items():
        place = 1 + sum(other < loss for other in losses.values())
        if not marks:
            ranks_by_system[system] = Rank(place, place, place)
            continue
        apart = [losses[s] for s in losses if not marks[s] & marks[system]]
        better = sum(other < loss for other in apart)
        ranks_by_system[system] = Rank(place, 1 + better, len(losses) - (len(apart) - better))
    return dict(sorted(ranks_by_system.items(), key=lambda pair: pair[1].place))


def _loss(result: Result, figure: str) -> float:
    """Return a number that is the smaller the better; what has no value comes last.

    Corrected is not told where chance is hardly above 0: it is the value there.
    """
    if figure == "corrected" and result.corrected is not None:
        return math.inf if math.isnan(result.corrected) else -result.corrected
    if math.isnan(result.value):
        return math.inf
    return result.value if result.better == "lower" else -result.value
