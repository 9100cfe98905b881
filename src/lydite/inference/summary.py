"""From statistics to results: values, intervals, chance, break-downs and signatures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.inference.draws import Resampled, resample
from lydite.inference.intervals import Options, bca, centred, jackknife, outward, percentile
from lydite.inference.rows import Rows, clustered, item_values, stratified, value_of
from lydite.result import Result, Results
from lydite.signature import Signature
from lydite.statistics import TOPIC, ItemStatistics, Scorable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    FloatArray = NDArray[np.float64]
    Blocks = Sequence[Sequence[ItemStatistics]]


def summarise(
    systems: Sequence[ItemStatistics],
    options: Options | None = None,
    draws: Sequence[Sequence[Resampled]] | None = None,
) -> Results:
    """Return the results of systems that were scored on the same items, measure by measure.

    ``draws`` are their values in each resample, where those are known already.
    """
    options = options or Options()
    found: list[Result] = []
    for place, scored in enumerate(systems):
        by_topic = options.by == TOPIC
        mine = draws[place] if draws else resample([scored], options, topics=by_topic)[0]
        whole = _results(scored, options, mine)
        found += whole
        if options.by is not None:
            found += _broken_down(scored, options, mine, whole)
    return Results(tuple(found))


def summarise_blocks(blocks: Blocks, options: Options | None = None, notes: tuple[str, ...] = ()) -> Results:
    """Return the results of blocks, each on items of its own: the probes of a test set, or one for all."""
    return in_order(blocks, [r for systems in blocks for r in summarise(systems, options)], notes)


def in_order(blocks: Blocks, found: Iterable[Result], notes: tuple[str, ...]) -> Results:
    """Return results system by system; break-downs come after what they break down."""
    order = {s.system: place for place, s in enumerate(blocks[0])}
    return Results(tuple(sorted(found, key=lambda r: (order[r.system], r.group is not None))), notes)


def _broken_down(
    scored: ItemStatistics, options: Options, draws: Sequence[Resampled], whole: Sequence[Result]
) -> list[Result]:
    """Return the results of each group of items; those of topics come from the resamples of the whole.

    Measures that are the same within one topic stand there once.
    """
    column = options.by or ""
    if column == TOPIC:
        once = list({m.alone: i for i, m in reversed(list(enumerate(scored.measures)))}.values())[::-1]
        scored, draws, whole = scored.under(once), [draws[i] for i in once], [whole[i] for i in once]
    labels, codes = scored.column(column), scored.codes(column)
    values = [_value_by(scored, i, column) for i in range(len(scored.measures))]
    found: list[Result] = []
    for place, label in enumerate(sorted(set(labels))):
        part = scored.select(np.flatnonzero(codes == place))
        own = [None if d.topics is None else Resampled(d.topics[:, place]) for d in draws]
        again = resample([part], options)[0] if None in own else []
        for i, result in enumerate(whole):
            known = values[i]
            value = value_of(part, i) if known is None else known[place].item()
            figures = _figures(part, i, options, value, (own[i] or again[i]).overall)
            items = {name: result.items[name] for name in part.ids}
            found.append(replace(result, group=label, items=items, **figures))
    return found


def _value_by(scored: ItemStatistics, place: int, column: str) -> NDArray[Any] | None:
    """Return the values of all groups at once, where each is a value of sums."""
    measure = scored.measures[place]
    if not measure.summable or (measure.grouped and column != TOPIC):
        return None
    return np.asarray(measure.value(scored.totals(place, column)[:, None, :]))


def _results(scored: ItemStatistics, options: Options, draws: Sequence[Resampled]) -> list[Result]:
    found = []
    for i, measure in enumerate(scored.measures):
        figures = _figures(scored, i, options, value_of(scored, i), draws[i].overall)
        figures["items"] = dict(zip(scored.ids, item_values(scored, i).tolist(), strict=True))
        figures["signature"] = how_made(scored, i, options)
        found.append(Result(scored.system, str(measure), _parameters(measure), **figures))
    return found


def _figures(
    scored: ItemStatistics, place: int, options: Options, value: float, draws: FloatArray
) -> dict[str, Any]:
    """Return the figures of a result: value, interval, chance, and how many items are behind them."""
    counted = _counted(scored, place)
    low = high = None
    if _several(scored, place, counted, options):
        low, high = _ends(scored, place, value, draws, options)
    n = int(counted.sum())
    return {
        "value": value,
        "low": low,
        "high": high,
        "n": n,
        "unscored": len(scored.ids) - n,
        "coverage": _coverage(scored, place),
        **_chance(scored, place, value),
    }


def _counted(scored: ItemStatistics, place: int) -> NDArray[np.bool_]:
    """Return which items the measure has a value for."""
    table = scored.statistics[place]
    left_out = np.isnan(table).any(axis=1)  # of what is no sum, zeros are numbers like others
    some = np.asarray(table.any(axis=1) if scored.measures[place].summable else ~left_out)
    return some if scored.rows is None else some[scored.rows]


def _several(scored: ItemStatistics, place: int, counted: NDArray[np.bool_], options: Options) -> bool:
    """Whether there is more than one to draw from: one says nothing of how they differ."""
    if not options.bootstrap:
        return False
    column = clustered(scored, options)
    if column is None and stratified(scored.measures[place], scored, options):
        topics = scored.column(TOPIC)
        if topics[:1] * len(topics) == topics:  # one topic by itself
            return bool(counted.sum() > 1)
        return bool(np.bincount(scored.codes(TOPIC)[counted]).max(initial=0) > 1)
    units = scored.codes(column)[counted] if column else np.flatnonzero(counted)
    return bool((units != units[:1]).any())


def _ends(
    scored: ItemStatistics, place: int, value: float, draws: FloatArray, options: Options
) -> tuple[float, float]:
    """Return the ends of the interval, of the kind that was asked for or that the measure declares."""
    measure = scored.measures[place]
    kind = options.kind(measure)
    if kind == "centred":
        low, high = centred(draws, value, options.level, measure.low, measure.high)
    elif kind == "bca":
        each = scored.under([place]).each()
        rows = Rows.of([each], options, stratified=stratified(measure, scored, options))
        groups = rows.groups if measure.grouped else None
        left = jackknife(measure, rows.statistics(0, 0), each.totals(0), groups, rows.plan)
        low, high = bca(draws, value, left, options.level)
    else:
        low, high = percentile(draws, options.level)
    return outward(value, low, high)


def how_made(scored: ItemStatistics, place: int, options: Options) -> Signature:
    """Return how the value of a measure is made."""
    determines = {**scored.policies, "gold": scored.gold}
    measure = scored.measures[place]
    if measure.arguments().get("part", "all") == "all":
        determines.pop("documents", None)  # nothing of them is in the number
    if place in scored.chance:
        times, seed = scored.shuffles or (options.chance, options.seed)
        determines["chance"] = getattr(measure, "chance_by", f"{times} shuffles, seed {seed}")
    said = options.circumstances(measure, scored.cluster) | {"lydite": scored.version}
    return Signature.of(scored.signed(place), determines, said)


def _chance(scored: ItemStatistics, place: int, value: float) -> dict[str, Any]:
    if place not in scored.chance:
        return {"chance": None, "corrected": None}
    measure = scored.measures[place]
    expected = replace(scored, measures=(measure,), statistics=(scored.chance[place],), rows=None)
    chance = value_of(expected, 0)
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
