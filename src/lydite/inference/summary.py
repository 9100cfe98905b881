"""From statistics to results: values, intervals, chance, break-downs and signatures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from lydite.choices import Interval
from lydite.errors import InputError, nearest
from lydite.inference.intervals import bca, jackknife, outward, percentile
from lydite.inference.resampling import Plan, numbers, sums, total
from lydite.result import ItemStatistics, Result, Results, Scorable
from lydite.signature import Signature

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    IntArray = NDArray[np.int64]
    Draws = list[FloatArray]

TOPIC = "topic"  # the column over which grouped measures take their average


@dataclass(frozen=True, slots=True)
class Options:
    """How intervals are made; part of every signature."""

    bootstrap: int = 1_000
    """Number of resamples; 0 for no intervals."""
    seed: int = 0
    interval: Interval = "percentile"
    level: float = 0.95
    cluster: str | None = None
    """A column whose values are resampled whole."""
    by: str | None = None
    """A column to break results down by."""
    chance: int = 10
    """Over how many shuffles of predictions among items chance is taken; 0 for no chance."""

    def __post_init__(self) -> None:
        kinds = get_args(Interval)
        if self.interval not in kinds:
            hint = nearest(self.interval, kinds)
            raise InputError(f"unknown interval {self.interval!r}{hint} (there are {', '.join(kinds)})")
        if not 0 < self.level < 1:
            raise InputError(f"the level of intervals lies between 0 and 1, not at {self.level:g}")
        for name in ("bootstrap", "seed", "chance"):
            if getattr(self, name) < 0:
                raise InputError(f"{name} is a whole number from 0, not {getattr(self, name)}")

    def circumstances(self, interval: str) -> dict[str, str]:
        """Return how an interval of this kind was made, as it stands in signatures."""
        if not self.bootstrap:
            return {"bootstrap": "no"}
        how = f"{self.bootstrap} {interval} {self.level:g}"
        return {"bootstrap": how, "seed": str(self.seed), "cluster": self.cluster or ""}


def summarise(
    systems: Sequence[ItemStatistics], options: Options | None = None, draws: Sequence[Draws] | None = None
) -> Results:
    """Return the results of systems that were scored on the same items, measure by measure.

    ``draws`` are their values in each resample, where those are known already.
    """
    options = options or Options()
    found: list[Result] = []
    for place, scored in enumerate(systems):
        found += _overall(scored, options, None, draws[place] if draws else None)
        if options.by is not None:
            labels = column(scored, options.by)
            for label in sorted(set(labels)):
                part = subset(scored, np.flatnonzero(np.array(labels) == label))
                found += _overall(part, options, label)
    return Results(tuple(found))


def column(scored: ItemStatistics, name: str) -> tuple[str, ...]:
    """Return a column of the items by name; an unknown one names those there are."""
    if name not in scored.columns:
        known = ", ".join(scored.columns) or "none"
        raise InputError(f"there is no column {name!r}{nearest(name, scored.columns)} (columns: {known})")
    return scored.columns[name]


def subset(scored: ItemStatistics, places: IntArray) -> ItemStatistics:
    """Return the statistics of some of the items."""
    return replace(
        scored,
        ids=tuple(scored.ids[i] for i in places),
        statistics=tuple(s[places] for s in scored.statistics),
        columns={k: tuple(v[i] for i in places) for k, v in scored.columns.items()},
        chance={k: v[places] for k, v in scored.chance.items()},
        coverage={k: v[places] for k, v in scored.coverage.items()},
    )


def plan_of(scored: ItemStatistics, measure: Scorable, options: Options) -> tuple[IntArray | None, Plan]:
    """Return the groups a measure needs and how its items are resampled."""
    groups = numbers(column(scored, TOPIC)) if measure.grouped else None
    clusters = numbers(column(scored, options.cluster)) if options.cluster else None
    return groups, Plan.of(len(scored.ids), clusters, groups)


def values_of(measure: Scorable, statistics: FloatArray, groups: IntArray | None) -> float:
    """Return the value over all items; an int where the measure counts."""
    rows = total(statistics, groups) if measure.summable else statistics
    value: float = np.asarray(measure.value(rows)).item() if len(statistics) else float("nan")
    return value


def resampled(scored: ItemStatistics, options: Options) -> list[FloatArray]:
    """Return for each measure its value in each resample; one set of weights serves all measures."""
    found: list[list[FloatArray]] = [[] for _ in scored.measures]
    for stratified in (False, True):
        chosen = [
            i for i, m in enumerate(scored.measures) if (m.grouped and not options.cluster) == stratified
        ]
        if not chosen:
            continue
        summed = {
            id(scored.statistics[i]): scored.statistics[i] for i in chosen if scored.measures[i].summable
        }
        wide = np.concatenate([*summed.values(), np.zeros((len(scored.ids), 0))], axis=1)
        ends = np.cumsum([0, *(s.shape[1] for s in summed.values())])
        spans = {key: slice(a, b) for key, a, b in zip(summed, ends[:-1], ends[1:], strict=True)}
        _, plan = plan_of(scored, scored.measures[chosen[0]], options)
        groups = numbers(column(scored, TOPIC)) if any(scored.measures[i].grouped for i in chosen) else None
        for weights in plan.weights(options.bootstrap, options.seed):
            flat = sums(weights, wide, None)
            grouped = flat
            if groups is not None and options.cluster == TOPIC:
                grouped = _topics_drawn(weights, wide, groups)
            elif groups is not None:
                grouped = sums(weights, wide, groups)
            for i in chosen:
                measure, statistics = scored.measures[i], scored.statistics[i]
                if measure.summable:
                    rows = grouped if measure.grouped else flat
                    found[i].append(measure.value(rows[..., spans[id(statistics)]]))
                else:
                    drawn = [
                        measure.value(np.repeat(statistics, w, axis=0)) for w in weights.astype(np.int64)
                    ]
                    found[i].append(np.array(drawn, dtype=np.float64))
    return [np.concatenate(f) for f in found]


def drawn_together(systems: Sequence[ItemStatistics], options: Options) -> list[Draws]:
    """Return the resampled values of systems on the same items, from one set of weights; NaN for none."""
    many = replace(
        systems[0],
        measures=tuple(m for s in systems for m in s.measures),
        statistics=tuple(rows for s in systems for rows in s.statistics),
    )
    units = set(column(many, options.cluster)) if options.cluster else many.ids
    some = options.bootstrap and len(units) > 1
    found = resampled(many, options) if some else [np.array([np.nan])] * len(many.measures)
    each = len(systems[0].measures)
    return [found[i : i + each] for i in range(0, len(found), each)]


def _topics_drawn(weights: FloatArray, wide: FloatArray, groups: IntArray) -> FloatArray:
    """Return the sums of whole topics; one that was drawn twice stands there twice."""
    first = np.unique(groups, return_index=True)[1]
    times = weights[:, first].astype(np.int64)
    drawn = np.repeat(np.tile(np.arange(len(first)), len(weights)), times.ravel())
    return total(wide, groups)[drawn].reshape(len(weights), len(first), wide.shape[1])


def _overall(
    scored: ItemStatistics, options: Options, group: str | None, draws: Draws | None = None
) -> list[Result]:
    n = len(scored.ids)
    draws = draws or drawn_together([scored], options)[0]
    found = []
    for i, (measure, statistics) in enumerate(zip(scored.measures, scored.statistics, strict=True)):
        groups, plan = plan_of(scored, measure, options)
        value = values_of(measure, statistics, groups)
        low: float | None = None
        high: float | None = None
        counted = statistics.any(axis=1) if measure.summable else np.ones(n, dtype=np.bool_)
        units = plan.units[counted]
        if options.bootstrap and (units != units[:1]).any():  # one says nothing of how they differ
            if options.interval == "bca" and measure.summable:
                left = jackknife(measure, statistics, total(statistics, groups), groups, plan)
                low, high = bca(draws[i], value, left, options.level)
            else:
                low, high = percentile(draws[i], options.level)
            low, high = outward(value, low, high)
        unscored = n - int(counted.sum())
        found.append(
            Result(
                scored.system,
                str(measure),
                _parameters(measure),
                value,
                low,
                high,
                n=n - unscored,
                unscored=unscored,
                coverage=_coverage(scored, i),
                group=group,
                signature=_signature(scored, i, options),
                items=dict(zip(scored.ids, scored.item_values(i).tolist(), strict=True)),
                **_chance(scored, i, value, groups),
            )
        )
    return found


def _signature(scored: ItemStatistics, place: int, options: Options) -> Signature:
    # where there are no sums to leave a unit out of, the interval is percentile
    interval = options.interval if scored.measures[place].summable else "percentile"
    determines = {**scored.policies, "gold": scored.gold}
    if place in scored.chance:
        determines["chance"] = f"{options.chance} shuffles, seed {options.seed}"
    return Signature.of(scored.measures[place].signature(), determines, options.circumstances(interval))


def _chance(scored: ItemStatistics, place: int, value: float, groups: IntArray | None) -> dict[str, Any]:
    if place not in scored.chance:
        return {}
    measure = scored.measures[place]
    chance = values_of(measure, scored.chance[place], groups)
    room = measure.best - chance
    return {"chance": chance, "corrected": (value - chance) / room if room else float("nan")}


def _coverage(scored: ItemStatistics, place: int) -> float | None:
    if place not in scored.coverage:
        return None
    known, count = scored.coverage[place].sum(axis=0)
    return float(known / count) if count else None


def _parameters(measure: Scorable) -> dict[str, Any]:
    found = measure.arguments()
    cut = getattr(measure, "cut", None)
    return found if cut is None else {**found, "cut": cut}
