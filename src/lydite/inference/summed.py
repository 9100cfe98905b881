"""Results that follow from sums of items and of their Poisson resamples alone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.inference.corrected import DUST, CorrectedMeasure, NetMeasure, all_agree, plain_places
from lydite.inference.intervals import agreement_bound, percentile
from lydite.inference.item_sums import ROUNDING, ItemSums, options_of_sums, sums_of
from lydite.inference.resampling_plan import counted_items, item_values
from lydite.inference.result import ItemValues, Result
from lydite.inference.summary import as_far_off, chance_figures, parameters_of, signature_of, widest

if TYPE_CHECKING:
    from lydite.core.array_types import FloatArray
    from lydite.inference.intervals import Options
    from lydite.inference.statistics import ItemStatistics, Scorable


def summed_results(scored: ItemStatistics, options: Options) -> list[Result]:
    """Return the results of a system under its measures, then those of the groups that were asked for."""
    if scored.sums is not None:
        options = options_of_sums(scored.sums, options)
    scored = scored.under(plain_places(scored))
    results = _results(scored, options)
    if options.by is not None:
        codes, labels = scored.codes(options.by), sorted(set(scored.column(options.by)))
        for code, label in enumerate(labels):
            part = scored.select(np.flatnonzero(codes == code))
            results += [replace(r, group=label) for r in _results(part, options)]
    return results


def _results(scored: ItemStatistics, options: Options) -> list[Result]:
    sums = sums_of(scored, options)
    results = []
    for place, measure in enumerate(scored.measures):
        total = sums.totals(place)
        own, chance, net = _sides(scored, place)
        value = _value(measure, total[own], sums.items)
        figures: dict[str, Any] = dict.fromkeys(("low", "high", "corrected_low", "corrected_high"))
        figures["chance"] = figures["corrected"] = figures["chance_error"] = None
        if chance is not None:
            by_chance = _value(measure, total[chance], sums.items)
            gained = None if net is None else total[None, net]
            figures |= chance_figures(scored, place, value, by_chance, gained, options)
        if sums.resamples and sums.counted[place] > 1:
            figures |= _ends(scored, place, sums, value, figures, options)
        known = sums.coverage.get(place)
        figures["coverage"] = known[0] / known[1] if known and known[1] else None
        figures["items"] = ItemValues(scored.ids, partial(item_values, scored, place))
        results.append(
            Result(
                scored.system, str(measure), parameters_of(measure), value,
                n=sums.counted[place], unscored=sums.items - sums.counted[place], better=measure.better,
                signature=signature_of(scored, place, options), **figures,
            )
        )  # fmt: skip
    return results


def _value(measure: Scorable, total: FloatArray, items: int) -> float:
    return float(np.asarray(measure.value(total[None])).item()) if items else float("nan")


def _ends(
    scored: ItemStatistics,
    place: int,
    sums: ItemSums,
    value: float,
    known: dict[str, Any],
    options: Options,
) -> dict[str, float | None]:
    """Return the percentile intervals of value and corrected; of units that agree what so many tell."""
    measure, total, draws = scored.measures[place], sums.totals(place), sums.drawn(place)
    own, _, net = _sides(scored, place)
    values = np.asarray(measure.value(draws[:, None, own]))
    agree = all_agree(values, value, _rounding(measure, total[own], sums.items))
    ends: tuple[float | None, float | None]
    if agree:
        n = _units(scored, place, sums)
        bound = None if n < 2 else agreement_bound(value, options.level, n, measure.low, measure.high)
        ends = bound or (None, None)
    else:
        ends = percentile(values, options.level)
    figures = {"low": ends[0], "high": ends[1]}
    if (corrected := known["corrected"]) is None:
        return figures
    above = CorrectedMeasure(measure) if net is None else NetMeasure(measure)
    some = slice(None) if net is None else net
    values = above.value(draws[:, None, some])
    same = all_agree(values, corrected, _rounding(above, total[some], sums.items))
    drawn = (corrected, corrected) if same else percentile(values, options.level)
    if agree and (same or net is not None):
        far = as_far_off(scored, place, value, known, ends)
        drawn = far if same else widest(far, drawn)
    ends = drawn
    return {**figures, "corrected_low": ends[0], "corrected_high": ends[1]}


def _sides(scored: ItemStatistics, place: int) -> tuple[slice, slice | None, slice | None]:
    """Return where the sums of a measure, of its chance, and of its net gains are."""
    width = scored.statistics[place].shape[1]
    chance = slice(width, 2 * width) if place in scored.chance else None
    return slice(width), chance, slice(2 * width, 2 * width + 3) if place in scored.net else None


def _rounding(measure: Scorable, total: FloatArray, items: int) -> float:
    """Return by how much a resample of items that agree may differ: their statistics are rounded."""
    moved = np.asarray(measure.value((total + np.diag(np.full(len(total), items * ROUNDING)))[:, None, :]))
    apart = np.abs(moved - np.asarray(measure.value(total[None])))
    return DUST + 2 * float(apart[np.isfinite(apart)].sum())


def _units(scored: ItemStatistics, place: int, sums: ItemSums) -> int:
    """Return how many units have a value; 0 where sums do not tell, of clusters."""
    if sums.cluster is None:
        return sums.counted[place]
    if scored.sums is not None:
        return 0
    return len(np.unique(scored.codes(sums.cluster)[counted_items(scored, place)]))
