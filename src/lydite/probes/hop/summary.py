"""From the statistics of walks to results: every figure of every strategy, part by part."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from lydite.core.spec import REGISTRIES
from lydite.inference import Inference, summarise
from lydite.inference.result import Result, Results
from lydite.probes.hop.outcomes import ENDS, FIGURES, HOPS, WalkRatio, describe_hops

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lydite.inference.statistics import ItemStatistics

    Parts = Sequence[tuple[str | None, Sequence[ItemStatistics]]]
    """All starts, the paired part, … and in each the strategies under all figures."""

ALL, PAIRED, SHARED, SHARED_PAIRED = None, "paired", "shared vocabulary", "shared vocabulary, paired"
EVERY, REACHED = "all", "reached by all"  # the starts of a part, as they stand in signatures


def summarise_parts(parts: Parts, options: Inference | None = None, notes: tuple[str, ...] = ()) -> Results:
    """Return the results of all parts; median, sd, min and max of the hops stand without intervals."""
    options = options or Inference()
    results: list[Result] = []
    for group, systems in parts:
        for scored in systems:
            rows = [replace(r, group=group) for r in summarise([scored], options)]
            place = next(i for i, r in enumerate(rows) if r.measure == HOPS)
            results += [*rows, *_describe_hops(scored, place, rows[place])]
    return Results(tuple(results), notes)


def _describe_hops(scored: ItemStatistics, place: int, base: Result) -> Iterator[Result]:
    for name, value in describe_hops(scored.statistics[place]).items():
        signed = replace(base.signature, measure=base.signature.measure.replace(HOPS, name, 1))
        better = base.better if name == "median" else None  # the rest describes, it does not judge
        yield replace(
            base, measure=name, value=value, low=None, high=None, items={}, signature=signed, better=better
        )


def paired(systems: Sequence[ItemStatistics]) -> list[ItemStatistics]:
    """Return the statistics of the starts from which every strategy but the baselines reached the target."""
    known = REGISTRIES["chooser"].all()
    names = [str(s.measures[0].arguments()["choose"]).partition("(")[0] for s in systems]
    baselines = [bool(getattr(known.get(name), "baseline", False)) for name in names]
    systems = [systems[i] for i in without_baselines(baselines)]
    place = FIGURES.index(ENDS[0])
    places = np.flatnonzero(np.all([s.statistics[place][:, 0] > 0 for s in systems], axis=0))
    on_reached = []
    for scored in systems:
        figures = [m for m in scored.measures if isinstance(m, WalkRatio)]
        measures = tuple(replace(m, settings={**m.settings, "starts": REACHED}) for m in figures)
        on_reached.append(replace(scored.select(places), measures=measures, signatures=()))
    return on_reached


def without_baselines(baselines: Sequence[bool]) -> list[int]:
    """Return the places of strategies that are no baselines; all, where fewer than two are not.

    A baseline that arrives from a handful of starts would leave nothing to compare the others on.

    >>> without_baselines([True, False, False]), without_baselines([True, False])
    ([1, 2], [0, 1])
    """
    strategies = [i for i, baseline in enumerate(baselines) if not baseline]
    return strategies if len(strategies) > 1 else list(range(len(baselines)))
