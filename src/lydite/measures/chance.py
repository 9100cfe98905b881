"""Chance: the score when each item gets the predictions of other items.

A lenient matcher lifts every score, also of predictions that have nothing to do with the item. How much
is measured by shuffling the predictions among the items (within topics, where items have one); what
remains above it is ``corrected = (value − chance) / (best − chance)``.

Every item keeps its number of predictions: it is given another item's list, cut, or continued by the list of
the next. Moved whole (``lists="whole"``), lists take their lengths along, and where these follow those of
gold, a part of the value that has nothing to do with meaning would be missing in chance.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lydite.arrays import RaggedArray, content_digest
from lydite.choices import ChanceLists
from lydite.compiled import if_short
from lydite.inference.corrected import chance_error, exact_sum, half_width
from lydite.measures.phrases.gains import distinct_predictions
from lydite.measures.phrases.list_kernels import DONORS, borrow_phrases
from lydite.measures.phrases.parts import part_of
from lydite.progress import track
from lydite.text import fold_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lydite.array_types import AnyArray, BoolArray, FloatArray, Int32Array, IntArray
    from lydite.measures.base import Measure
    from lydite.measures.phrases.items import PhraseItems

FEWEST, MOST = 10, 320  # shuffles, where as many are made as it takes
SMALL = 1_000  # items: how many shuffles more of them take is found on some
_TENTH = 0.1  # of the half-width of the value's interval: how exact chance is to be
_NARROW = 0.005  # no interval is taken for narrower
EXACT = _TENTH * _NARROW  # nor is chance to be any more exact
TOPIC = "topic"
_WIDE = 8  # statistics: how groups of items vary over shuffles is not kept of more
_PAIRS = 4_000_000  # pairs of phrases that are looked at together
_EQUAL = 1_000_000  # the same where keys are compared: their tables should stay near the processor


@dataclass(frozen=True)
class ShufflePlan:
    """How shuffles are drawn: how many, from which seed, and (for a shard) among which items."""

    times: int | None = None
    """None for as many as it takes: until chance is ten times as exact as the value."""
    seed: int = 0
    whole: PhraseItems | None = None
    """All items, where only some are scored: parts put together are then the whole."""
    places: IntArray | None = None
    """Where the scored items stand among all."""
    lists: ChanceLists = "truncated"
    orders: AnyArray | None = None
    """Whose predictions each of all items gets, shuffle by shuffle, where that was drawn before."""
    pilot: bool = False
    """Whether these items are there to find out how many shuffles all of them take."""

    def policies(self, items: PhraseItems) -> dict[str, str]:
        """Return what decides chance beside number and seed, as it stands in signatures."""
        among = self.whole or items
        topics = among.columns.get(TOPIC)
        within = {} if topics is None else {"topics": content_digest(among.ids, topics)}
        counted = {"shuffles": "as many shuffles as it takes"} if self.times is None else {}
        return {"lists": self.lists, **within, **counted}


@dataclass
class ChanceStatistics:
    """Statistics of shuffled predictions, by measure."""

    sums: list[FloatArray]
    """Over the shuffles, for each item."""
    each: list[list[FloatArray]] = field(default_factory=list)
    """Over the items, for each shuffle."""
    products: list[FloatArray] = field(default_factory=list)
    """Of each item, over the shuffles: its statistics times one another ``(n, d · d)``; where groups of items
    may be asked for."""
    times: int = 0

    @property
    def means(self) -> list[FloatArray]:
        """The mean statistics of each item over all shuffles."""
        return [s / self.times for s in self.sums]

    def add(self, place: int, part: slice, rows: FloatArray, shuffle: int) -> None:
        """Add the statistics of some items in one shuffle under one measure."""
        self.sums[place][part] += rows  # one by one: the same digits in any blocks
        self.each[place][shuffle] += exact_sum(rows)
        if self.products and self.products[place].size:
            self.products[place][part] += _outer(rows)

    @property
    def spread(self) -> dict[int, FloatArray]:
        """By measure: the covariances ``(n, d · d)`` of the statistics of each item over the shuffles."""
        both = zip(self.products, self.means, strict=bool(self.products))
        return {
            place: (p - self.times * _outer(m)) / max(self.times - 1, 1)
            for place, (p, m) in enumerate(both)
            if p.shape[1]
        }


def _outer(rows: FloatArray) -> FloatArray:
    """Return the products of the statistics of each row with one another, ``(n, d · d)``."""
    return np.asarray((rows[:, :, None] * rows[:, None, :]).reshape(len(rows), rows.shape[1] ** 2))


def chance(
    items: PhraseItems,
    measures: Sequence[Measure],
    how: ShufflePlan,
    real: Sequence[FloatArray],
    elsewhere: Callable[[np.random.Generator, int, ChanceStatistics], None] | None = None,
) -> ChanceStatistics | None:
    """Return the statistics of each measure over shuffles; nothing where none can be made.

    ``real`` are those of the predictions as they are. ``elsewhere`` adds shuffles if others make them.
    Each distinct pair of phrases is matched once, over the shuffles and the real order together.
    """
    whole = how.whole or items
    if how.times == 0 or not measures or np.count_nonzero(~whole.absent) < 2:
        return None
    widths = [s.shape[1] ** 2 if s.shape[1] <= _WIDE else 0 for s in real]
    products = [np.zeros((len(s), d)) for s, d in zip(real, widths, strict=True)] if items.columns else []
    statistics = ChanceStatistics([np.zeros(s.shape) for s in real], [[] for _ in measures], products)
    if how.orders is not None:
        drawn, statistics.times = (o.astype(np.int64) for o in how.orders), len(how.orders)
        shuffle(items, measures, how, (drawn, statistics.times), statistics)
        return statistics
    if how.times is None and not how.pilot and (how.whole is not None or len(whole) > SMALL):
        from lydite.measures.pilot import shuffles_needed

        how = replace(how, times=shuffles_needed(whole, measures, how))
    generator = np.random.default_rng(how.seed)
    goal = how.times or FEWEST
    while statistics.times < goal:
        more = goal - statistics.times
        if elsewhere is not None:
            elsewhere(generator, more, statistics)
        else:
            shuffle(items, measures, how, (draw_orders(whole, generator, more), more), statistics)
        statistics.times = goal
        share = len(items) / len(whole)
        if how.times is None and goal < MOST and not _exact(measures, real, statistics, share):
            goal = min(2 * goal, MOST)
    return statistics


def shuffle(
    items: PhraseItems,
    measures: Sequence[Measure],
    how: ShufflePlan,
    drawn: tuple[Iterator[IntArray], int],
    statistics: ChanceStatistics,
) -> None:
    """Add so many shuffles: several together where they are small, one part after the other where large."""
    every, times = drawn
    whole = how.whole or items
    places = np.arange(len(items)) if how.places is None else how.places
    each = [len(lists.codes) / max(len(whole), 1) + 1 for lists in (whole.predicted, whole.gold)]
    pairs = each[0] * each[1] * len(items)
    most = _PAIRS if any(m.soft for m in measures) else _EQUAL
    together = max(1, int(most // max(pairs, 1)))
    if not len(items):  # a part without any
        for place, total in enumerate(statistics.sums):
            statistics.each[place] += [np.zeros(total.shape[1])] * times
        return
    parts = items.parts()
    for _ in track(range(0, times, together), "chance: shuffles"):
        orders = list(itertools.islice(every, together))
        before = len(statistics.each[0])
        for place, total in enumerate(statistics.sums):
            statistics.each[place] += [np.zeros(total.shape[1]) for _ in orders]
        for part in parts:
            piece = items if len(parts) == 1 else part_of(items, part)
            shuffled = piece.answered([_lists(whole, order, places[part], how.lists) for order in orders])
            for place, measure in track(list(enumerate(measures)), "measures"):
                for number, rows in enumerate(np.split(measure.statistics(shuffled), len(orders)), before):
                    statistics.add(place, part, rows, number)


def borrowed(items: PhraseItems, order: IntArray, places: IntArray) -> RaggedArray:
    """Return the lists that the items at some places are given.

    ``order`` leads from item to item round the circle of a topic; an item never gets its own list.
    """
    given = distinct_predictions(items)
    keys = items.shared("narrow keys", lambda: items.keys(fold_all).astype(np.int32))
    wanted = given.starts[places + 1] - given.starts[places]  # of these alone, where there are millions
    nexts = order[places]
    begin, end = given.starts[nexts], given.starts[nexts + 1]
    out, starts = np.empty(int(wanted.sum()), np.int64), np.zeros(len(places) + 1, np.int64)
    stamps = np.zeros(int(keys.max(initial=0)) + 1, np.int32)
    short = if_short(short_borrow_phrases, wanted, end - begin)
    borrow_phrases.for_work(len(out), short)(
        given.codes, given.starts, begin, end, keys, order, places, wanted, stamps, out, starts
    )
    return RaggedArray(out[: starts[-1]], starts)


def _lists(whole: PhraseItems, order: IntArray, places: IntArray, lists: ChanceLists) -> RaggedArray:
    """Return the predictions that the items at some places get in a shuffle."""
    if lists == "whole":
        return whole.predicted.take(order[places]).wide()
    return borrowed(whole, order, places)


def _exact(
    measures: Sequence[Measure], real: Sequence[FloatArray], statistics: ChanceStatistics, share: float
) -> bool:
    """Whether the standard error of chance is a tenth of half the value's interval, for every measure.

    Of the items of which these are a share both are as much smaller as there are more of them (by its root).
    """
    narrow = _NARROW / np.sqrt(share)
    return all(
        chance_error(m, np.array(sums)) <= _TENTH * max(half_width(m, rows), narrow)
        for m, rows, sums in zip(measures, real, statistics.each, strict=True)
        if m.summable
    )


def draw_orders(whole: PhraseItems, generator: np.random.Generator, times: int) -> Iterator[IntArray]:
    """Yield whose predictions each item gets, in so many shuffles."""
    groups = np.unique(whole.columns[TOPIC], return_inverse=True)[1] if TOPIC in whole.columns else None
    yield from (derange(whole.absent, groups, generator) for _ in range(times))


def derange(absent: BoolArray, groups: IntArray | None, generator: np.random.Generator) -> IntArray:
    """Return a permutation: whose predictions each item gets, never its own.

    The items of a topic are put into a random circle and each takes from the next. Those that are alone in
    their topic make one together (a last one goes to another topic). Items without any answer keep it.

    >>> derange(np.zeros(5, dtype=bool), None, np.random.default_rng(0))
    array([1, 2, 4, 0, 3])
    """
    order = np.arange(len(absent))
    circle = generator.permutation(np.flatnonzero(~absent))
    if groups is None:
        order[circle[:-1]], order[circle[-1:]] = circle[1:], circle[:1]
        return order
    follows, labels = np.arange(1, len(circle) + 1), _joined(groups[circle])
    by_topic = np.argsort(labels, kind="stable")
    circle, labels = circle[by_topic], labels[by_topic]
    first = np.flatnonzero(np.diff(labels, prepend=-1))
    follows[np.append(first[1:], len(circle)) - 1] = first
    order[circle] = circle[follows]
    return order


def _joined(labels: IntArray) -> IntArray:
    """Number topics from 0, with one for all items that are alone in theirs."""
    _, numbers, sizes = np.unique(labels, return_inverse=True, return_counts=True)
    alone = np.flatnonzero(sizes[numbers] == 1)
    numbers[alone] = numbers[alone[0]] if len(alone) > 1 else int(sizes.argmax())
    return np.asarray(numbers, dtype=np.int64)


def short_borrow_phrases(
    codes: Int32Array, starts: IntArray, begin: IntArray, end: IntArray, keys: Int32Array, order: IntArray,
    places: IntArray, wanted: IntArray, stamps: Any, out: IntArray, out_starts: IntArray,  # noqa: ARG001
) -> None:  # fmt: skip
    """Fill the list of each item at some places from lists of distinct phrases: the next, and those after."""
    donor = order[places]
    count = np.where(donor == places, 0, np.minimum(wanted, end - begin))
    width = int(wanted.max(initial=0))
    given = np.zeros((width, len(places)), np.int32)
    for place in range(int(count.max(initial=0))):
        some = np.flatnonzero(place < count)
        given[place, some] = codes[begin[some] + place]
    lacking = np.flatnonzero((count < wanted) & (donor != places))
    known = np.where(np.arange(width)[:, None] < count[lacking], keys[given[:, lacking]], -1)
    donor = order[donor[lacking]]
    for _ in range(DONORS - 1):
        left = (count[lacking] < wanted[lacking]) & (donor != places[lacking])
        lacking, donor, known = lacking[left], donor[left], known[:, left]
        if not len(lacking):
            break
        first, last = starts[donor], starts[donor + 1]
        for place in range(int((last - first).max())):
            some = np.flatnonzero((first + place < last) & (count[lacking] < wanted[lacking]))
            code = codes[first[some] + place]
            fresh = ~(known[:, some] == keys[code]).any(axis=0)
            some, code = some[fresh], code[fresh]
            items = lacking[some]
            given[count[items], items] = code
            known[count[items], some] = keys[code]
            count[items] += 1
        donor = order[donor]
    np.cumsum(count, out=out_starts[1:])
    out[: out_starts[-1]] = given.T[(np.arange(width)[:, None] < count).T]
