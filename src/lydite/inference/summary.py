"""From statistics to results: values, intervals, chance, break-downs and signatures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.inference.censored import note_censored, within_limit
from lydite.inference.corrected import (
    DUST,
    CorrectedMeasure,
    NetMeasure,
    all_agree,
    chance_decides,
    corrected_place,
    error_of_chance,
    error_of_net,
    mean_room,
    one_more_shuffle,
    plain_places,
    with_corrected,
)
from lydite.inference.intervals import (
    agreement_bound,
    bca,
    centred,
    expanded,
    percentile,
    rounded_outward,
    widening,
)
from lydite.inference.jackknife import left_out
from lydite.inference.options import Inference
from lydite.inference.parts import resample_parts
from lydite.inference.resampling import (
    ResampledValues,
    extra_variance_of,
    note_clustered,
    note_rare_classes,
    resample,
)
from lydite.inference.resampling_plan import (
    counted_items,
    is_stratified,
    item_values,
    sums_are_normal,
    units,
    value_of,
)
from lydite.inference.result import NET_GAINS, ItemValues, Result, Results
from lydite.inference.signature import Signature
from lydite.inference.statistics import TOPIC, ItemStatistics, Scorable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lydite.core.array_types import AnyArray, FloatArray

    Ends = tuple[float | None, float | None]
    Blocks = Sequence[Sequence[ItemStatistics]]

WIDENED = ("centred", "expanded")  # intervals that are widened where resamples vary too little
SHOWN = 0.005  # chance that decides nothing is shown beyond this: popular tags are matched by chance


def summarise(
    systems: Sequence[ItemStatistics],
    options: Inference | None = None,
    draws: Sequence[Sequence[ResampledValues]] | None = None,
) -> Results:
    """Return the results of systems that were scored on the same items, measure by measure.

    ``draws`` are their values in each resample, where those are known already.
    """
    options, results, censored = options or Inference(), list[Result](), list[str]()
    if options.cluster and systems and systems[0].sums is None:
        systems[0].column(options.cluster)  # says that there is none, though nothing is resampled
    for place, one in enumerate(systems):
        if options.interval == "poisson" or one.sums is not None:
            from lydite.inference.summed import summed_results

            results += summed_results(one, options)
            continue
        scored = one if draws else with_corrected(one)
        by_topic = options.by == TOPIC
        mine = draws[place] if draws else resample([scored], options, topics=by_topic)[0]
        whole = _results(scored, options, mine)
        results += whole
        if any(m.limit < np.inf for m in scored.measures):
            censored += note_censored(scored, mine)
        if options.by is not None:
            results += _broken_down(scored, options, mine, whole)
    columns = note_clustered(systems, options) if systems and systems[0].columns else ()
    return Results(tuple(results), (*note_rare_classes(systems, options), *columns, *censored))


def summarise_blocks(
    blocks: Blocks, options: Inference | None = None, notes: tuple[str, ...] = ()
) -> Results:
    """Return the results of blocks, each on items of its own: the probes of a test set, or one for all."""
    results = [summarise(systems, options) for systems in blocks]
    return in_order(
        blocks, [r for one in results for r in one], (*notes, *(n for one in results for n in one.notes))
    )


def in_order(blocks: Blocks, results: Iterable[Result], notes: tuple[str, ...]) -> Results:
    """Return results system by system; break-downs come after what they break down."""
    order = {s.system: place for place, s in enumerate(blocks[0])}
    return Results(tuple(sorted(results, key=lambda r: (order[r.system], r.group is not None))), notes)


def _broken_down(
    scored: ItemStatistics, options: Inference, draws: Sequence[ResampledValues], whole: Sequence[Result]
) -> list[Result]:
    """Return the results of each group of items; those of topics come from the resamples of the whole.

    Measures that are the same within one topic stand there once.
    """
    column = options.by or ""
    if column == TOPIC:
        once = _once(scored)
        both = [*once, *(j for i in once if (j := corrected_place(scored, i)) is not None)]
        scored, draws, whole = scored.under(both), [draws[i] for i in both], [whole[i] for i in once]
    labels, codes = scored.column(column), scored.codes(column)
    values = [_value_by(scored, i, column) for i in plain_places(scored)]
    results: list[Result] = []
    order = np.argsort(codes, kind="stable")
    members = np.split(order, np.flatnonzero(np.diff(codes[order])) + 1)
    parts = [scored.select(places) for places in members]

    known_by_topic = all(d.topics is not None for d in draws)
    drawn_again = iter([[]] * len(parts)) if known_by_topic else resample_parts(parts, options)
    for place, (label, part, again) in enumerate(zip(sorted(set(labels)), parts, drawn_again, strict=True)):
        own = [None if d.topics is None else ResampledValues(d.topics[:, place]) for d in draws]
        for i, result in enumerate(whole):
            known = values[i]
            value = value_of(part, i) if known is None else known[place].item()
            spread = [(mine or again[j]).overall for j, mine in enumerate(own)]
            figures = _figures(part, i, options, value, spread)
            items = {name: result.items[name] for name in part.ids}
            if "normal sums" in dict(result.signature.circumstances).values():  # of all items, not of these
                figures["signature"] = signature_of(part, i, options)
            results.append(replace(result, group=label, items=items, **figures))
    return results


def _once(scored: ItemStatistics) -> list[int]:
    """Return one place of all measures that are the same within a topic: that of the one with defaults."""
    places: dict[Scorable, int] = {}
    for place in reversed(plain_places(scored)):
        alone = scored.measures[place].alone
        if scored.measures[places.get(alone, place)] != alone or scored.measures[place] == alone:
            places[alone] = place
    return list(places.values())[::-1]


def _value_by(scored: ItemStatistics, place: int, column: str) -> AnyArray | None:
    """Return the values of all groups at once, where each is a value of sums."""
    measure = scored.measures[place]
    if not measure.summable or (measure.grouped and column != TOPIC):
        return None
    return np.asarray(measure.value(scored.totals(place, column)[:, None, :]))


def _results(scored: ItemStatistics, options: Inference, draws: Sequence[ResampledValues]) -> list[Result]:
    results = []
    spread = [d.overall for d in draws]
    for i in plain_places(scored):
        measure = scored.measures[i]
        figures = _figures(scored, i, options, value_of(scored, i), spread)
        figures["items"] = ItemValues(scored.ids, partial(item_values, scored, i))
        figures["signature"] = signature_of(scored, i, options)
        figures["better"] = measure.better
        results.append(Result(scored.system, str(measure), parameters_of(measure), **figures))
    return results


def _figures(
    scored: ItemStatistics, place: int, options: Inference, value: float, draws: Sequence[FloatArray]
) -> dict[str, Any]:
    """Return the figures of a result: value, interval, chance, and how many items are behind them."""
    counted = counted_items(scored, place)
    measure = scored.measures[place]
    low = high = None
    chance = _chance(scored, place, value, options)
    if (drawn := units(scored, place, counted, options)) > 1:
        low, high = _ends(scored, place, value, draws[place], options, drawn)
        if measure.limit < np.inf:
            low, high = within_limit(measure, (low, high))
        other = corrected_place(scored, place)
        if other is not None and chance["corrected"] is not None:
            ends: Ends = _ends(scored, other, chance["corrected"], draws[other], options, drawn)
            same = all_agree(draws[other], chance["corrected"])
            if all_agree(draws[place], value) and (same or place in scored.net):
                far = as_far_off(scored, place, value, chance, (low, high))
                ends = far if same else widest(far, ends)
            chance["corrected_low"], chance["corrected_high"] = _held(scored, place, options, chance, ends)
    n = int(counted.sum())
    return {
        "value": value,
        "low": low,
        "high": high,
        "n": n,
        "unscored": len(scored.ids) - n,
        "coverage": scored.known_share(place),
        **dict.fromkeys(("chance_error", "net_error", "corrected_low", "corrected_high")),
        **chance,
    }


def _held(scored: ItemStatistics, place: int, options: Inference, known: dict[str, Any], ends: Ends) -> Ends:
    """Return the interval of corrected, no narrower than the shuffles behind chance are apart."""
    measure = scored.measures[place]
    if ends[0] is None or ends[1] is None or options.kind(measure) not in WIDENED:
        return ends
    if place in scored.net:
        (error, shuffles), room = error_of_net(scored, place), 1.0
    else:
        (error, shuffles), room = error_of_chance(scored, place), measure.best - known["chance"]
    half = one_more_shuffle(error, shuffles, room, options.level)
    highest = max(1.0, known["corrected"])
    return min(ends[0], known["corrected"] - half), min(max(ends[1], known["corrected"] + half), highest)


def widest(one: Ends, two: Ends) -> Ends:
    """Return the interval that covers both; none where one is unknown."""
    if None in (*one, *two):
        return None, None
    ends = [end for end in (*one, *two) if end is not None]
    return min(ends), max(ends)


def as_far_off(scored: ItemStatistics, place: int, value: float, known: dict[str, Any], ends: Ends) -> Ends:
    """Return the interval of corrected where units agree: as far off as the value may be."""
    chance = known["chance"]
    if place in scored.net:
        if np.isnan(known["corrected"]):
            return None, None
        room = mean_room(scored, place, chance)
        above = sorted(known["corrected"] + (end - value) / room for end in ends if end is not None)
    else:
        room = scored.measures[place].best - chance
        above = sorted((end - chance) / room for end in ends if end is not None)
    return (above[0], above[1]) if above else (None, None)


def _ends(
    scored: ItemStatistics, place: int, value: float, draws: FloatArray, options: Inference, n: int
) -> Ends:
    """Return the ends of the interval, of the kind that was asked for or that the measure declares."""
    measure = scored.measures[place]
    kind = options.kind(measure)
    if all_agree(draws, value):
        if isinstance(measure, CorrectedMeasure):
            return value, value
        spread = extra_variance_of(scored, place, options)
        held = n if spread is None else spread.units
        return agreement_bound(value, options.level, held, measure.low, measure.high) or (None, None)
    if kind in WIDENED:
        wider = widening(draws, extra_variance_of(scored, place, options))
    if kind == "centred":
        low, high = centred(draws, value, options.level, n, (measure.low, measure.high), wider)
    elif kind == "bca":
        low, high = bca(draws, value, left_out(scored, place, options), options.level)
    elif kind == "expanded":
        low, high = expanded(draws, options.level, n)
        if wider > 1:
            low, high = expanded(value + (draws - value) * wider, options.level, n)
            low, high = max(low, measure.low), min(high, measure.high)
    else:
        low, high = percentile(draws, options.level)
    return rounded_outward(value, low, high)


def signature_of(scored: ItemStatistics, place: int, options: Inference) -> Signature:
    """Return how the value of a measure is made."""
    held = dict(scored.policies)
    lists, topics, shuffles, files = (
        held.pop(name, "") for name in ("lists", "topics", "shuffles", "within")
    )
    determines = {**held, "gold": scored.gold}
    measure = scored.measures[place]
    if measure.arguments().get("part", "all") == "all":
        determines.pop("documents", None)  # nothing of them is in the number
    around = {}
    if place in scored.chance:
        times, seed = scored.shuffles or (options.chance, options.seed)
        drawn = f"seed {seed}" + f", lists {lists}" * bool(lists) + f", within topics {topics}" * bool(topics)
        drawn += f", within {files}" * bool(files)
        if lists:  # of a run of an earlier version, which shuffled predictions
            how = f"{shuffles or f'{times} shuffles'}, {drawn}"
        else:
            how = getattr(measure, "chance_by", f"{NET_GAINS}, {times} shuffles of gold, {drawn}")
        if chance_decides(measure, options):
            determines["chance"] = how
            around = {"shuffles": str(times)} if shuffles else {}
        else:  # it is shown beside, and decides nothing
            around = {"chance": how}
    within = is_stratified(measure, scored, options) and len(set(scored.column(TOPIC))) > 1
    around |= options.circumstances(measure, scored.cluster, within=within) | {"lydite": scored.version}
    if not within and options.bootstrap and sums_are_normal(scored, options):
        around["drawn"] = "normal sums"
    return Signature.of(scored.signed(place), determines, around)


def _chance(scored: ItemStatistics, place: int, value: float, options: Inference) -> dict[str, Any]:
    if place not in scored.chance:
        return {"chance": None, "corrected": None}
    measure = scored.measures[place]
    expected = replace(scored, measures=(measure,), statistics=(scored.chance[place],), rows=None)
    chance = value_of(expected, 0)
    net = scored.net[place].rows.sum(axis=0)[None] if place in scored.net else None
    return chance_figures(scored, place, value, chance, net, options)


def chance_figures(
    scored: ItemStatistics,
    place: int,
    value: float,
    chance: float,
    net: FloatArray | None,
    options: Inference,
) -> dict[str, Any]:
    """Return chance and what is left above it, from sums of net gains or from the value; or nothing.

    There is nothing where chance is small and decides nothing.
    """
    measure = scored.measures[place]
    if not chance_decides(measure, options) and abs(chance) <= SHOWN:
        return {"chance": None, "corrected": None}
    figures = {"chance": chance, "chance_error": None, "corrected": None}
    if not np.isnan(chance):
        figures["chance_error"] = error_of_chance(scored, place)[0]
    if net is not None:
        figures["corrected"] = float(NetMeasure(measure).value(net))
        figures["net_error"] = error_of_net(scored, place)[0]
    elif not measure.netted:
        room, above = measure.best - chance, value - chance
        known = room and np.isfinite(room)  # a count has no best
        figures["corrected"] = (above if abs(above) >= DUST else 0.0) / room if known else float("nan")
    return figures


def parameters_of(measure: Scorable) -> dict[str, Any]:
    """Return the parameters of a measure, its cut among them."""
    arguments = measure.arguments()
    cut = getattr(measure, "cut", None)
    return arguments if cut is None else {**arguments, "cut": cut}
