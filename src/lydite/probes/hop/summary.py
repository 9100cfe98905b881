"""From the statistics of walks to results: every figure of every strategy, part by part."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.inference import Options, summarise
from lydite.probes.hop.outcomes import ENDS, FIGURES, HOPS, Ratio, spread
from lydite.result import Result, Results

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.statistics import ItemStatistics

    Parts = Sequence[tuple[str | None, Sequence[ItemStatistics]]]
    """All starts, the paired part, … and in each the strategies under all figures."""

ALL, PAIRED, SHARED, SHARED_PAIRED = None, "paired", "shared vocabulary", "shared vocabulary, paired"
EVERY, REACHED = "all", "reached by all"  # the starts of a part, as they stand in signatures


def summarise_parts(parts: Parts, options: Options | None = None, notes: tuple[str, ...] = ()) -> Results:
    """Return the results of all parts; median, sd, min and max of the hops stand without intervals."""
    found: list[Result] = []
    for group, systems in parts:
        for scored in systems:
            rows = [replace(r, group=group) for r in summarise([scored], options)]
            place = next(i for i, r in enumerate(rows) if r.measure == HOPS)
            found += [*rows, *_spread(scored, place, rows[place])]
    return Results(tuple(found), notes)


def _spread(scored: ItemStatistics, place: int, base: Result) -> Iterator[Result]:
    for name, value in spread(scored.statistics[place]).items():
        signed = replace(base.signature, measure=base.signature.measure.replace(HOPS, name, 1))
        yield replace(base, measure=name, value=value, low=None, high=None, items={}, signature=signed)


def paired(systems: Sequence[ItemStatistics]) -> list[ItemStatistics]:
    """Return the statistics of the starts from which every strategy reached the target."""
    place = FIGURES.index(ENDS[0])
    places = np.flatnonzero(np.all([s.statistics[place][:, 0] > 0 for s in systems], axis=0))
    found = []
    for scored in systems:
        figures = [m for m in scored.measures if isinstance(m, Ratio)]
        measures = tuple(replace(m, settings={**m.settings, "starts": REACHED}) for m in figures)
        found.append(replace(scored.select(places), measures=measures, signatures=()))
    return found
