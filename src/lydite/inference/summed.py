"""Results that follow from sums of items and of their Poisson resamples alone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.inference.corrected import CorrectedMeasure, all_agree, error_of_chance, plain_places
from lydite.inference.intervals import agreement_bound, percentile
from lydite.inference.resampling_plan import item_values
from lydite.inference.summary import chance_figures, parameters_of, signature_of
from lydite.inference.sums import ItemSums, options_of_sums, sums_of
from lydite.result import ItemValues, Result

if TYPE_CHECKING:
    from lydite.array_types import FloatArray
    from lydite.inference.intervals import Options
    from lydite.statistics import ItemStatistics, Scorable


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
        width = scored.statistics[place].shape[1]
        total, draws = sums.totals(place), sums.draws[place]
        value = _value(measure, total[:width], sums.items)
        figures: dict[str, Any] = dict.fromkeys(("corrected_low", "corrected_high"))
        figures["low"], figures["high"] = _ends(measure, value, draws[:, :width], sums, place, options)
        figures["chance"] = figures["corrected"] = figures["chance_error"] = None
        if place in scored.chance:
            chance = _value(measure, total[width:], sums.items)
            error = error_of_chance(scored, place)[0]
            figures |= chance_figures(measure, value, chance, error, options)
        if figures["corrected"] is not None and figures["low"] is not None:
            ends = percentile(CorrectedMeasure(measure).value(draws[:, None, :]), options.level)
            figures["corrected_low"], figures["corrected_high"] = ends
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
    measure: Scorable, value: float, draws: FloatArray, sums: ItemSums, place: int, options: Options
) -> tuple[float | None, float | None]:
    """Return the percentile interval; of values that all agree what so many items can tell."""
    counted = sums.counted[place]
    if counted < 2 or not sums.resamples:
        return None, None
    values = np.asarray(measure.value(draws[:, None, :]))
    if not all_agree(values, value):
        return percentile(values, options.level)
    if sums.cluster is not None:  # of how many units, sums do not tell
        return None, None
    return agreement_bound(value, options.level, counted, measure.low, measure.high) or (None, None)
