"""Chance correction as a measure, of statistics that an item has in one row.

They are resampled, and swapped between systems, together: intervals, paired tests and letters follow as for
any measure. Of measures of phrases they are net gains and the room for them, of all others value and chance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from lydite.inference.intervals import t_quantile
from lydite.inference.statistics import ROOM, ItemStatistics, Scorable

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from lydite.core.array_types import FloatArray, IntArray
    from lydite.inference.options import Inference
    from lydite.inference.statistics import ExtraVariance


Figure = Literal["value", "corrected"]
DUST = 1e-12


@dataclass(frozen=True)
class CorrectedMeasure(Scorable):
    """A measure corrected for chance: (value − chance) / (best − chance).

    Statistics are those of the measure, then those of chance. The more the better, whatever the measure.
    """

    measure: Scorable
    low = -float("inf")

    def __str__(self) -> str:
        return f"{self.measure}, corrected"

    @property
    def interval(self) -> Any:  # type: ignore[override]  # that of the measure
        """The kind of interval that suits the measure."""
        return self.measure.interval

    @property
    def summable(self) -> bool:  # type: ignore[override]  # that of the measure
        """Whether the value of the measure follows from sums."""
        return self.measure.summable

    @property
    def grouped(self) -> bool:  # type: ignore[override]  # that of the measure
        """Whether the measure is taken over topics."""
        return self.measure.grouped

    @property
    def stratified(self) -> bool:  # type: ignore[override]  # that of the measure
        """Whether items are drawn within topics."""
        return self.measure.stratified

    @property
    def widened(self) -> bool:  # type: ignore[override]  # that of the measure
        """Whether the measure varies more than its resamples."""
        return self.measure.widened

    def value(self, sums: FloatArray) -> FloatArray:
        """Return (value − chance) / (best − chance); NaN where chance leaves no room, or there is no best."""
        width = sums.shape[-1] // 2
        value = np.asarray(self.measure.value(sums[..., :width]))
        chance = np.asarray(self.measure.value(sums[..., width:]))
        return self._above(value, chance)

    def _above(self, value: FloatArray, chance: FloatArray) -> FloatArray:
        room, above = self.measure.best - chance, value - chance
        above = np.where(np.abs(above) < DUST, 0.0, above)  # sums taken in another order
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.where((room != 0) & np.isfinite(room), above / room, np.nan))

    def resampled(self, rows: FloatArray, weights: FloatArray) -> FloatArray:
        """Return the corrected value in each resample."""
        width = rows.shape[1] // 2
        value, chance = (self.measure.resampled(side, weights) for side in (rows[:, :width], rows[:, width:]))
        return self._above(value, chance)

    def extra_variance(self, rows: FloatArray, counts: FloatArray) -> ExtraVariance | None:
        """Return the extra variance that the measure declares."""
        return self.measure.extra_variance(rows[:, rows.shape[1] // 2 :], counts)

    def influence(self, rows: FloatArray) -> tuple[FloatArray, IntArray] | None:
        """Return the influence of rows that the measure declares."""
        return self.measure.influence(rows[:, rows.shape[1] // 2 :])

    def arguments(self) -> dict[str, Any]:
        """Return the parameters of the measure."""
        return self.measure.arguments()


@dataclass(frozen=True)
class NetMeasure(CorrectedMeasure):
    """A measure of phrases corrected for chance: Σ net gain / max(Σ room, Σ room of gold)."""

    def value(self, sums: FloatArray) -> FloatArray:
        """Return net gains over the room for them; NaN where not even gold has room."""
        net, own, gold = np.moveaxis(sums.sum(-2), -1, 0)
        net = np.where(np.abs(net) < DUST, 0.0, net)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(np.where(gold > ROOM, net / np.maximum(own, gold), np.nan))


def corrected_rows(scored: ItemStatistics, place: int) -> tuple[CorrectedMeasure, FloatArray] | None:
    """Return the corrected measure that belongs to one, and its rows; None where there is none."""
    measure = scored.measures[place]
    if place in scored.net:
        return NetMeasure(measure), scored.net[place].rows
    if place not in scored.chance or measure.netted:
        return None
    own = scored.statistics[place] if scored.rows is None else scored.statistics[place][scored.rows]
    return CorrectedMeasure(measure), np.concatenate([own, scored.chance[place]], axis=1)


def with_corrected(scored: ItemStatistics, places: Collection[int] | None = None) -> ItemStatistics:
    """Return the statistics with a corrected measure after all others for each that has one.

    ``places`` are those that all systems have, where several are drawn together.
    """
    places = range(len(scored.measures)) if places is None else sorted(places)
    found = {i: both for i in places if (both := corrected_rows(scored, i)) is not None}
    if not found or scored.rows is not None:
        return scored
    added, tables = zip(*found.values(), strict=True)
    signed = tuple(scored.signatures[i] for i in found) if scored.signatures else ()
    return replace(
        scored,
        measures=(*scored.measures, *added),
        statistics=(*scored.statistics, *tables),
        signatures=(*scored.signatures, *signed),
    )


def all_with_corrected(systems: Sequence[ItemStatistics]) -> list[ItemStatistics]:
    """Return systems that are drawn together with the corrected measures that all of them have."""
    places = range(len(systems[0].measures)) if systems else ()
    common = [i for i in places if all(corrected_rows(s, i) is not None for s in systems)]
    return [with_corrected(s, common) for s in systems]


def plain_places(scored: ItemStatistics) -> list[int]:
    """Return the places of the measures that are not corrected ones."""
    return [i for i, m in enumerate(scored.measures) if not isinstance(m, CorrectedMeasure)]


def corrected_place(scored: ItemStatistics, place: int) -> int | None:
    """Return the place of the corrected measure that belongs to one, if it is there."""
    mine = scored.measures[place]
    places = (
        j for j, m in enumerate(scored.measures) if isinstance(m, CorrectedMeasure) and m.measure is mine
    )
    return next(places, None)


def judged_places(systems: Sequence[ItemStatistics], options: Inference) -> list[int]:
    """Return for each measure the place of what its letters belong to: the value, or corrected.

    Soft measures are judged by corrected, unless told otherwise: leniency lifts their values.
    """
    chosen = []
    for place in plain_places(systems[0]):
        soft = bool(getattr(systems[0].measures[place], "soft", False))
        wanted = options.judge == "corrected" or (options.judge == "auto" and soft)
        other = corrected_place(systems[0], place)
        chosen.append(place if other is None or not wanted else other)
    return chosen


def chance_decides(measure: Scorable, options: Inference) -> bool:
    """Whether a number follows from how chance was taken: of soft measures, and where corrected is judged."""
    return bool(getattr(measure, "soft", True)) or options.judge == "corrected"


def one_more_shuffle(error: float | None, shuffles: int, room: float, level: float) -> float:
    """Return how far from 0 one more shuffle may be when corrected: no interval is narrower on a side.

    Predictions that know nothing are no more than that. Few of them may be right by luck, and where these are
    missing, resamples of the others vary less than shuffles do. Of k shuffles with standard deviation s, and
    thus the error s / √k, it is t(k − 1) · s · √(1 + 1/k) / room, the prediction interval of the next: with
    the error of chance and best − chance, or that of net gains, which are over their room already.

    >>> round(one_more_shuffle(0.1 / 3**0.5, 3, 0.8, 0.95), 4)
    0.621
    """
    if error is None or shuffles < 2 or not room or not math.isfinite(room):
        return 0.0
    return t_quantile((1 + level) / 2, shuffles - 1) * error * math.sqrt(shuffles + 1) / abs(room)


def chance_error(measure: Scorable, sums: FloatArray) -> float:
    """Return the standard error of chance, from the sums ``(shuffles, d)`` of each shuffle.

    Nine digits of it, which are the same whether items were summed at once or in shards.

    >>> from lydite.core.spec import parse
    >>> round(chance_error(parse("F1"), np.array([[1.0, 10.0], [2.0, 10.0], [3.0, 10.0]])), 4)
    0.0577
    """
    values = np.asarray(measure.value(sums[:, None, :]))
    return float(f"{np.std(values, ddof=1) / np.sqrt(len(values)):.9g}") if len(values) > 1 else float("inf")


def error_of_chance(scored: ItemStatistics, place: int) -> tuple[float | None, int]:
    """Return the standard error of chance and the number of shuffles behind it; None where it is not known.

    Of all items it follows from what each shuffle gave. Of some of them it follows from how much each item's
    statistics vary over the shuffles (the delta method), as if items were given gold each by itself: in
    truth no gold is given twice, so that this is an upper bound.
    """
    measure, sums = scored.measures[place], scored.chance_sums.get(place)
    if sums is not None:
        return (chance_error(measure, sums), len(sums)) if len(sums) > 1 else (None, len(sums))
    return _error_by_items(scored, measure, scored.chance.get(place), scored.chance_spread.get(place))


def error_of_net(scored: ItemStatistics, place: int) -> tuple[float | None, int]:
    """Return the same for a corrected value that is made of net gains."""
    measure, net = NetMeasure(scored.measures[place]), scored.net[place]
    if len(net.sums) > 1:
        return chance_error(measure, net.sums), len(net.sums)
    return _error_by_items(scored, measure, net.rows, net.spread)


def _error_by_items(
    scored: ItemStatistics, measure: Scorable, rows: FloatArray | None, spread: FloatArray | None
) -> tuple[float | None, int]:
    shuffles = (scored.shuffles or (0, 0))[0]
    if rows is None or spread is None or shuffles < 2:
        return None, shuffles
    total = rows.sum(axis=0)
    width = len(total)
    steps = np.diag(np.maximum(np.abs(total), 1.0) * 1e-6)
    ends = [np.asarray(measure.value((total + sign * steps)[:, None, :])) for sign in (1, -1)]
    slope = (ends[0] - ends[1]) / (2 * steps.diagonal())
    variance = float(slope @ spread.sum(axis=0).reshape(width, width) @ slope)
    return (math.sqrt(max(variance, 0.0) / shuffles), shuffles) if math.isfinite(variance) else (None, 0)


def mean_room(scored: ItemStatistics, place: int, chance: float) -> float:
    """Return how much of the value one of the corrected value is: the mean room of items."""
    measure = scored.measures[place]
    if place not in scored.net or not measure.mean:
        return measure.best - chance
    _, own, gold = scored.net_totals(place)
    count = scored.statistics[place][:, 1].sum() if scored.sums is None else scored.sums.totals(place)[1]
    return float(max(own, gold) / count)


def all_agree(draws: FloatArray, value: float, within: float = DUST) -> bool:
    """Whether no resample that has a value has another, further off than rounding takes it (``within``)."""
    known = draws[~np.isnan(draws)]
    return bool(len(known)) and bool(np.all(np.abs(known - value) < within))
